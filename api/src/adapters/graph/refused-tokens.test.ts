import { weakProfile } from '@tenantry/simulator/profiles/weak-profile';
import { createSimulatedCloud, type SimulatedCloud } from '@tenantry/simulator/simulated-cloud';
import { beforeEach, describe, expect, it } from 'vitest';
import { GraphError } from '../../ports/graph.ts';
import type { Microsoft365 } from '../../ports/microsoft365.ts';
import { createMicrosoft365, noLiveTenants } from './microsoft365-connector.ts';
import { simulatedMailInProcess } from './simulated-dns.ts';
import { simulatorInProcess } from './upstream.ts';

const target = { entraTenantId: weakProfile.id, isSimulated: true };
const path = '/v1.0/organization';

describe('a token that Graph refuses something to', () => {
  let cloud: SimulatedCloud;
  let microsoft365: Microsoft365;
  beforeEach(() => {
    cloud = createSimulatedCloud({ now: () => new Date() });
    const mail = simulatedMailInProcess(cloud.dns);
    microsoft365 = createMicrosoft365({ upstream: simulatorInProcess(cloud), mail }, noLiveTenants(mail));
  });

  const consent = (to: 'granted' | 'withdrawn' | 'removed') =>
    cloud.entra.change({ tenantId: weakProfile.id, consent: to, expireAccessTokens: true });
  const get = () => microsoft365.graph(target).get(path);
  const tokensAsked = () =>
    cloud
      .requestCounts()
      .filter((one) => one.path.includes('/token'))
      .reduce((sum, { count }) => sum + count, 0);

  it('is not handed out again: what is granted a moment later is there', async () => {
    consent('withdrawn');
    await expect(get()).rejects.toThrow(GraphError);
    cloud.entra.change({ tenantId: weakProfile.id, consent: 'granted' });
    expect(await get()).toMatchObject({ value: expect.any(Array) });
  });

  it('in a batch alone, likewise', async () => {
    consent('withdrawn');
    const graph = microsoft365.graph(target);
    expect((await graph.batch([{ id: 'one', path }])).get('one')).toMatchObject({ ok: false });
    cloud.entra.change({ tenantId: weakProfile.id, consent: 'granted' });
    expect((await microsoft365.graph(target).batch([{ id: 'one', path }])).get('one')).toMatchObject({ ok: true });
  });

  it('costs whoever works with it no new one for each refusal', async () => {
    await get();
    const before = tokensAsked();
    cloud.faults.set({ tenantId: weakProfile.id, pathPrefix: '/organization', kind: 'status', status: 403 });
    const graph = microsoft365.graph(target);
    for (let n = 0; n < 5; n += 1) await graph.get(path).catch(() => undefined);
    expect(tokensAsked()).toBe(before);
  });

  it('is kept by nobody whom Entra ID refuses one', async () => {
    await get();
    cloud.entra.change({ tenantId: weakProfile.id, consent: 'removed' });
    await expect(microsoft365.applicationPermissions(target)).rejects.toThrow(/700016/);
    // The one from before is still good for an hour, and says nothing about the consent.
    await expect(get()).rejects.toThrow(/700016/);
  });
});
