import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { parseApps } from './entra/parse-apps.ts';
import { demoProfiles } from './profiles/demo-profiles.ts';
import { weakProfile } from './profiles/weak-profile.ts';
import { createSignInCloud } from './sign-in/sign-in-cloud.ts';
import { startSimulatorServer } from './simulator-server.ts';
import { loadTenantProfile } from './tenant-profile.ts';

function wholeNumber(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0) throw new RangeError(`--${name} must be a whole number, not '${text}'`);
  return value;
}

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '7100' },
    users: { type: 'string' },
    seed: { type: 'string' },
    throttle: { type: 'boolean', default: false },
    'token-seconds': { type: 'string' },
    apps: { type: 'string' },
  },
});

const tokenSeconds = values['token-seconds'];
const load = values.users === undefined ? [] : [loadTenantProfile(weakProfile, wholeNumber('users', values.users))];
const cloud = createSignInCloud({
  seed: values.seed,
  now: () => new Date(),
  tenants: [...demoProfiles, ...load],
  throttle: values.throttle,
  tokenLifetimeSeconds: tokenSeconds === undefined ? undefined : wholeNumber('token-seconds', tokenSeconds),
  apps: values.apps === undefined ? undefined : parseApps(JSON.parse(readFileSync(values.apps, 'utf8'))),
});
const server = await startSimulatorServer({ port: wholeNumber('port', values.port), cloud });

console.log(`Simulated Microsoft 365 cloud on ${server.url}`);
for (const tenant of cloud.tenants) console.log(`  ${tenant.id}  ${tenant.domain}  ${tenant.userCount} users`);
for (const tenant of [cloud.staffTenant, ...cloud.prospects]) {
  const part = tenant === cloud.staffTenant ? 'staff' : 'not connected';
  if (tenant) console.log(`  ${tenant.id}  ${tenant.domain}  ${tenant.userCount} users, ${part}`);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.close());
