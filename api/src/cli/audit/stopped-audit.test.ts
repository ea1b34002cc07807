import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openAudits, weak } from './testing/audited.ts';
import { writeFiles } from './write-files.ts';

const program = join(import.meta.dirname, '../audit.ts');
let audits: Awaited<ReturnType<typeof openAudits>>;
beforeAll(async () => {
  audits = await openAudits();
});
afterAll(() => audits.close());
beforeEach(() => audits.cloud.faults.clear());

/** The command as a process of its own, with an application's secret in the environment. */
function start(out: string, formats = 'json,snapshot') {
  const args = [program, '--tenant', weak.domain, '--out', out, '--format', formats, '--sign-in', 'environment'];
  const child = spawn(process.execPath, args, {
    env: {
      ...process.env,
      ...audits.environment,
      AZURE_CLIENT_ID: '7e0a4a52-5f0b-4a7c-9f0e-3f2d8f1c6b11',
      AZURE_CLIENT_SECRET: 'simulated',
      AZURE_TENANT_ID: '',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let told = '';
  child.stderr.on('data', (text) => {
    told += text;
  });
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  return { child, ended, told: () => told };
}

/** How often this was asked of Microsoft by now. */
const countOf = (path: string): number =>
  audits.cloud.requestCounts().find((one) => one.path.toLowerCase().includes(path))?.count ?? 0;

const askedAgain = (path: string, before: number) =>
  expect.poll(() => countOf(path), { timeout: 20_000, interval: 20 }).toBeGreaterThan(before);

describe('Ctrl-C leaves the files of the audit before as they were, and nothing else', () => {
  test.each([
    ['while it signs in', '/oauth2/v2.0/token', 'token'],
    ['while it asks for the organization', '/organization', 'organization'],
    ['while it reads settings', '/$batch', 'batch'],
    ['while it reads pages', '/users', '/users'],
    ['while Microsoft makes it wait', '/groups', '/groups'],
  ])('%s', async (phase, pathPrefix, path) => {
    const out = audits.path(phase.replaceAll(' ', '-'));
    mkdirSync(out);
    writeFileSync(join(out, 'audit.json'), 'before');
    const waits = phase === 'while Microsoft makes it wait';
    audits.cloud.faults.set(
      waits
        ? { pathPrefix, kind: 'status', status: 429, retryAfterSeconds: 250 }
        : { pathPrefix, kind: 'slow', delayMs: 25_000 },
    );
    const before = countOf(path);
    const { child, ended, told } = start(out);
    await askedAgain(path, before);
    // As a terminal and npm both hand it on.
    child.kill('SIGINT');
    child.kill('SIGINT');
    expect(await ended).toBe(130);
    expect(told()).toContain('Stopped. No file was written or changed.');
    expect(readdirSync(out)).toEqual(['audit.json']);
    expect(readFileSync(join(out, 'audit.json'), 'utf8')).toBe('before');
  });

  test('while it writes', async () => {
    const out = audits.path('writing');
    mkdirSync(out);
    writeFileSync(join(out, 'b.json'), 'before');
    const stop = new AbortController();
    const files = ['a.json', 'b.json', 'c.json'].map((name) => ({
      name,
      get content() {
        if (name === 'b.json') stop.abort(new Error('SIGINT'));
        return 'x'.repeat(100_000);
      },
    }));
    await expect(writeFiles(out, files, stop.signal)).rejects.toThrow('SIGINT');
    expect(readdirSync(out)).toEqual(['b.json']);
    expect(readFileSync(join(out, 'b.json'), 'utf8')).toBe('before');
  });
});

test('whoever stops the terminal that started it stops it too', async () => {
  audits.cloud.faults.set({ pathPrefix: '/users', kind: 'slow', delayMs: 25_000 });
  const before = countOf('/users');
  const { child, ended } = start(audits.path('terminated'));
  await askedAgain('/users', before);
  child.kill('SIGTERM');
  expect(await ended).toBe(130);
  expect(readdirSync(audits.path('terminated'))).toEqual([]);
});

test('where a name is taken by a folder, no file is replaced, and nothing partial stays', async () => {
  const out = audits.path('taken');
  mkdirSync(join(out, 'b.json'), { recursive: true });
  const fileOf = (name: string) => ({ name, content: 'new' });
  const { signal } = new AbortController();
  const write = (...names: string[]) => writeFiles(out, names.map(fileOf), signal);
  await expect(write('b.json', 'a.json')).rejects.toThrow('Nothing was changed.');
  expect(readdirSync(out)).toEqual(['b.json']);
  await expect(write('a.json', 'b.json')).rejects.toThrow('Nothing was changed');
  expect(readdirSync(out)).toEqual(['b.json']);
});
