import { changeBaseline } from '@tenantry/contract/baselines';
import { listFindings, setFindingStatus } from '@tenantry/contract/findings';
import { createTenantGroup } from '@tenantry/contract/tenant-groups';
import { listTenantSummaries, type TenantSummary, type TenantTotals } from '@tenantry/contract/tenant-summaries';
import { goodProfile } from '@tenantry/simulator/profiles/good-profile';
import { weakProfile } from '@tenantry/simulator/profiles/weak-profile';
import { beforeEach, describe, expect, it } from 'vitest';
import { openSimulatedApp, type SimulatedApp } from '../../../testing/simulated-app.ts';
import { type Query, update } from '../../ports/collection.ts';
import type { RecordStore } from '../../ports/record-store.ts';
import { containers, globalPartition } from '../../store/containers.ts';
import { everyTenant } from '../../store/scope.ts';
import { openStores } from '../../store/stores.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import { tenantSummaries } from './tenant-summaries.ts';

type Listed = { items: TenantSummary[]; total: number; nextCursor?: string; summary: TenantTotals };
const dayMs = 86_400_000;

/** The same records, telling of which container each page is asked for. */
function tellingQueries(records: RecordStore, tell: (container: string) => void): RecordStore {
  function telling<R extends { query(query?: Query): unknown }>(name: string, reads: R): R {
    const query = (of?: Query) => {
      tell(name);
      return reads.query(of);
    };
    return { ...reads, query };
  }
  return {
    ...records,
    partition: (container, partition) => telling(container.name, records.partition(container, partition)),
    across: (container) => telling(container.name, records.across(container)),
  };
}

describe('the overview', () => {
  let opened: SimulatedApp;
  beforeEach(async () => {
    opened = await openSimulatedApp();
    return opened.close;
  });

  async function list(query: Record<string, string> = {}, cookie = opened.cookie): Promise<Listed> {
    const answer = await opened.app.call(listTenantSummaries, { query, cookie });
    expect([answer.status, answer.text.slice(0, 200)]).toEqual([200, expect.any(String)]);
    return answer.json as Listed;
  }
  const scan = (tenantId: string) => opened.scan(tenantId);
  const ofTenant = async (tenantId: string) => (await list()).items.find((one) => one.tenantId === tenantId);
  const tenants = () => opened.app.app.records.partition<TenantRecord>(containers.tenants, globalPartition);

  it('puts first who needs somebody, and says why', async () => {
    await scan(goodProfile.id);
    await scan(weakProfile.id);
    const { items, summary } = await list();
    expect(items.map(({ status }) => status)).toEqual(['Critical', 'Unknown', 'Unknown', 'OK']);
    expect(items[0]).toMatchObject({
      tenantId: weakProfile.id,
      topReason: { kind: 'finding', severity: 'critical', findingId: expect.stringContaining(weakProfile.id) },
      // An alert and a risk detection of one account stand before every finding, with their page at Microsoft.
      incident: {
        title: expect.stringMatching(/@.+: Suspicious inbox forwarding rule; Risk detection/),
        severity: 'high',
        url: expect.stringMatching(/^https:\/\/security\.microsoft\.com\//),
        more: 1,
      },
      openAlerts: expect.any(Number),
      change: null,
      changeUnknownBecause: 'First audited less than 7 days ago.',
    });
    expect(items[1]).toMatchObject({ topReason: { kind: 'notScanned' }, openAlerts: null });
    expect(summary).toMatchObject({ tenants: 4, healthy: 1, critical: 1, unknown: 2, failing: 0, withIncidents: 1 });
    const states = ['healthy', 'needAttention', 'critical', 'failing', 'unknown'] as const;
    expect(states.reduce((sum, state) => sum + summary[state], 0)).toBe(summary.tenants);
    expect((await list({ need: 'incidents' })).items.map(({ tenantId }) => tenantId)).toEqual([weakProfile.id]);
  });

  it('names another finding once the first one is dealt with', async () => {
    await scan(weakProfile.id);
    const first = (await ofTenant(weakProfile.id))?.topReason;
    const { cookie, app } = opened;
    const { json } = await app.call(listFindings, { tenantId: weakProfile.id, query: { limit: '1' }, cookie });
    const [top] = json.items as { id: string; title: string }[];
    expect(first).toMatchObject({ findingId: top?.id, text: top?.title });
    await app.call(setFindingStatus, {
      params: { findingId: top?.id ?? '' },
      body: { status: 'resolved', reason: 'The customer turned it off' },
      cookie,
    });
    const second = (await ofTenant(weakProfile.id))?.topReason;
    expect(second?.findingId).not.toBe(top?.id);
    expect(second?.kind).toBe('finding');
  });

  it('counts open alerts of Microsoft, and says why where they were refused', async () => {
    await scan(goodProfile.id);
    expect(await ofTenant(goodProfile.id)).toMatchObject({ openAlerts: 0, openAlertsUnknownBecause: null });
    const body = { error: { code: 'Authorization_RequestDenied', message: 'Insufficient privileges.' } };
    opened.cloud.faults.set({ pathPrefix: '/security/alerts_v2', kind: 'status', status: 403, body });
    await scan(goodProfile.id);
    expect(await ofTenant(goodProfile.id)).toMatchObject({
      openAlerts: null,
      openAlertsUnknownBecause: expect.stringContaining('SecurityAlert.Read.All'),
    });
  });

  it('counts the critical issues, and the tenants without a scan in the last seven days', async () => {
    expect((await list()).summary).toMatchObject({ criticalIssues: null, pendingAudits: 4 });
    await scan(weakProfile.id);
    const summary = await ofTenant(weakProfile.id);
    expect(summary).toMatchObject({ lastScanDate: expect.any(String), securityScore: expect.any(Number) });
    const { criticalIssues } = summary ?? {};
    expect((await list()).summary).toMatchObject({ criticalIssues, pendingAudits: 3 });
    expect(criticalIssues).toBeGreaterThan(0);
    const endedAt = (days: number) => new Date(Date.now() - days * dayMs).toISOString();
    for (const [days, pendingAudits] of [
      [6.9, 3],
      [7.1, 4],
    ] as const) {
      await update(tenants(), weakProfile.id, (tenant) => ({
        ...tenant,
        lastScan: tenant.lastScan && { ...tenant.lastScan, endedAt: endedAt(days) },
      }));
      expect((await list()).summary.pendingAudits).toBe(pendingAudits);
    }
  });

  it('compares with seven days ago', async () => {
    await scan(goodProfile.id);
    const at = new Date(Date.now() - 8 * dayMs).toISOString();
    await update(tenants(), goodProfile.id, (tenant) => ({
      ...tenant,
      audit: tenant.audit && {
        ...tenant.audit,
        history: [{ at, score: 99, openIssues: 0, evaluated: 1 }, ...tenant.audit.history],
      },
    }));
    const { items, summary } = await list({ need: 'worse' });
    expect(items).toMatchObject([{ tenantId: goodProfile.id, change: { since: at, direction: 'worse' } }]);
    expect(summary.worse).toBe(1);
  });

  it('is searched and filtered within the scope, and its totals stay those of the scope', async () => {
    await scan(weakProfile.id);
    opened.cloud.entra.change({ tenantId: goodProfile.id, consent: 'withdrawn' });
    await scan(goodProfile.id);
    const idsOf = async (query: Record<string, string>) => (await list(query)).items.map(({ tenantId }) => tenantId);
    expect(await idsOf({ search: 'ALDERWICK' })).toEqual([goodProfile.id]);
    expect(await idsOf({ search: weakProfile.domain })).toEqual([weakProfile.id]);
    expect(await idsOf({ search: 'nobody' })).toEqual([]);
    expect(await idsOf({ status: 'Critical' })).toEqual([weakProfile.id]);
    expect(await idsOf({ status: 'Failing' })).toEqual([goodProfile.id]);
    expect(await idsOf({ need: 'failing' })).toEqual([goodProfile.id]);
    expect(await idsOf({ mode: 'live' })).toEqual([]);
    expect(await list({ search: 'ALDERWICK' })).toMatchObject({ total: 1, summary: { tenants: 4 } });
    const scoped = await opened.app.signInAs('viewer', { kind: 'tenants', tenantIds: [weakProfile.id] });
    expect(await list({ mode: 'simulated' }, scoped)).toMatchObject({ total: 1, summary: { tenants: 1 } });
    expect((await opened.app.call(listTenantSummaries, { query: { status: 'Fine' }, cookie: scoped })).status).toBe(
      400,
    );
  });

  it.each(['need', 'name'])('is read page by page in the order of %s, each tenant once', async (sort) => {
    await scan(weakProfile.id);
    const whole = (await list({ sort })).items.map(({ tenantId }) => tenantId);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await list({ sort, limit: '1', ...(cursor ? { cursor } : {}) });
      seen.push(...page.items.map(({ tenantId }) => tenantId));
      cursor = page.nextCursor;
    } while (cursor);
    expect(seen).toEqual(whole);
    const bad = await opened.app.call(listTenantSummaries, { query: { cursor: '%%' }, cookie: opened.cookie });
    expect(bad.status).toBe(400);
  });

  it('reads tenants and the few lost connections, whatever there is of audits and findings', async () => {
    const { records } = opened.app.app;
    const [template] = (await tenants().query()).items;
    if (!template) throw new Error('There is no tenant');
    for (let n = 0; n < 996; n += 1) {
      const id = crypto.randomUUID();
      await tenants().create({ ...template, id, name: `Tenant ${n}`, nameKey: `tenant ${n}`, m365TenantId: id });
    }
    const asked: string[] = [];
    const watched = tellingQueries(records, (container) => asked.push(container));
    const stores = openStores(watched, opened.app.app.clock);
    const page = await tenantSummaries(stores, everyTenant, { limit: 50, sort: 'need' }, new Date());
    expect([page.items.length, page.total, page.summary.tenants]).toEqual([50, 1000, 1000]);
    const names = [containers.graphCredentials, containers.systemConfig].map(({ name }) => name);
    // A thousand tenants are one page.
    expect(asked.sort()).toEqual([...names, containers.tenants.name].sort());
    // With baselines for every tenant there are three more, whatever number of tenants there is.
    const rule = { match: 'all', conditions: [{ field: 'mode', value: 'simulated' }] };
    const made = await opened.app.call(createTenantGroup, { cookie: opened.cookie, body: { name: 'All', rule } });
    for (const baselineId of ['essentials', 'cis-level-2', 'scuba']) {
      const body = { revision: 0, groupIds: [String(made.json.id)] };
      await opened.app.call(changeBaseline, { cookie: opened.cookie, params: { baselineId }, body });
    }
    asked.length = 0;
    const held = await tenantSummaries(stores, everyTenant, { limit: 50, sort: 'need' }, new Date());
    expect(held.items.map(({ baselines }) => baselines.length)).toEqual(Array(50).fill(3));
    const reads = [...names, containers.tenantGroups.name, containers.findings.name, containers.findings.name];
    expect(asked.sort()).toEqual([...reads, containers.tenants.name].sort());
  });
});
