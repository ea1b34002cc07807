import { listRecentActivity } from '@tenantry/contract/activities';
import { type ChecklistItem, changeChecklist, getChecklist } from '@tenantry/contract/checklist';
import { startScan } from '@tenantry/contract/scans';
import { getTenantSummary } from '@tenantry/contract/tenant-summaries';
import { weakProfile } from '@tenantry/simulator/profiles/weak-profile';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, firstAdmin, type TestApp } from '../../../testing/test-app.ts';
import { every } from '../../ports/collection.ts';
import type { TrailRecord } from '../../store/audit-log.ts';
import { containers } from '../../store/containers.ts';

const weak = weakProfile.id;
const ids = ['login_branding', 'mfa_enforcement', 'legacy_auth', 'external_sharing', 'admin_accounts'];

describe('the manual checklist of a tenant', () => {
  let app: TestApp;
  let cookie: string;
  beforeEach(async () => {
    app = await createTestApp();
    cookie = await app.registerAdmin();
  });
  afterEach(() => app.close());

  async function scan(): Promise<string> {
    const { json } = await app.call(startScan, { body: { tenant_id: weak }, cookie });
    await app.drainQueue();
    return String(json.scanLogId);
  }
  const list = async (scanId: string) =>
    (await app.call(getChecklist, { params: { scanId }, cookie })).json.items as ChecklistItem[];
  const change = (scanId: string, items: unknown) =>
    app.call(changeChecklist, { params: { scanId }, body: { items }, cookie });
  const entries = async () =>
    (await every(app.app.records.across<TrailRecord>(containers.auditLogs)))
      .filter((one) => one.kind === 'entry')
      .filter(({ eventType }) => eventType === 'checklist_updated');

  it('has five items, of which nobody has said anything', async () => {
    const items = await list(await scan());
    expect(items).toEqual(ids.map((itemId) => ({ itemId, checked: false, comment: '', by: null, at: null })));
  });

  it('belongs to the tenant: what was verified survives its scans, and moves no score', async () => {
    const first = await scan();
    const score = async () => (await app.call(getTenantSummary, { params: { id: weak }, cookie })).json.secureScore;
    const before = await score();
    const answer = await change(first, [{ itemId: 'legacy_auth', checked: true, comment: 'Asked the customer' }]);
    expect(answer.status).toBe(200);
    const second = await scan();
    expect(second).not.toBe(first);
    const item = (await list(second)).find(({ itemId }) => itemId === 'legacy_auth');
    const verified = { checked: true, comment: 'Asked the customer', by: firstAdmin.displayName };
    expect(item).toMatchObject({ ...verified, at: expect.any(String) });
    expect(await score()).toBe(before);
  });

  it('keeps a comment that a change does not name, and every change is in the trail with before and after', async () => {
    const scanId = await scan();
    await change(scanId, [{ itemId: 'legacy_auth', checked: true, comment: 'Asked' }]);
    await change(scanId, [{ itemId: 'legacy_auth', checked: false }]);
    expect((await list(scanId))[2]).toMatchObject({ checked: false, comment: 'Asked' });
    await change(scanId, [{ itemId: 'legacy_auth', checked: false }]);
    expect((await entries()).map(({ details }) => details)).toMatchObject([
      { itemId: 'legacy_auth', before: {}, after: { checked: true, comment: 'Asked' } },
      { itemId: 'legacy_auth', before: { checked: true }, after: { checked: false } },
    ]);
  });

  it('marked as a whole twice at once is one change of each item', async () => {
    const scanId = await scan();
    const whole = ids.map((itemId) => ({ itemId, checked: true }));
    const answers = await Promise.all([change(scanId, whole), change(scanId, whole)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await list(scanId)).every(({ checked }) => checked)).toBe(true);
    expect(await entries()).toHaveLength(5);
    const activities = (await app.call(listRecentActivity, { cookie })).json as unknown as { eventType: string }[];
    expect(activities.some(({ eventType }) => eventType === 'checklist_updated')).toBe(true);
  });

  it('refuses items that it does not have, and an item that is named twice', async () => {
    const scanId = await scan();
    const twice = { itemId: 'legacy_auth', checked: true };
    for (const items of [[], [{ itemId: 'other', checked: true }], [twice, twice], [{ itemId: 'legacy_auth' }]])
      expect((await change(scanId, items)).status).toBe(400);
  });

  it('is not there before the first scan, and says what to do', async () => {
    const answer = await change(`${weak}_scan-absent`, [{ itemId: 'legacy_auth', checked: true }]);
    expect([answer.status, answer.json.message]).toEqual([
      404,
      'No scan found for this tenant. Please run a scan first.',
    ]);
  });
});
