import { getInternalPolicies, runInternalScan, startInternalScan } from '@tenantry/contract/internal-scan';
import { getScan } from '@tenantry/contract/scans';
import { criticalProfile } from '@tenantry/simulator/profiles/critical-profile';
import { goodProfile } from '@tenantry/simulator/profiles/good-profile';
import { weakProfile } from '@tenantry/simulator/profiles/weak-profile';
import { beforeEach, describe, expect, it } from 'vitest';
import { openSimulatedApp, type SimulatedApp } from '../../../testing/simulated-app.ts';

const good = goodProfile.id;

describe('internal scans', () => {
  let opened: SimulatedApp;
  beforeEach(async () => {
    opened = await openSimulatedApp();
    return opened.close;
  });
  const run = (tenantId: string) => opened.app.call(runInternalScan, { params: { tenantId }, cookie: opened.cookie });

  it('by /api/scan/internal are the scans that /api/scan starts', async () => {
    const { app, cookie } = opened;
    const started = await app.call(startInternalScan, { body: { tenantId: good }, cookie });
    expect(started.status).toBe(202);
    await app.drainQueue();
    const scan = await app.call(getScan, { params: { scanLogId: String(started.json.scanLogId) }, cookie });
    expect(scan.json).toMatchObject({ status: 'completed', tenantId: good });
  });

  it('answer at once, and know nothing of three settings before the first scan', async () => {
    const answer = await run(good);
    expect(answer.status).toBe(202);
    expect(answer.json).toMatchObject({
      status: 'queued',
      brandingConfigured: null,
      hasCustomPolicies: null,
      externalWarningRule: null,
      unknownBecause: {
        brandingConfigured: expect.stringContaining('has not been scanned yet'),
        hasCustomPolicies: expect.stringContaining('has not been scanned yet'),
        externalWarningRule: expect.stringContaining('has not been scanned yet'),
      },
    });
  });

  it('tell what the scan before saw, and join the one that runs', async () => {
    await run(good);
    await opened.app.drainQueue();
    const [first, second] = await Promise.all([run(good), run(good)]);
    expect(second.json.scanLogId).toBe(first.json.scanLogId);
    expect(first.json).toMatchObject({ brandingConfigured: true, hasCustomPolicies: true, externalWarningRule: true });
    expect(first.json.unknownBecause).toEqual({});
  });

  it('have a result that is read again without another scan', async () => {
    const read = async () =>
      (await opened.app.call(getInternalPolicies, { params: { tenantId: good }, cookie: opened.cookie })).json;
    expect(await read()).toMatchObject({
      brandingConfigured: null,
      unknownBecause: { brandingConfigured: expect.stringContaining('has not been scanned yet') },
    });
    await run(good);
    await opened.app.drainQueue();
    expect(await read()).toEqual({
      brandingConfigured: true,
      hasCustomPolicies: true,
      externalWarningRule: true,
      unknownBecause: {},
    });
  });

  it('tell that branding is missing, and why policies are not known', async () => {
    const error = { code: 'Authorization_RequestDenied', message: 'Insufficient privileges.' };
    opened.cloud.faults.set({
      pathPrefix: '/identity/conditionalAccess/policies',
      kind: 'status',
      status: 403,
      body: { error },
    });
    await run(weakProfile.id);
    await opened.app.drainQueue();
    const { json } = await run(weakProfile.id);
    // The weak tenant's rule that marks mail is turned off.
    expect(json).toMatchObject({ brandingConfigured: false, hasCustomPolicies: null, externalWarningRule: false });
    expect((json.unknownBecause as Record<string, string>).hasCustomPolicies).toMatch(/\w/);
  });

  it('know nothing of mail flow rules in a tenant that is not set up for it, and say so', async () => {
    await run(criticalProfile.id);
    await opened.app.drainQueue();
    const { json } = await run(criticalProfile.id);
    expect(json).toMatchObject({
      externalWarningRule: null,
      unknownBecause: { externalWarningRule: expect.stringContaining('Tenant Configuration Management') },
    });
  });
});
