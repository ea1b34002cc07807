import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { tokenHeader } from '@tenantry/contract/tokens';
import { apiExamples } from '../api/src/cli/api-page/api-examples.ts';
import type { ApiSession } from '../local/stack/api-session.ts';
import { demonstration, expect, test } from './signed-in-test.ts';

const run = promisify(execFile);
const page = readFileSync(new URL('../docs/api.md', import.meta.url), 'utf8');
const shellBlocks = [...page.matchAll(/```sh\n([\s\S]*?)\n```/g)].map(([, shell = '']) => shell);

/** A new token of the administrator's. */
async function newToken(api: ApiSession, role: 'admin' | 'viewer' = 'admin'): Promise<string> {
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  const body = { name: crypto.randomUUID(), role, expiresAt };
  return (await api.post<{ secret: string }>('/api/profile/tokens', body)).secret;
}

test('each example of docs/api.md answers as the page says, through everything that stands before the API', {
  tag: '@tokens',
}, async ({ api, stack }) => {
  expect(shellBlocks).toEqual(apiExamples.map(({ shell }) => shell));
  const env = {
    PATH: process.env.PATH,
    TENANTRY: stack.url,
    TOKEN: await newToken(api),
    TENANT: demonstration.weak.id,
  };
  for (const { shell, answers } of apiExamples) {
    const { stdout } = await run('bash', ['-c', shell], { env, maxBuffer: 50_000_000 });
    expect(stdout, shell).toMatch(answers);
  }
});

test('a token comes through in a header of its own: Authorization is written by what stands before the API', {
  tag: '@tokens',
}, async ({ api, stack }) => {
  const token = await newToken(api, 'viewer');
  const status = async (headers: Record<string, string>) =>
    (await fetch(`${stack.url}/api/tenants`, { headers })).status;
  expect(await status({ [tokenHeader]: token })).toBe(200);
  expect(await status({ authorization: `Bearer ${token}` })).toBe(401);
  expect(await status({ authorization: `Bearer ${token}`, [tokenHeader]: token })).toBe(200);
  // A session goes on beside what is written there, and gives way to a token that does not count.
  expect(await status({ cookie: api.cookie() })).toBe(200);
  expect(await status({ cookie: api.cookie(), [tokenHeader]: `${token}x` })).toBe(401);
  // Where the host is asked itself, as a script on the same machine may, the header counts.
  const host = `http://127.0.0.1:${stack.now().ports.functionsHosts[0]}/api/tenants`;
  expect((await fetch(host, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
});

test('a token is made on the profile, shown once, used, and refused once it is revoked', { tag: '@tokens' }, async ({
  page: browser,
  stack,
}) => {
  await browser.goto('/profile');
  const section = browser.getByRole('region', { name: 'Tokens' });
  await section.getByRole('button', { name: 'New token' }).click();
  await browser.getByRole('textbox', { name: 'Name' }).fill('From the profile');
  await browser.getByRole('button', { name: 'Make token' }).click();
  const kept = browser.getByRole('alertdialog', { name: 'Keep this token' });
  const secret = (await kept.locator('code').textContent()) ?? '';
  expect(secret).toMatch(/^tenantry_[0-9A-Za-z]{49}$/);
  await kept.getByRole('button', { name: 'I have kept it' }).click();
  await expect(section.getByRole('row', { name: /From the profile.*Viewer.*Never/ })).toBeVisible();
  expect(await browser.content()).not.toContain(secret);
  const status = async () => (await fetch(`${stack.url}/api/tenants`, { headers: { [tokenHeader]: secret } })).status;
  expect(await status()).toBe(200);
  await section.getByRole('button', { name: 'Revoke From the profile' }).click();
  await browser.getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect(section.getByRole('row', { name: /From the profile.*Revoked/ })).toBeVisible();
  expect(await status()).toBe(401);
});
