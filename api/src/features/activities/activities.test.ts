import { type Activity, listActivities, listRecentActivity } from '@tenantry/contract/activities';
import { startScan } from '@tenantry/contract/scans';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, firstAdmin, type TestApp } from '../../../testing/test-app.ts';
import type { ActivityRecord } from '../../store/activities.ts';
import { containers } from '../../store/containers.ts';
import { monthOf } from '../../store/month.ts';
import { fromStored } from '../../store/shape.ts';
import { shapes } from '../../store/shapes.ts';

const weak = '3f6f0b52-8a4e-4c1d-9b0a-5d2c7e8f1a01';
const weakName = 'Bracken Freight Group';

describe('recent activity', () => {
  let app: TestApp;
  let cookie: string;
  beforeEach(async () => {
    app = await createTestApp();
    cookie = await app.registerAdmin();
  });
  afterEach(() => app.close());

  const recent = async (by = cookie) =>
    (await app.call(listRecentActivity, { cookie: by })).json as unknown as Activity[];

  it('tells who did what to whom, of which tenant', async () => {
    const started = await app.call(startScan, { body: { tenant_id: weak }, cookie });
    await app.drainQueue();
    const { scanLogId } = started.json;
    const [completed, triggered, registered] = await recent();
    expect(completed).toMatchObject({
      type: 'api',
      eventType: 'scan_completed',
      user: 'system',
      target: weakName,
      tenantId: weak,
      tenantName: weakName,
      details: { scanLogId, findings: expect.any(Number), score: expect.any(Number) },
    });
    expect(triggered).toMatchObject({
      type: 'user',
      message: `${firstAdmin.displayName} started a scan`,
      eventType: 'scan_triggered',
      user: firstAdmin.displayName,
      target: weakName,
      tenantId: weak,
      tenantName: weakName,
      details: { scanLogId },
    });
    expect(registered).toMatchObject({
      eventType: 'user_created',
      user: firstAdmin.displayName,
      target: firstAdmin.displayName,
      tenantId: null,
      tenantName: null,
      details: { role: 'admin' },
    });
    const ofTenant = await app.call(listActivities, { tenantId: weak, cookie });
    expect(ofTenant.json).toEqual([completed, triggered]);
  });

  it('of before has what was kept then, and says nothing of the rest', async () => {
    const timestamp = new Date().toISOString();
    const old = { id: 'old', type: 'system', message: 'It was done', timestamp, tenantId: weak };
    const stored = fromStored<ActivityRecord>('activities', shapes.activities, old);
    await app.app.records.partition<ActivityRecord>(containers.activities, monthOf(timestamp)).create(stored);
    const viewer = await app.signInAs('viewer', { kind: 'tenants', tenantIds: [weak] });
    expect(await recent(viewer)).toEqual([
      { ...old, tenantName: weakName, eventType: null, target: null, user: null, details: null },
    ]);
  });
});
