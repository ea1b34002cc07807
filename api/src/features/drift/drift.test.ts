import { Drift, getDrift, listCompletedScans } from '@tenantry/contract/drift';
import { acceptFinding, listFindings } from '@tenantry/contract/findings';
import type { SimulatedCloud } from '@tenantry/simulator/simulated-cloud';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { openSimulatedApp, type SimulatedApp } from '../../../testing/simulated-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { update } from '../../ports/collection.ts';
import { containers } from '../../store/containers.ts';
import type { ScanRecord } from '../../store/scans.ts';
import { createSettingsArchive } from '../../store/settings-archive.ts';
import type { TenantRecord } from '../../store/tenants.ts';

const weak = '3f6f0b52-8a4e-4c1d-9b0a-5d2c7e8f1a01';
const unlicensed = 'b81e4f60-2d97-4a35-9c46-6e1f0d8a7b03';
const dayMs = 86_400_000;

describe('drift', () => {
  let cloud: SimulatedCloud;
  let app: TestApp;
  let cookie: string;
  let scan: SimulatedApp['scan'];
  let close: () => Promise<void>;
  beforeEach(async () => {
    ({ app, cookie, cloud, scan, close } = await openSimulatedApp());
  });
  afterEach(() => close());

  async function drift(query: Record<string, string> = {}): Promise<Drift> {
    const answer = await app.call(getDrift, { query: { tenantId: weak, ...query }, cookie });
    expect(answer.status).toBe(200);
    return z.parse(Drift, answer.json);
  }
  /** As if the scan had been asked for so many hours ago. */
  async function agedByHours(hours: number): Promise<string> {
    const id = await scan();
    const timestamp = new Date(Date.now() - hours * 3_600_000).toISOString();
    const scans = app.app.records.partition<ScanRecord>(containers.scanLogs, weak);
    await update(scans, id, (record) => ({ ...record, timestamp }));
    return id;
  }
  const auditCalls = () =>
    cloud.requestCounts().filter(({ tenantId, path }) => tenantId === weak && path.includes('directoryAudits')).length;
  const policyId = async (): Promise<{ id: string; name: string }> => {
    const { openGraphSession, listOf } = await import('@tenantry/simulator/testing/graph-session');
    const session = await openGraphSession(cloud, weak);
    const found = listOf(await session.get('/identity/conditionalAccess/policies'));
    const enabled = found.find(({ state }) => state === 'enabled');
    return { id: String(enabled?.id), name: String(enabled?.displayName) };
  };

  it('has nothing to compare before the second scan, says so, and spends no request on the log', async () => {
    expect(await drift()).toMatchObject({ from: null, to: null, reason: expect.stringContaining('no completed scan') });
    const only = await scan();
    expect(await drift()).toMatchObject({ from: null, to: { scanLogId: only }, settings: [], verdicts: [] });
    expect((await drift()).reason).toContain('before this one');
    expect(auditCalls()).toBe(0);
  });

  it('finds nothing between two scans of the same settings, without asking for the log', async () => {
    const [from, to] = [await scan(), await scan()];
    const found = await drift();
    expect(found).toMatchObject({ from: { scanLogId: from }, to: { scanLogId: to }, reason: null, verdicts: [] });
    expect(found.settings).toEqual([]);
    expect(auditCalls()).toBe(0);
  });

  it('shows exactly what was changed, and who changed it', async () => {
    await scan();
    const policy = await policyId();
    cloud.changeTenant(
      weak,
      { kind: 'policy', policyId: policy.id, set: { state: 'enabledForReportingButNotEnforced' } },
      { user: 3 },
    );
    cloud.changeTenant(
      weak,
      { kind: 'setting', setting: 'authorization', set: { allowInvitesFrom: 'none' } },
      { app: 'Terraform' },
    );
    cloud.changeTenant(weak, { kind: 'setting', setting: 'sharepoint', set: { sharingCapability: 'disabled' } });
    cloud.changeTenant(weak, { kind: 'role', role: 'Global Administrator', user: 200 }, { user: 4 });
    await scan();
    const { settings, settingsTotal, verdicts } = await drift();
    expect(settingsTotal).toBe(4);
    expect(settings.map(({ dataset, path, kind, after }) => [dataset, path.join('/'), kind, after])).toEqual([
      ['conditionalAccessPolicies', 'state', 'changed', 'enabledForReportingButNotEnforced'],
      ['roles', '', 'added', 'assignment: active; holder: user'],
      ['authorizationPolicies', 'allowInvitesFrom', 'changed', 'none'],
      ['sharepointSettings', 'sharingCapability', 'changed', 'disabled'],
    ]);
    const who = settings.map(({ who: { entries, unknownBecause } }) => [
      entries.map(({ activity, by }) => [activity, by?.kind]),
      unknownBecause,
    ]);
    expect(who).toEqual([
      [[['Update Conditional Access policy', 'user']], null],
      [[['Add member to role', 'user']], null],
      [[['Update authorization policy', 'app']], null],
      [[], expect.stringContaining('Purview')],
    ]);
    expect(settings[0]?.objectName).toBe(policy.name);
    expect(settings[1]?.objectName).toMatch(/@.*: Global Administrator$/);
    expect(settings[0]?.who.entries[0]?.by?.name).toContain('@');
    expect(settings[2]?.who.entries[0]?.by?.name).toBe('Terraform');
    expect(verdicts.some(({ checkId, direction }) => checkId === 'spo.sharing' && direction === 'better')).toBe(true);
    expect(auditCalls()).toBe(1);
  });

  it('has each finding of the two scans in one list, those that are accepted now in their own', async () => {
    expect((await drift()).findings).toBeNull();
    await scan();
    const firstOf = async (category: string) => {
      const list = await app.call(listFindings, { cookie, tenantId: weak, query: { limit: '1', category } });
      return String((list.json.items as { id: string }[])[0]?.id);
    };
    const [accepted, policy] = [await firstOf('mail-flow'), await firstOf('conditional-access')];
    const body = { reason: 'The customer decided so', expiresAt: new Date(Date.now() + dayMs).toISOString() };
    await app.call(acceptFinding, { params: { findingId: accepted }, body, cookie });
    cloud.changeTenant(weak, { kind: 'setting', setting: 'sharepoint', set: { sharingCapability: 'disabled' } });
    const pathPrefix = '/identity/conditionalAccess/policies';
    cloud.faults.set({ tenantId: weak, pathPrefix, kind: 'status', status: 403 });
    cloud.faults.set({ tenantId: weak, pathPrefix: '/admin/configurationManagement', kind: 'status', status: 409 });
    await scan();
    const found = await drift();
    const lists = found.findings ?? { added: [], resolved: [], stillOpen: [], accepted: [], notVerified: [] };
    expect(lists.accepted.map(({ findingId }) => findingId)).toEqual([accepted]);
    expect(lists.resolved.map(({ checkId }) => checkId)).toContain('spo.sharing');
    expect(lists.notVerified.map(({ findingId }) => findingId)).toContain(policy);
    const told = Object.values(lists).flatMap((some) => some.map(({ findingId }) => findingId));
    expect(new Set(told).size).toBe(told.length);
    expect(lists.stillOpen.length).toBeGreaterThan(0);
    // Without its policies the later scan covers too little to tell one.
    expect([found.from?.score, found.to?.score]).toEqual([expect.any(Number), null]);
  });

  it('tells who made a change that lies several scans back', async () => {
    const first = await scan();
    const { id } = await policyId();
    cloud.changeTenant(weak, { kind: 'policy', policyId: id, set: null }, { user: 3 });
    const second = await scan();
    const third = await scan();
    const found = await drift({ from: first, to: third });
    expect(found.settings).toMatchObject([{ kind: 'removed', after: null, who: { unknownBecause: null } }]);
    expect((await drift({ from: third, to: first })).from?.scanLogId).toBe(first);
    expect((await drift({ from: second, to: third })).settings).toEqual([]);
    expect((await drift({ to: second })).from?.scanLogId).toBe(first);
  });

  it('does not call settings removed that the later scan could not read', async () => {
    await scan();
    cloud.faults.set({
      tenantId: weak,
      pathPrefix: '/identity/conditionalAccess/policies',
      kind: 'status',
      status: 403,
    });
    cloud.faults.set({ tenantId: weak, pathPrefix: '/auditLogs/directoryAudits', kind: 'status', status: 403 });
    cloud.changeTenant(weak, { kind: 'setting', setting: 'authorization', set: { allowInvitesFrom: 'none' } });
    await scan();
    const found = await drift();
    expect(found.settings.map(({ dataset }) => dataset)).toEqual(['authorizationPolicies']);
    expect(found.settings[0]?.who.unknownBecause).toContain('AuditLog.Read.All');
    const missing = found.notComparable.find(({ dataset }) => dataset === 'conditionalAccessPolicies');
    expect(missing?.because).toContain('Later scan');
    expect(found.verdicts.some(({ direction }) => direction === 'unknown-now')).toBe(true);
  });

  it('asks by the time alone where Graph refuses to filter by category', async () => {
    await scan();
    cloud.changeTenant(weak, { kind: 'setting', setting: 'authorization', set: { allowInvitesFrom: 'none' } });
    cloud.faults.set({
      tenantId: weak,
      pathPrefix: '/auditLogs/directoryAudits',
      kind: 'status',
      status: 400,
      times: 1,
    });
    await scan();
    expect((await drift()).settings).toMatchObject([
      { who: { entries: [{ activity: 'Update authorization policy' }] } },
    ]);
  });

  it('lists the completed scans, newest first, page by page', async () => {
    const [one, two, three] = [await scan(), await scan(), await scan()];
    const page = await app.call(listCompletedScans, { query: { tenantId: weak, limit: '2' }, cookie });
    expect(page.json).toMatchObject({ total: 3, items: [{ scanLogId: three }, { scanLogId: two }] });
    const cursor = String(page.json.nextCursor);
    const rest = await app.call(listCompletedScans, { query: { tenantId: weak, limit: '2', cursor }, cookie });
    expect(rest.json).toMatchObject({ items: [{ scanLogId: one }] });
  });

  it('gives no scan of another tenant, as if it were not there', async () => {
    await scan();
    const foreign = await scan(unlicensed);
    const absent = `${weak}_scan-absent`;
    for (const query of [{ to: foreign }, { from: foreign }, { to: absent }] as Record<string, string>[]) {
      const answer = await app.call(getDrift, { query: { tenantId: weak, ...query }, cookie });
      expect([answer.status, answer.json.code]).toEqual([404, 'NOT_FOUND']);
    }
    const viewer = await app.signInAs('viewer', { kind: 'tenants', tenantIds: [unlicensed] });
    expect((await app.call(getDrift, { query: { tenantId: weak }, cookie: viewer })).status).toBe(404);
    expect((await app.call(getDrift, { query: { tenantId: unlicensed }, cookie: viewer })).status).toBe(200);
  });

  it('compares with the scan of a week before, also where it began somewhat later than the week', async () => {
    const [older, weekAgo, , latest] = [
      await agedByHours(14 * 24),
      await agedByHours(7 * 24 - 1),
      await agedByHours(6 * 24),
      await agedByHours(0),
    ];
    const found = await drift({ since: 'week' });
    expect(found).toMatchObject({ from: { scanLogId: weekAgo }, to: { scanLogId: latest }, reason: null });
    expect(found.baselines.week?.scanLogId).toBe(weekAgo);
    expect((await drift({ since: 'week', to: weekAgo })).from?.scanLogId).toBe(older);
    const none = await drift({ since: 'week', to: older });
    expect(none).toMatchObject({ from: null, baselines: { previous: null, week: null, report: null } });
    expect(none.reason).toContain('a week before');
  });

  it('compares with the scan that the last report was made of', async () => {
    const [reported, , latest] = [await scan(), await scan(), await scan()];
    expect((await drift({ since: 'report' })).reason).toContain('No report');
    const [from] = (await app.call(listCompletedScans, { query: { tenantId: weak }, cookie })).json.items as {
      at: string;
    }[];
    const at = new Date(Date.parse(from?.at ?? '') - 1).toISOString();
    const made = { scannedAt: at, madeAt: '2026-01-05T00:00:00.000Z', madeBy: 'ada' };
    await update(
      app.app.stores.tenants,
      weak,
      (tenant): TenantRecord => ({ ...tenant, lastReports: [{ scanLogId: reported, ...made }] }),
    );
    const found = await drift({ since: 'report' });
    expect(found).toMatchObject({ from: { scanLogId: reported }, to: { scanLogId: latest }, reason: null });
    expect(found.baselines.report).toMatchObject({ scanLogId: reported, madeAt: made.madeAt, madeBy: 'ada' });
    await app.app.records.partition<ScanRecord>(containers.scanLogs, weak).delete(reported);
    expect(await drift({ since: 'report' })).toMatchObject({ from: null, baselines: { report: null } });
  });

  it('refuses two baselines at once, and a scan compared with itself', async () => {
    const only = await scan();
    for (const query of [{ from: only, since: 'week' }, { from: only }, { from: only, to: only }, { since: 'ever' }]) {
      const answer = await app.call(getDrift, {
        query: { tenantId: weak, ...query } as unknown as Record<string, string>,
        cookie,
      });
      expect(answer.status).toBe(400);
    }
  });

  it('lists the scans of before an instant', async () => {
    const older = await agedByHours(48);
    await scan();
    const before = new Date(Date.now() - 24 * 3_600_000).toISOString();
    const page = await app.call(listCompletedScans, { query: { tenantId: weak, before }, cookie });
    expect(page.json).toMatchObject({ total: 1, items: [{ scanLogId: older }] });
  });

  it('puts a new Global Administrator first, and says what is never compared', async () => {
    await scan();
    cloud.changeTenant(weak, { kind: 'setting', setting: 'authorization', set: { allowInvitesFrom: 'none' } });
    cloud.changeTenant(weak, { kind: 'role', role: 'Global Administrator', user: 200 }, { user: 4 });
    await scan();
    const { settings, neverCompared } = await drift();
    expect(settings[0]).toMatchObject({
      dataset: 'roles',
      attention: { weight: 'critical', title: 'New Global Administrator', kind: 'privileged-role' },
    });
    expect(settings[0]?.who.entries[0]?.by?.name).toContain('@');
    expect(neverCompared.some(({ label }) => label.includes('Forwarding rules'))).toBe(true);
  });

  it('forgets settings older than 400 days, and says that they are gone', async () => {
    const id = await scan();
    await scan();
    const archive = createSettingsArchive(app.app.blobs);
    const now = Date.now();
    await archive.clean(weak, new Date(now + 399 * dayMs));
    expect((await drift()).notComparable.some(({ dataset }) => dataset === 'settings')).toBe(false);
    await archive.clean(weak, new Date(now + 401 * dayMs));
    const found = await drift({ from: id });
    expect(found.settings).toEqual([]);
    expect(found.notComparable).toMatchObject([
      { dataset: 'settings', because: expect.stringContaining('no longer stored') },
    ]);
  });
});
