import { createSimulatedCloud, type SimulatedCloud } from '@tenantry/simulator/simulated-cloud';
import { beforeEach, describe, expect, it } from 'vitest';
import { createMicrosoft365, noLiveTenants } from '../../../adapters/graph/microsoft365-connector.ts';
import { simulatedMailInProcess } from '../../../adapters/graph/simulated-dns.ts';
import { simulatorInProcess } from '../../../adapters/graph/upstream.ts';
import { configurationDatasets } from '../../facts/tenant-configuration.ts';
import { advanceRun } from './snapshot-run.ts';
import { beginRun, type SnapshotRun } from './snapshot-state.ts';

const good = '7c2d9e14-51f3-4b6a-8e27-0a9b3c4d5e02';
const weak = '3f6f0b52-8a4e-4c1d-9b0a-5d2c7e8f1a01';
const notSetUp = 'b81e4f60-2d97-4a35-9c46-6e1f0d8a7b03';
const withoutExchange = 'd5a3c7b8-64e0-4f19-a2d1-9f8e7c6b5a04';

describe('snapshots of the demonstration tenants', () => {
  let cloud: SimulatedCloud;
  const now = new Date('2026-11-24T08:00:00Z');
  beforeEach(() => {
    cloud = createSimulatedCloud({ now: () => now });
  });

  async function run(tenantId: string): Promise<SnapshotRun> {
    const mail = simulatedMailInProcess(cloud.dns);
    const upstream = simulatorInProcess(cloud);
    const microsoft365 = createMicrosoft365({ upstream, mail }, noLiveTenants(mail));
    const snapshots = microsoft365.configurationSnapshots({ entraTenantId: tenantId, isSimulated: true });
    let nowMs = now.getTime();
    return advanceRun(beginRun(configurationDatasets, 'abcd1234', now), {
      snapshots,
      now: () => new Date(nowMs),
      wait: async (ms) => {
        nowMs += ms;
      },
      keep: async () => undefined,
      until: new Date(nowMs + 3_600_000),
      signal: new AbortController().signal,
    });
  }
  const statesOf = ({ results }: SnapshotRun) =>
    configurationDatasets.map((name) => {
      const result = results[name];
      return result?.state === 'failed' ? result.reason : result?.state;
    });

  it('hold every type where the tenant is set up', async () => {
    expect(new Set(statesOf(await run(good)))).toEqual(new Set(['ok']));
  });

  it('leave out what the tenant does not support, and nothing else', async () => {
    const { results } = await run(weak);
    const refused = configurationDatasets.filter((name) => results[name]?.state === 'failed');
    expect(refused).toEqual(['externalInOutlook', 'presetPolicyRules']);
    for (const name of refused) expect(results[name]).toMatchObject({ code: 'UnsupportedType' });
  });

  it('are not taken where nobody created the service principal', async () => {
    expect(new Set(statesOf(await run(notSetUp)))).toEqual(new Set(['notAvailable']));
  });

  it('hold Teams alone where the app role of Exchange is missing', async () => {
    const { results } = await run(withoutExchange);
    expect(results.teamsMeetingPolicies?.state).toBe('ok');
    expect(results.transportRules).toMatchObject({ state: 'failed', reason: 'notPermitted' });
    expect(results.dlpPolicies).toMatchObject({ state: 'failed', reason: 'notPermitted' });
  });

  it('are read at no other host than the one that was asked', async () => {
    cloud.configure(good, { resourceLocation: 'https://graph.example/v1.0/snapshots' });
    const { results } = await run(good);
    expect(results.transportRules).toMatchObject({ state: 'failed', code: 'ForeignNextLink' });
  });
});
