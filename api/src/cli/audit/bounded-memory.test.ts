import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { weakProfile } from '@tenantry/simulator/profiles/weak-profile';
import { createSimulatedCloud } from '@tenantry/simulator/simulated-cloud';
import { loadTenantProfile } from '@tenantry/simulator/tenant-profile';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAudits } from './testing/audited.ts';

const program = join(import.meta.dirname, '../audit.ts');
const users = 100_000;
/** Their rows alone are more than twice as much. */
const heapMb = 64;

let audits: Awaited<ReturnType<typeof openAudits>>;
const profile = loadTenantProfile(weakProfile, users);
beforeAll(async () => {
  audits = await openAudits(createSimulatedCloud({ now: () => new Date(), tenants: [profile] }));
});
afterAll(() => audits.close());

test(`an audit of ${users} accounts needs no larger heap than one of a few`, async () => {
  const out = audits.path('large');
  const args = ['--tenant', profile.domain, '--sign-in', 'environment', '--out', out, '--format', 'json,snapshot'];
  const child = spawn(process.execPath, [`--max-old-space-size=${heapMb}`, program, ...args], {
    env: {
      ...process.env,
      ...audits.environment,
      AZURE_CLIENT_ID: '7e0a4a52-5f0b-4a7c-9f0e-3f2d8f1c6b11',
      AZURE_CLIENT_SECRET: 'simulated',
      AZURE_TENANT_ID: '',
    },
    stdio: 'ignore',
  });
  expect(await new Promise((resolve) => child.on('exit', resolve))).toBe(0);
  const { facts } = audits.json('large/snapshot.json') as { facts: { users: { value: { total: number } } } };
  expect(facts.users.value.total).toBe(users);
}, 180_000);
