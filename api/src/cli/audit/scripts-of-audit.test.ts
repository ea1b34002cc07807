import { readdirSync, readFileSync, statSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAudits, weak } from './testing/audited.ts';

let audits: Awaited<ReturnType<typeof openAudits>>;
beforeAll(async () => {
  audits = await openAudits();
});
afterAll(() => audits.close());

test('--with-scripts writes a script for each remedy that closes something, for who ran it alone', async () => {
  const { said } = await audits.audit(`--tenant ${weak.domain} --out scripted --format json --with-scripts`);
  const names = readdirSync(audits.path('scripted/scripts'));
  expect(names).toEqual(expect.arrayContaining(['require-mfa.ps1', 'restrict-guests.ps1', 'limit-sessions.ps1']));
  expect(names.every((name) => name.endsWith('.ps1'))).toBe(true);
  expect(said).toContain('scripts/require-mfa.ps1');
  const path = audits.path('scripted/scripts/restrict-guests.ps1');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const text = readFileSync(path, 'utf8');
  expect(text).toContain(`"tenantId": "${weak.id}"`);
  expect(text).toContain('"graph": "https://graph.microsoft.com"');
});

test('the scripts of a national cloud sign in and call there', async () => {
  await audits.audit(`--tenant ${weak.domain} --cloud gcchigh --out national --format json --with-scripts`);
  const text = readFileSync(audits.path('national/scripts/restrict-guests.ps1'), 'utf8');
  expect(text).toContain('"login": "https://login.microsoftonline.us"');
  expect(text).toContain('"resource": "https://graph.microsoft.us"');
});

test('what is to be redacted gets no scripts, and says why', async () => {
  const asked = audits.audit(`--tenant ${weak.domain} --out hidden --redact --with-scripts`);
  await expect(asked).rejects.toThrow('--with-scripts: a script names the ids of the tenant');
});
