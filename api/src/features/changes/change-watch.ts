import { acquireLease } from '../../domain/lease/lease.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import type { Scope } from '../../store/scope.ts';
import { everyTenant, isInScope } from '../../store/scope.ts';
import { afterFailedLook, beginWatch, type WatchEntity, type WatchTable, watchPartition } from './watch-state.ts';
import { type WatchDependencies, watchTenant } from './watch-tenant.ts';

type Dependencies = WatchDependencies & Pick<CommonParts, 'leases' | 'queue'> & { table: WatchTable };

/** So many tenants are one message: a run of a function costs more than a look. */
const tenantsInMessage = 25;
/** So many of them are looked at at the same time. */
const atOnce = 5;
/** As many as a minute sends: all of 5,000 in ten minutes, with room. */
const tenantsAMinute = 1000;
/** A tenant whose message was lost is picked again after this long. */
const claimMs = 15 * 60_000;
/** The states of so many tenants are read one by one; a list of all takes a request for each thousand. */
const readById = 50;
const leaseForMs = 5 * 60_000;
const givenUpMs = 4 * 60_000;

/** Claims tenants that are due, the most overdue first, and sends them in messages. */
async function sweep({ table, queue, clock, everyMinutes }: Dependencies): Promise<number> {
  if (everyMinutes === 0) return 0;
  const now = clock.now();
  const due: { key: string; value: WatchEntity; etag: string }[] = [];
  for await (const one of table.list(watchPartition)) if (one.value.dueAt <= now.toISOString()) due.push(one);
  due.sort((a, b) => (a.value.dueAt < b.value.dueAt ? -1 : 1));
  const dueAt = new Date(now.getTime() + claimMs).toISOString();
  const claimed: string[] = [];
  for (const { key, value, etag } of due.slice(0, tenantsAMinute)) {
    if (await table.replace(watchPartition, key, { ...value, dueAt }, etag)) claimed.push(key);
  }
  for (let at = 0; at < claimed.length; at += tenantsInMessage) {
    await queue.send('upkeep', { kind: 'change-watch', tenantIds: claimed.slice(at, at + tenantsInMessage).join(' ') });
  }
  return claimed.length;
}

const brokenOff = ({ clock, everyMinutes }: Dependencies, entity: WatchEntity): WatchEntity =>
  afterFailedLook(entity, {
    why: 'it broke off (the log of this installation says why).',
    passes: true,
    everyMs: everyMinutes * 60_000,
    now: clock.now(),
  });

/** The state after a look at a tenant; null where it is gone, or becomes another: its next scan begins anew. */
async function afterLook(
  dependencies: Dependencies,
  tenantId: string,
  entity: WatchEntity,
): Promise<WatchEntity | null> {
  const tenant = await dependencies.tenants.open(everyTenant, tenantId);
  if (!tenant || tenant.tenant.purgingSince || tenant.tenant.isMock !== entity.isSimulated) return null;
  return watchTenant(dependencies, tenant, entity, AbortSignal.timeout(givenUpMs));
}

async function lookUnderLease(dependencies: Dependencies, tenantId: string): Promise<void> {
  const { table } = dependencies;
  const stored = await table.get(watchPartition, tenantId);
  if (!stored) return;
  try {
    const next = await afterLook(dependencies, tenantId, stored.value);
    if (next === null) await table.delete(watchPartition, tenantId, stored.etag);
    else await table.replace(watchPartition, tenantId, next, stored.etag);
  } catch (error) {
    await table.replace(watchPartition, tenantId, brokenOff(dependencies, stored.value), stored.etag);
    throw error;
  }
}

async function lookAt(dependencies: Dependencies, tenantId: string): Promise<void> {
  const { leases, clock } = dependencies;
  const lease = await acquireLease(leases, `watch-${tenantId}`, { clock, forMs: leaseForMs });
  // Another worker is at it: what it finds is what this one would.
  if (!lease) return;
  try {
    await lookUnderLease(dependencies, tenantId);
  } finally {
    await lease.release();
  }
}

/** Each tenant by itself: one that fails stops no other, and is due again later. */
async function work(dependencies: Dependencies, tenantIds: readonly string[]): Promise<void> {
  const waiting = [...tenantIds];
  const lane = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      try {
        await lookAt(dependencies, id);
      } catch (error) {
        dependencies.log('A look for changes broke off', { tenantId: id, error });
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}

/** The states of a scope: of a few tenants each by itself, of many from the list of all. */
async function* statesOf(table: WatchTable, scope: Scope): AsyncGenerator<{ key: string; value: WatchEntity }> {
  if (scope.kind === 'none') return;
  const isWanted = (tenantId: string) => isInScope(scope, tenantId);
  if (scope.kind === 'tenants' && scope.tenantIds.length <= readById) {
    const found = await Promise.all(
      scope.tenantIds.filter(isWanted).map(async (key) => ({ key, one: await table.get(watchPartition, key) })),
    );
    for (const { key, one } of found) if (one) yield { key, value: one.value };
    return;
  }
  for await (const { key, value } of table.list(watchPartition)) if (isWanted(key)) yield { key, value };
}

/** The tenants of a scope by whether they are watched, with why the others are not. */
async function state({ table, everyMinutes }: Dependencies, scope: Scope) {
  const leftOut: { tenantId: string; because: string }[] = [];
  let watched = 0;
  for await (const { key, value } of statesOf(table, scope)) {
    if (value.because === '') watched += 1;
    else leftOut.push({ tenantId: key, because: value.because });
  }
  return { everyMinutes, watched, leftOut };
}

/** What changes between two scans, noticed by the directory audit log: one request for a tenant in which nothing did. */
export function createChangeWatch(dependencies: Dependencies) {
  const { table, clock, everyMinutes } = dependencies;
  return {
    /** How far each tenant has come, for tests and tools. */
    table,

    sweep: () => sweep(dependencies),

    /** Works one message. Delivered twice, late or after a crash, it keeps each change once. */
    work: (tenantIds: readonly string[]) => work(dependencies, tenantIds),

    /** Begins with a tenant whose scan has completed. */
    begin: (tenant: { id: string; isMock: boolean }, scannedAt: string) =>
      beginWatch(table, tenant, scannedAt, new Date(clock.now().getTime() + everyMinutes * 60_000)),

    state: (scope: Scope) => state(dependencies, scope),
  };
}

export type ChangeWatch = ReturnType<typeof createChangeWatch>;
