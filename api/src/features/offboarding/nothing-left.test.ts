import { getSession } from '@tenantry/contract/auth';
import { listAdminTenants } from '@tenantry/contract/connections';
import { systemWideId } from '@tenantry/contract/ids';
import { offboardTenant } from '@tenantry/contract/managed-tenants';
import { getScanRun, listScanRuns } from '@tenantry/contract/scan-runs';
import { listTenants } from '@tenantry/contract/tenants';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { userOf, withToken } from '../../../testing/api-tokens.ts';
import { type FilledApp, openFilledApp } from '../../../testing/filled-tenants.ts';
import { everythingKept, type Kept, naming } from '../../../testing/where-named.ts';
import { withEntry } from '../../domain/audit-trail/outbox.ts';
import { update } from '../../ports/collection.ts';
import type { EntryRecord } from '../../store/audit-log.ts';
import { containers } from '../../store/containers.ts';
import { approvalRulesId } from '../../store/system-config.ts';

const places = (kept: readonly Kept[]) => [...new Set(kept.map(({ where }) => where))].toSorted();

describe('a tenant that is offboarded', () => {
  let filled: FilledApp;
  let names: string[];
  let before: Kept[];
  let besideBefore: string[];
  let clientId: string;
  beforeAll(async () => {
    filled = await openFilledApp();
    const { app, tenantId, cookie } = filled;
    const { tenant } = await filled.open(tenantId);
    names = [tenantId, tenant.m365TenantId, tenant.name, tenant.domain];
    clientId = userOf(filled.users.client);
    await leaveOfClient();
    before = naming(await everythingKept(app), names);
    besideBefore = await ofBeside();
    const answer = await app.call(offboardTenant, { params: { id: tenantId }, body: { name: tenant.name }, cookie });
    expect(answer.json).toMatchObject({ id: tenantId, name: tenant.name, done: true });
  });
  afterAll(() => filled.close());

  /** A link that they have not opened, and what they did that is not in the trail yet. */
  async function leaveOfClient(): Promise<void> {
    const { app } = filled;
    await app.app.resetLinks.create(clientId, 60);
    const by = { user: 'jane', target: 'jane', tenantId: filled.tenantId, details: {} };
    const entry = { eventType: 'client_room_viewed', ...by } as const;
    await update(app.app.stores.users, clientId, (one) => withEntry(one, entry, app.app.clock.now()));
  }

  /** What is kept of the tenant beside it and of nobody else. */
  async function ofBeside(): Promise<string[]> {
    const kept = naming(await everythingKept(filled.app), [filled.besideId]);
    const shared = [
      'table c_audit_logs',
      'table c_scan_runs',
      'table c_decision_runs',
      'table c_system_config',
      'table c_users',
      'state sessions',
    ];
    return kept
      .filter(({ where, text }) => !shared.includes(where) && !text.includes(systemWideId))
      .map(({ where, text }) => `${where} ${text}`)
      .toSorted();
  }

  const entries = async () =>
    (
      await filled.app.app.records.across<EntryRecord>(containers.auditLogs).query({
        where: [{ field: 'eventType', op: 'in', value: ['tenant_offboarding_started', 'tenant_offboarded'] }],
        orderBy: { field: 'timestamp', direction: 'asc' },
      })
    ).items;

  it('was in every store before', () => {
    const ofTenants = Object.values(containers).filter(({ partitionField }) => partitionField === 'tenantId');
    expect(places(before)).toEqual(
      expect.arrayContaining([
        ...ofTenants.map(({ name }) => `table c_${name}`),
        ...[
          'tenants',
          'users',
          'scan_runs',
          'decision_runs',
          'system_config',
          'activities',
          'oauth_errors',
          'sync_logs',
        ].map((name) => `table c_${name}`),
        'table c_audit_logs',
        ...['scans', 'settings', 'directory-sync', 'last-sign-in', 'simulated-last-sign-in', 'reports', 'exports'].map(
          (folder) => `file tenantry/${folder}`,
        ),
        ...['oauthrounds', 'pendingconnections', 'upkeep', 'ratelimits'].map((table) => `state ${table}`),
      ]),
    );
  });

  it('is named in no store any more but in the audit trail: no id, no directory, no name, no domain', async () => {
    await filled.app.drainQueue();
    expect(places(naming(await everythingKept(filled.app), names))).toEqual(['table c_audit_logs']);
  });

  it('stands in the trail, with who did it and how much was deleted', async () => {
    const { tenantId } = filled;
    const [started, ended, ...more] = await entries();
    expect(more).toEqual([]);
    expect(started).toMatchObject({ eventType: 'tenant_offboarding_started', user: 'ada', tenantId });
    expect(ended).toMatchObject({
      eventType: 'tenant_offboarded',
      user: 'ada',
      target: names[2],
      tenantId,
      details: {
        m365TenantId: tenantId,
        domain: names[3],
        deleted: { graph_credentials: 2, files: expect.any(Number) },
      },
    });
    const { deleted } = { ...ended?.details } as { deleted: Record<string, number> };
    for (const name of ['findings', 'scan_logs', 'audit_results', 'approvals', 'tasks', 'm365_users', 'files'])
      expect([name, deleted[name] ?? 0]).toEqual([name, expect.toSatisfy((count: number) => count > 0)]);
  });

  it('leaves the tenant beside it as it was, byte by byte', async () => {
    expect(besideBefore.length).toBeGreaterThan(20);
    const after = new Set(await ofBeside());
    expect(besideBefore.filter((one) => !after.has(one)).map((one) => one.slice(0, 200))).toEqual([]);
    expect(after.size).toBe(besideBefore.length);
  });

  it('is out of the scope of users, which does not widen', async () => {
    const { app, users, besideId } = filled;
    const seen = async (cookie: string) => (await app.call(listTenants, { cookie })).json.tenants as { id: string }[];
    expect((await seen(users.both)).map(({ id }) => id)).toEqual([besideId]);
    expect(await seen(users.alone)).toEqual([]);
  });

  it('has no client any more, who was here for it alone', async () => {
    expect((await filled.app.call(getSession, { cookie: filled.users.client })).status).toBe(401);
    expect(await filled.app.app.stores.users.get(clientId)).toBeNull();
  });

  it('has no session and no link of its client any more, and what the client did is in the trail', async () => {
    const kept = await everythingKept(filled.app);
    const ofClient = kept.filter(({ where, text }) => where.startsWith('state ') && text.includes(clientId));
    expect(ofClient.map(({ where }) => where)).toEqual([]);
    const viewed = [{ field: 'eventType', op: 'eq', value: 'client_room_viewed' }] as const;
    expect(await filled.app.app.records.across(containers.auditLogs).count(viewed)).toBe(1);
  });

  it('is out of what tokens reach, which does not widen', async () => {
    const { app, tokens, besideId } = filled;
    const seen = async (token: string) => (await app.call(listTenants, { headers: withToken(token) })).json.tenants;
    expect(await seen(tokens.both)).toMatchObject([{ id: besideId }]);
    expect(await seen(tokens.alone)).toEqual([]);
  });

  it('is out of the runs that it was part of, whose other results stay', async () => {
    const { app, cookie, besideId } = filled;
    const { items } = (await app.call(listScanRuns, { cookie })).json as { items: { runId: string }[] };
    const run = (await app.call(getScanRun, { params: { runId: items[0]?.runId ?? '' }, cookie })).json;
    expect(run).toMatchObject({ completed: 1 });
    expect(JSON.stringify(run)).not.toContain(filled.tenantId);
    expect(besideId).not.toBe('');
  });

  it('is out of rules and decisions for several tenants, which stay for the others', async () => {
    const { systemConfig, decisionRuns } = filled.app.app.stores;
    const rules = (await systemConfig.approvalRules.get(approvalRulesId))?.value.rules ?? [];
    expect(rules).toMatchObject([{ remedyId: 'require-mfa', tenantIds: [filled.besideId] }]);
    const runs = (await decisionRuns.runs.query()).items;
    expect(runs.map(({ approvalIds, handled, decided }) => [approvalIds.length, handled, decided])).toEqual([
      [1, 1, 2],
    ]);
  });

  it('is out of what concerns the installation, of which the rest stays', async () => {
    const approvals = filled.app.app.records.partition<{ id: string; permission: unknown }>(
      containers.approvals,
      systemWideId,
    );
    expect((await approvals.query()).items).toMatchObject([
      { permission: { scope: { kind: 'tenants', tenantIds: [filled.besideId] } } },
    ]);
  });

  it('is gone for whoever tries it again', async () => {
    const { app, cookie, tenantId } = filled;
    const again = await app.call(offboardTenant, { params: { id: tenantId }, body: { name: names[2] }, cookie });
    expect(again.status).toBe(404);
    expect((await app.call(listAdminTenants, { cookie })).json.offboarding).toEqual([]);
    expect(await entries()).toHaveLength(2);
  });

  it('can be connected again, as a new tenant of the same directory', async () => {
    const { app, cookie, tenantId } = filled;
    expect(await filled.connect()).toMatch(/success=tenant_connected/);
    const { tenants } = (await app.call(listAdminTenants, { cookie })).json as { tenants: Record<string, unknown>[] };
    expect(tenants.find(({ id }) => id === tenantId)).toMatchObject({
      credentialStatus: 'connected',
      lastScanStatus: 'none',
      lastAuditDate: null,
      linkedM365Users: null,
    });
    await filled.scan(tenantId);
    await app.drainQueue();
    expect((await filled.open(tenantId)).tenant.audit?.history).toHaveLength(1);
  });
});
