import { systemWideId } from '@tenantry/contract/ids';
import { all, type Collection, type Condition, update } from '../ports/collection.ts';
import type { RecordStore } from '../ports/record-store.ts';
import type { StateStore } from '../ports/state.ts';
import type { OutboxEntry } from '../ports/trail.ts';
import { containers, globalPartition } from './containers.ts';
import { type DecisionRunRecord, withoutTenantsRequests } from './decision-runs.ts';
import { idsOf, namesTenant, type TenantNames } from './names-tenant.ts';
import { withoutTenant } from './run-without-tenant.ts';
import type { ScanRunRecord } from './scan-runs.ts';
import type { ScanRecord } from './scans.ts';
import type { Scope } from './scope.ts';
import { type ApprovalRule, approvalRulesId, openSystemConfigStore } from './system-config.ts';
import type { TenantGroupRecord } from './tenant-groups.ts';
import { openTokenStore, type TokenRecord } from './tokens.ts';
import { type UserRecord, withUserKeys } from './users.ts';

type Container = keyof typeof containers;
type GlobalContainer = {
  [K in Container]: (typeof containers)[K]['partitionField'] extends 'partition' ? K : never;
}[Container];

export type Erasing = {
  tenant: TenantNames;
  /** Asked before each step: false where another process may be at it by now. */
  mayGoOn(): boolean;
  /** Whether exports of the database go too: they hold every tenant, and those of after its end hold this one no more. */
  withExports: boolean;
  /** Seals what people did with a record before it is deleted. */
  keep(entries: readonly OutboxEntry[]): Promise<void>;
};

export type Step = (erasing: Erasing) => Promise<boolean>;
export type AnyRecord = { id: string; outbox?: readonly OutboxEntry[] };

const atOnce = 50;

/** The containers of which each tenant has a partition of its own. */
export const ofTenants = Object.values(containers).filter(({ partitionField }) => partitionField === 'tenantId');

async function deleteRecord(collection: Collection<AnyRecord>, record: AnyRecord, { keep }: Erasing): Promise<void> {
  if (record.outbox && record.outbox.length > 0) await keep(record.outbox);
  await collection.delete(record.id);
}

/** @returns whether all that matches is gone */
export async function deleteAll(
  collection: Collection<AnyRecord>,
  where: readonly Condition[],
  erasing: Erasing,
): Promise<boolean> {
  for (;;) {
    const { items } = await collection.query({ where, limit: atOnce });
    if (items.length === 0) return true;
    if (!erasing.mayGoOn()) return false;
    await Promise.all(items.map((record) => deleteRecord(collection, record, erasing)));
  }
}

/** Deletes from the partitions of a log (months, or whom it was told) what is filed under the tenant, and of the rest what names it. */
function fromMonths(
  records: RecordStore,
  container: 'activities' | 'oauthErrors' | 'syncLogs' | 'notices',
  tenantField: string,
): Step {
  return async (erasing) => {
    const names = namesTenant(erasing.tenant);
    const isOfTenant: Condition = { field: tenantField, op: 'in', value: idsOf(erasing.tenant) };
    for await (const month of records.partitionKeys(containers[container])) {
      const log = records.partition<AnyRecord>(containers[container], month);
      if (!(await deleteAll(log, [isOfTenant], erasing))) return false;
      // What is filed under another tenant is about that one.
      const isOfNobody: Condition = {
        anyOf: ['', null, systemWideId].map((value) => ({ field: tenantField, op: 'eq' as const, value })),
      };
      for await (const record of all(log, { where: [isOfNobody] })) {
        if (!erasing.mayGoOn()) return false;
        if (names(record)) await deleteRecord(log, record, erasing);
      }
    }
    return true;
  };
}

/** What is left of a scope never widens. */
function withoutId(scope: Scope, id: string): Scope {
  if (scope.kind !== 'tenants') return scope;
  const tenantIds = scope.tenantIds.filter((one) => one !== id);
  if (scope.groupIds?.length)
    return { ...scope, tenantIds, namedIds: (scope.namedIds ?? []).filter((one) => one !== id) };
  return tenantIds.length === 0 ? { kind: 'none' } : { kind: 'tenants', tenantIds };
}

/** The tables with a partition for each user by which they get in: their sessions, and the links that open one. */
const waysIn = ['sessions', 'resetlinks'] as const;

/**
 * A contact of the tenant's client goes, with every way in: the same contact of a tenant that is made again has the same id. Their record goes
 * last, so that whoever goes on where this was finds them.
 */
async function deleteClient(users: Collection<UserRecord>, state: StateStore, user: UserRecord, erasing: Erasing) {
  for (const name of waysIn) {
    const table = state.table(name);
    for await (const { key } of table.list(user.id)) await table.delete(user.id, key);
  }
  await deleteRecord(users as unknown as Collection<AnyRecord>, user, erasing);
}

/** Takes the tenant out of the scope of every user. */
const fromUsers =
  (records: RecordStore, state: StateStore): Step =>
  async (erasing) => {
    const { id } = erasing.tenant;
    const users = records.partition<UserRecord>(containers.users, globalPartition);
    const isScoped = ({ scope }: UserRecord) => scope.kind === 'tenants' && scope.tenantIds.includes(id);
    for await (const user of all(users)) {
      if (!erasing.mayGoOn()) return false;
      // A contact of its client was here for this tenant alone.
      if (user.client?.tenantId === id) await deleteClient(users, state, user, erasing);
      if (user.client || !isScoped(user)) continue;
      await update(users, user.id, (current) => withUserKeys({ ...current, scope: withoutId(current.scope, id) }));
    }
    return true;
  };

/** Takes the tenant out of every group. Their rules name no tenant. */
const fromGroups =
  (records: RecordStore): Step =>
  async ({ tenant: { id }, mayGoOn }) => {
    const groups = records.partition<TenantGroupRecord>(containers.tenantGroups, globalPartition);
    for await (const group of all(groups)) {
      if (!mayGoOn()) return false;
      if (!group.tenantIds.includes(id)) continue;
      await update(groups, group.id, (current) => ({
        ...current,
        tenantIds: current.tenantIds.filter((one) => one !== id),
      }));
    }
    return true;
  };

/** Takes the tenant out of every run of scans; a run of its own alone goes. */
const fromRuns =
  (records: RecordStore): Step =>
  async (erasing) => {
    const { tenant, mayGoOn } = erasing;
    const runs = records.partition<ScanRunRecord>(containers.scanRuns, globalPartition);
    const scans = records.partition<ScanRecord>(containers.scanLogs, tenant.id);
    const names = namesTenant(tenant);
    for await (const run of all(runs)) {
      if (!mayGoOn()) return false;
      if (!names(run)) continue;
      const where: Condition[] = [{ field: 'runId', op: 'eq', value: run.id }];
      const [scan] = (await scans.query({ where, limit: 1 })).items;
      const left = await update(runs, run.id, (current) => withoutTenant(current, tenant.id, scan?.status ?? null));
      if (left?.tenantIds.length === 0) await deleteRecord(runs as unknown as Collection<AnyRecord>, left, erasing);
    }
    return true;
  };

/** Takes the tenant's requests out of every run of decisions; a run of its own alone goes. */
const fromDecisionRuns =
  (records: RecordStore): Step =>
  async (erasing) => {
    const { tenant, mayGoOn } = erasing;
    const runs = records.partition<DecisionRunRecord>(containers.decisionRuns, globalPartition);
    const names = namesTenant(tenant);
    for await (const run of all(runs)) {
      if (!mayGoOn()) return false;
      if (!names(run)) continue;
      const left = await update(runs, run.id, (current) => withoutTenantsRequests(current, tenant.id));
      if (left?.approvalIds.length === 0) await deleteRecord(runs as unknown as Collection<AnyRecord>, left, erasing);
    }
    return true;
  };

/** Takes the tenant out of the rules about approvals; one for it alone goes. */
const fromApprovalRules =
  (records: RecordStore): Step =>
  async ({ tenant: { id }, mayGoOn }) => {
    if (!mayGoOn()) return false;
    const { approvalRules } = openSystemConfigStore(records);
    const without = (rule: ApprovalRule): ApprovalRule[] => {
      if (rule.tenantIds === 'all' || !rule.tenantIds.includes(id)) return [rule];
      const tenantIds = rule.tenantIds.filter((one) => one !== id);
      return tenantIds.length === 0 ? [] : [{ ...rule, tenantIds }];
    };
    await update(approvalRules, approvalRulesId, (current) => {
      const rules = current.rules.flatMap(without);
      const isSame = rules.length === current.rules.length && rules.every((rule, at) => rule === current.rules[at]);
      // Whoever is editing them has to see what is left.
      return isSame ? current : { ...current, rules, revision: current.revision + 1 };
    });
    return true;
  };

/** Takes the tenant out of what tokens were made for; one that reached it alone reaches none. */
const fromTokens =
  (records: RecordStore): Step =>
  async ({ tenant: { id }, mayGoOn }) => {
    const tokens = openTokenStore(records);
    for (const { id: tokenId, scope } of await tokens.all()) {
      if (!mayGoOn()) return false;
      if (scope.kind !== 'tenants' || !scope.tenantIds.includes(id)) continue;
      await update(tokens, tokenId, (token): TokenRecord => {
        if (token.scope.kind !== 'tenants') return token;
        const tenantIds = token.scope.tenantIds.filter((one) => one !== id);
        return { ...token, scope: tenantIds.length === 0 ? { kind: 'none' } : { kind: 'tenants', tenantIds } };
      });
    }
    return true;
  };

/** One step after another, as far as they may go on. */
const inTurn =
  (...steps: readonly Step[]): Step =>
  async (erasing) => {
    for (const step of steps) if (!(await step(erasing))) return false;
    return true;
  };

/** The value without the id, wherever it stands in a list; other lists and values stay as they are. */
function unlisted(value: unknown, id: string): unknown {
  if (Array.isArray(value)) return value.filter((one) => one !== id).map((one) => unlisted(one, id));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, unlisted(inner, id)]));
}

/**
 * Of what concerns the installation and lies among the tenants' own (a request for a user's permissions): the tenant is taken
 * out of its lists, and what names it all the same goes. The trail has both.
 */
export const fromSystemWide =
  (records: RecordStore): Step =>
  async (erasing) => {
    const names = namesTenant(erasing.tenant);
    for (const container of ofTenants) {
      const systemWide = records.partition<AnyRecord>(container, systemWideId);
      for await (const record of all(systemWide)) {
        if (!erasing.mayGoOn()) return false;
        if (!names(record)) continue;
        const left = await update(systemWide, record.id, (current) => {
          const { outbox, ...rest } = current;
          const unnamed = unlisted(rest, erasing.tenant.id) as AnyRecord;
          return { ...unnamed, ...(outbox ? { outbox } : {}) };
        });
        if (left && names({ ...left, outbox: [] })) await deleteRecord(systemWide, left, erasing);
      }
    }
    return true;
  };

/** Nothing in these names a tenant, or what does is the tenant's own record or the trail. */
const nothing: Step = async () => true;

/** Of each container that is not the tenants' own: what is done there. A new one does not compile without its line. */
export const globalSteps = (records: RecordStore, state: StateStore): Record<GlobalContainer, Step> => ({
  tenants: nothing,
  tenantGroups: fromGroups(records),
  users: fromUsers(records, state),
  scanRuns: fromRuns(records),
  decisionRuns: fromDecisionRuns(records),
  activities: fromMonths(records, 'activities', 'tenantId'),
  oauthErrors: fromMonths(records, 'oauthErrors', 'originatingTenantId'),
  syncLogs: fromMonths(records, 'syncLogs', 'tenantId'),
  notices: fromMonths(records, 'notices', 'tenantId'),
  roleMappings: nothing,
  healthChecks: nothing,
  systemMetrics: nothing,
  systemConfig: inTurn(fromApprovalRules(records), fromTokens(records)),
  auditLogs: nothing,
});
