import { parseArgs } from 'node:util';
import { demoProfiles } from './profiles/demo-profiles.ts';
import { weakProfile } from './profiles/weak-profile.ts';
import { createSimulatedCloud } from './simulated-cloud.ts';
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
  },
});

const load = values.users === undefined ? [] : [loadTenantProfile(weakProfile, wholeNumber('users', values.users))];
const cloud = createSimulatedCloud({
  seed: values.seed,
  now: () => new Date(),
  tenants: [...demoProfiles, ...load],
  throttle: values.throttle,
});
const server = await startSimulatorServer({ port: wholeNumber('port', values.port), cloud });

console.log(`Simulated Microsoft 365 cloud on ${server.url}`);
for (const tenant of cloud.tenants) console.log(`  ${tenant.id}  ${tenant.domain}  ${tenant.userCount} users`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.close());
