import { listAuditTrail } from '@tenantry/contract/audit-trail';
import { listChanges } from '@tenantry/contract/changes';
import { listAdminTenants } from '@tenantry/contract/connections';
import { exportAuditTrail, getExport } from '@tenantry/contract/exports';
import { exportFindings } from '@tenantry/contract/findings';
import { startScanRun } from '@tenantry/contract/scan-runs';
import { listTenantSummaries } from '@tenantry/contract/tenant-summaries';
import { listTenants } from '@tenantry/contract/tenants';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type GroupApp, openGroupApp, tagged } from './testing/group-app.ts';

let app: GroupApp['app'];
let cookie: GroupApp['cookie'];
let first: GroupApp['first'];
let second: GroupApp['second'];
let third: GroupApp['third'];
let group: GroupApp['group'];
let tag: GroupApp['tag'];
let summaries: GroupApp['summaries'];
beforeEach(async () => {
  ({ app, cookie, first, second, third, group, tag, summaries } = await openGroupApp());
});
afterEach(() => app.close());

describe('a list that is narrowed to a group', () => {
  it('shows its tenants alone, and never more than the caller sees', async () => {
    const groupId = String((await group('Gold', tagged('gold'))).json.id);
    await tag(first, ['gold']);
    await tag(second, ['gold']);
    expect(await summaries({ groupId })).toEqual([first, second].sort());
    const viewer = await app.signInAs('viewer', { kind: 'tenants', tenantIds: [first, third] });
    expect(await summaries({ groupId }, viewer)).toEqual([first]);
    const none = await app.signInAs('viewer', { kind: 'none' });
    expect(await summaries({ groupId }, none)).toEqual([]);
    expect((await app.call(listChanges, { cookie: viewer, query: { groupId, tenantId: second } })).json.total).toBe(0);
  });

  it('is each that names tenants, a run of scans and a file of findings too', async () => {
    const groupId = String((await group('Gold', tagged('gold'))).json.id);
    await tag(first, ['gold']);
    const limited = await app.signInAs('admin', { kind: 'tenants', tenantIds: [first, third] });
    for (const as of [cookie, limited]) {
      for (const endpoint of [listTenants, listAdminTenants]) {
        const { json } = await app.call(endpoint, { cookie: as, query: { groupId } });
        expect((json.tenants as { id: string }[]).map(({ id }) => id)).toEqual([first]);
      }
      const run = await app.call(startScanRun, { cookie: as, body: { tenantIds: 'all', groupId } });
      expect(run.json).toMatchObject({ total: 1 });
      await app.drainQueue();
    }
    const beyond = await app.call(startScanRun, { cookie, body: { tenantIds: [third], groupId } });
    expect(beyond.status).toBe(404);
    const file = await app.call(exportFindings, { cookie, query: { groupId } });
    const found = (JSON.parse(file.text) as { findings: { tenantId: string }[] }).findings;
    expect(found.length).toBeGreaterThan(0);
    expect(new Set(found.map(({ tenantId }) => tenantId))).toEqual(new Set([first]));
    const others = String((await group('Others', tagged('nobody has it'))).json.id);
    const none = await app.call(exportFindings, { cookie, query: { groupId: others } });
    expect((JSON.parse(none.text) as { findings: unknown[] }).findings).toEqual([]);
  });

  it('is the audit trail, its file too, also where that is written in the background', async () => {
    const groupId = String((await group('Gold', tagged('gold'))).json.id);
    await tag(first, ['gold']);
    await tag(second, ['silver']);
    const query = { groupId, eventType: 'tenant_labels_changed' };
    const { json } = await app.call(listAuditTrail, { cookie, query });
    expect((json.entries as { tenantId: string }[]).map(({ tenantId }) => tenantId)).toEqual([first]);
    const file = await app.call(exportAuditTrail, { cookie, query });
    expect(file.json).toMatchObject({ count: 1, entries: [{ tenantId: first }] });
    await app.close();
    ({ app, cookie, first, second, group, tag } = await openGroupApp({ EXPORT_ANSWER_MAX_BYTES: '0' }));
    const gold = String((await group('Gold', tagged('gold'))).json.id);
    await tag(first, ['gold']);
    await tag(second, ['silver']);
    const asked = await app.call(exportAuditTrail, { cookie, query: { ...query, groupId: gold } });
    expect(asked.status).toBe(202);
    await app.drainQueue();
    const job = await app.call(getExport, { cookie, params: { jobId: String(asked.json.jobId) } });
    expect(job.json).toMatchObject({ status: 'completed', records: 1 });
  });

  it('of no such group is not found', async () => {
    const groupId = crypto.randomUUID();
    expect((await app.call(listTenantSummaries, { cookie, query: { groupId } })).status).toBe(404);
    expect((await app.call(listTenantSummaries, { cookie, query: { groupId: 'gold' } })).status).toBe(400);
  });
});
