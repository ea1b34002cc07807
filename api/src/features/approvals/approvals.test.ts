import { type Approval, listApprovals } from '@tenantry/contract/approvals';
import { startScan } from '@tenantry/contract/scans';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { conditionOf } from '../../audit/findings/finding-condition.ts';
import { update } from '../../ports/collection.ts';
import type { ApprovalRecord } from '../../store/approvals.ts';
import { auditIdOfScan } from '../../store/latest-audit.ts';
import { everyTenant } from '../../store/scope.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';

const weak = '3f6f0b52-8a4e-4c1d-9b0a-5d2c7e8f1a01';

describe('approvals', () => {
  let app: TestApp;
  let cookie: string;
  let scanLogId: string;
  let records: TenantRecords;
  beforeAll(async () => {
    app = await createTestApp();
    cookie = await app.registerAdmin();
    const started = await app.call(startScan, { body: { tenant_id: weak }, cookie });
    await app.drainQueue();
    scanLogId = String(started.json.scanLogId);
    const opened = await app.app.stores.tenants.open(everyTenant, weak);
    if (!opened) throw new Error('The tenant is missing');
    records = opened;
  });
  afterAll(() => app.close());

  async function list(query: Record<string, string> = {}): Promise<Approval[]> {
    const answer = await app.call(listApprovals, { cookie, query: { limit: '200', ...query } });
    expect(answer.status).toBe(200);
    return answer.json.items as Approval[];
  }

  it('of the scanner name audit, check and issue, with the condition that was found, and would make a task', async () => {
    const approvals = await list();
    expect(approvals.length).toBeGreaterThan(5);
    const auditId = auditIdOfScan(weak, scanLogId);
    const { verdicts } = (await records.audits.get(auditId))?.value.data ?? { verdicts: [] };
    for (const approval of approvals) {
      expect(approval).toMatchObject({
        auditId,
        scanId: scanLogId,
        type: 'task_assignment',
        origin: 'scanner',
        createdBy: 'scanner',
        requestedBy: 'scanner',
        autoCreateTask: true,
        reviewNotes: null,
        approvedBy: null,
        approvedAt: null,
      });
      expect(['critical', 'high', 'medium', 'low']).toContain(approval.priority);
      const verdict = verdicts.find(({ checkId }) => checkId === approval.checkId);
      const [lead, ...others] = approval.findings;
      expect(lead).toMatchObject({
        id: approval.linkedFindingId,
        checkId: approval.checkId,
        severity: verdict?.severity,
      });
      if (others.length === 0) expect(approval.issue).toBe(verdict?.message);
      else for (const { title } of approval.findings) expect(approval.issue).toContain(title);
      expect(approval.category).toBe(verdict?.category);
      const { gaps, settings, affectedCount } = (verdict && conditionOf(verdict)) ?? {};
      expect(approval.condition).toMatchObject({
        status: verdict?.status,
        settings,
        gaps,
        affectedCount,
      });
      const asked = verdicts.filter(({ checkId }) => approval.findings.some((one) => one.checkId === checkId));
      const named = asked.flatMap(({ affected }) =>
        affected.flatMap(({ type, name }) => (type === 'domain' ? [name] : [])),
      );
      const domains = [...new Set(named)];
      expect(approval.affectedDomain?.split(', ').sort() ?? []).toEqual(domains.sort());
    }
    expect(approvals.some(({ affectedDomain }) => affectedDomain !== null)).toBe(true);
  });

  it('are filtered by their type and their status, and by both', async () => {
    const all = await list();
    const [first, second] = all;
    if (!first || !second) throw new Error('There are too few approvals');
    const change = (id: string, to: Partial<ApprovalRecord>) =>
      update(records.approvals, id, (one): ApprovalRecord => ({ ...one, ...to }));
    await change(first.id, { type: 'system_change', status: 'denied', reviewNotes: 'Not now', approvedBy: 'ada' });
    await change(second.id, { type: 'system_change' });
    const ids = async (query: Record<string, string>) => (await list(query)).map(({ id }) => id).sort();
    expect(await ids({ type: 'system_change' })).toEqual([first.id, second.id].sort());
    expect(await ids({ type: 'system_change', status: 'denied' })).toEqual([first.id]);
    expect(await ids({ type: 'audit_publish' })).toEqual([]);
    expect(await ids({ type: 'task_assignment' })).toHaveLength(all.length - 2);
    const [denied] = await list({ status: 'denied' });
    expect(denied).toMatchObject({ id: first.id, reviewNotes: 'Not now', approvedBy: 'ada' });
    expect((await app.call(listApprovals, { cookie, query: { type: 'everything' } })).status).toBe(400);
  });
});
