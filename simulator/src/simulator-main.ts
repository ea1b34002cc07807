import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { parseApps } from './entra/parse-apps.ts';
import { demoProfiles } from './profiles/demo-profiles.ts';
import { fleetProfiles, parseFleet } from './profiles/fleet-profiles.ts';
import { prospectProfiles } from './profiles/prospect-profiles.ts';
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
    // In the environment, so that `npm start` hands them on.
    fleet: { type: 'string', default: process.env.SIMULATOR_FLEET ?? '' },
    throttle: { type: 'boolean', default: process.env.SIMULATOR_THROTTLE === '1' },
    'token-seconds': { type: 'string' },
    'device-seconds': { type: 'string' },
    apps: { type: 'string' },
  },
});

const [tokenSeconds, deviceSeconds] = [values['token-seconds'], values['device-seconds']];
const load = values.users === undefined ? [] : [loadTenantProfile(weakProfile, wholeNumber('users', values.users))];
const fleet = values.fleet === '' ? [] : fleetProfiles(parseFleet(values.fleet), values.seed);
const cloud = createSignInCloud({
  seed: values.seed,
  now: () => new Date(),
  tenants: [...demoProfiles, ...load, ...fleet],
  // Partner sync brings in every customer: a scan of all of a fleet is not to fail for those who never consented.
  prospects: fleet.length === 0 ? prospectProfiles : [],
  throttle: values.throttle,
  tokenLifetimeSeconds: tokenSeconds === undefined ? undefined : wholeNumber('token-seconds', tokenSeconds),
  deviceCodeSeconds: deviceSeconds === undefined ? undefined : wholeNumber('device-seconds', deviceSeconds),
  apps: values.apps === undefined ? undefined : parseApps(JSON.parse(readFileSync(values.apps, 'utf8'))),
});
const server = await startSimulatorServer({ port: wholeNumber('port', values.port), cloud });

console.log(`Simulated Microsoft 365 cloud on ${server.url}`);
const shown = cloud.tenants.slice(0, cloud.tenants.length - fleet.length);
for (const tenant of shown) console.log(`  ${tenant.id}  ${tenant.domain}  ${tenant.userCount} users`);
if (fleet.length > 0) console.log(`  and a fleet of ${values.fleet}`);
for (const tenant of [cloud.staffTenant, ...cloud.prospects]) {
  const part = tenant === cloud.staffTenant ? 'staff' : 'not connected';
  if (tenant) console.log(`  ${tenant.id}  ${tenant.domain}  ${tenant.userCount} users, ${part}`);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.close());
