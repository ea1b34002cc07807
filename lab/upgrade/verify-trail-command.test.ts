import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { unpackFolder } from './folder-archive.ts';

const run = promisify(execFile);
const folders = join(import.meta.dirname, 'data-folders');
let dataDir: string;

beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'tenantry-verify-'));
  unpackFolder(readFileSync(join(folders, readdirSync(folders)[0] ?? '', 'data-folder.br')), dataDir);
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

type Ended = { code: number; stdout: string; stderr: string };
async function verify(...args: string[]): Promise<Ended> {
  const script = join(import.meta.dirname, '../../local/verify-trail.ts');
  const { AzureWebJobsStorage: _, ...env } = process.env;
  return run(process.execPath, [script, ...args], { env }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: Ended) => error,
  );
}

it('ends with 0 for a folder whose trail is whole, and says what cannot be proven', async () => {
  const { code, stdout } = await verify('--data', dataDir);
  expect(stdout).toMatch(/^The audit trail is whole: \d+ entries in \d+ blocks/);
  expect(stdout).toMatch(/carry no seal/);
  expect(code).toBe(0);
});

it('ends with 1 where an entry was changed, and names it', async () => {
  const database = new DatabaseSync(join(dataDir, 'tenantry.db'));
  database.exec(
    "UPDATE c_audit_logs SET doc = json_set(doc, '$.user', 'eve') WHERE json_extract(doc, '$.kind') = 'entry'",
  );
  database.close();
  const { code, stdout } = await verify('--data', dataDir, '--json');
  const { status, problems } = JSON.parse(stdout);
  expect([status, problems[0].kind]).toEqual(['broken', 'altered']);
  expect(code).toBe(1);
});

it('ends with 2 where nothing can be verified', async () => {
  const nowhere = join(dataDir, 'nowhere');
  expect(await verify('--data', nowhere)).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining(`${nowhere} is no data folder of Tenantry`),
  });
});
