import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tenantry-recorder-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** What is noted while this runs. Addresses are those of RFC 5737, which lead nowhere. */
async function notedWhile(script: string): Promise<string[]> {
  const file = join(folder, 'noted.txt');
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    env: {
      PATH: process.env.PATH,
      NODE_OPTIONS: `--require=${join(import.meta.dirname, 'record-connections.cjs')}`,
      CONNECTIONS_FILE: file,
    },
  });
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(' ').slice(0, 2).join(' '));
}

test.each([
  ["import { connect } from 'node:net'; connect(9, '192.0.2.1').on('error', () => {}).destroy();", 'tcp 192.0.2.1'],
  [
    "import { connect } from 'node:net'; connect({ host: '192.0.2.2', port: 9 }).on('error', () => {}).destroy();",
    'tcp 192.0.2.2',
  ],
  [
    "import { connect } from 'node:tls'; connect({ host: '192.0.2.3', port: 9 }).on('error', () => {}).destroy();",
    'tcp 192.0.2.3',
  ],
  [
    "import { get } from 'node:http'; get('http://192.0.2.4:9/', { signal: AbortSignal.timeout(50) }).on('error', () => {});",
    'tcp 192.0.2.4',
  ],
  ["await fetch('http://192.0.2.5:8009/', { signal: AbortSignal.timeout(1000) }).catch(() => {});", 'tcp 192.0.2.5'],
  [
    "import { createSocket } from 'node:dgram'; const s = createSocket('udp4'); s.send('x', 9, '192.0.2.6', () => s.close());",
    'udp 192.0.2.6',
  ],
  [
    "import { Resolver } from 'node:dns/promises'; const r = new Resolver(); r.setServers(['127.0.0.1:9']); const asked = r.resolveMx('noted.example').catch(() => {}); r.cancel(); await asked;",
    'dns noted.example',
  ],
])('it notes what goes past this machine: %s', async (script, noted) => {
  expect(await notedWhile(script)).toContain(noted);
});

test('it notes nothing of what stays on this machine', async () => {
  const script =
    "await fetch('http://127.0.0.1:8009/').catch(() => {}); await fetch('http://localhost:8009/').catch(() => {}); await fetch('http://[::1]:8009/').catch(() => {});";
  expect(await notedWhile(script)).toEqual([]);
});
