import { readdirSync, readFileSync } from 'node:fs';
import type { Fault } from '@tenantry/simulator/faults';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { auditedTenant } from './audited-tenant.ts';
import { openAudits, weak } from './testing/audited.ts';

let audits: Awaited<ReturnType<typeof openAudits>>;
beforeAll(async () => {
  audits = await openAudits();
});
afterAll(() => audits.close());
beforeEach(() => audits.cloud.faults.clear());

const at = (pathPrefix: string, rest: Partial<Fault>): Fault => ({
  tenantId: weak.id,
  pathPrefix,
  kind: 'status',
  ...rest,
});
const refused = { code: 'Authorization_RequestDenied', message: 'Insufficient privileges to complete the operation.' };

test.each<[string, Fault[], RegExp]>([
  [
    'the organization is refused',
    [at('/organization', { status: 403, body: { error: refused } })],
    /refuses the organization’s profile .*403 Authorization_RequestDenied.*\n.*grant the application Organization\.Read\.All/,
  ],
  [
    'the token is not taken',
    [at('/organization', { status: 401, body: { error: { code: 'InvalidAuthenticationToken', message: 'Expired' } } })],
    /does not take the token.*\nSign in again/,
  ],
  [
    'the answer does not name the organization',
    [at('/organization', { status: 200, body: { value: [] } })],
    /without the organization’s directory id/,
  ],
  [
    'Graph goes on throttling',
    [at('/organization', { status: 429, retryAfterSeconds: 0 })],
    /throttling.*429.*\n.*Wait some minutes/,
  ],
])('where %s, the first line says so and the second what to do, and nothing is written', async (_, faults, words) => {
  for (const fault of faults) audits.cloud.faults.set(fault);
  await expect(audits.audit(`--tenant ${weak.domain} --out failed --format json`)).rejects.toThrow(words);
  expect(readdirSync(audits.path('failed'))).toEqual([]);
});

test('an organization whose profile was not read keeps its directory id, and so its fingerprints', () => {
  expect(auditedTenant({}, { id: weak.id, asked: weak.domain }, true)).toEqual({
    id: weak.id,
    name: weak.domain,
    domain: weak.domain,
    isSimulated: true,
  });
});

test('where consent ends while it reads, what was not read is said, and never passed', async () => {
  await audits.audit(`--tenant ${weak.domain} --out whole --format json`);
  const { percent } = audits.json('whole/audit.json').coverage as { percent: number };
  const atLeast = `--format json --min-coverage ${percent}`;
  expect(await audits.audit(`--tenant ${weak.domain} --out again ${atLeast}`)).toMatchObject({ code: 0 });
  audits.cloud.faults.set(at('/users', { status: 403, body: { error: refused } }));
  const { code, progress } = await audits.audit(`--tenant ${weak.domain} --out partly ${atLeast}`);
  expect(progress).toContain('users: no permission');
  expect(code).toBe(3);
});

test('what Microsoft gives to people alone is told to an application as that, and which sign-in reads it', async () => {
  audits.cloud.faults.set(at('/directory/onPremisesSynchronization', { status: 403, body: { error: refused } }));
  await audits.audit(`--tenant ${weak.domain} --out people --format json,snapshot`);
  const told = readFileSync(audits.path('people/audit.json'), 'utf8');
  expect(told).toContain('Run the audit with --sign-in browser as a Global Administrator');
  expect(told).not.toMatch(/onnect the tenant again/);
  expect(readFileSync(audits.path('people/snapshot.json'), 'utf8')).toContain('ApplicationSignedIn');
});
