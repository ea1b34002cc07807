import type { Baseline } from '@tenantry/contract/baseline-list';
import type { changeBaseline, createBaseline } from '@tenantry/contract/baselines';
import type { Parsed } from '@tenantry/contract/endpoint';
import { catalog } from '../../audit/checks/catalog.ts';
import { changeAndSeal, emptyOutbox, settleOutbox, withEntry } from '../../domain/audit-trail/outbox.ts';
import { whatChanged } from '../../domain/audit-trail/what-changed.ts';
import {
  type AssignedBaseline,
  type BaselineRule,
  readAssigned,
  readBaselines,
  requiredOf,
} from '../../domain/baselines/baselines.ts';
import { builtInBaselines } from '../../domain/baselines/built-in-baselines.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { AppError } from '../../http/app-error.ts';
import type { Caller } from '../../http/caller.ts';
import { createOnce, RecordExistsError } from '../../ports/collection.ts';
import { type BaselineRecord, type BaselineStore, baselineKey } from '../../store/baselines.ts';
import { isInScope } from '../../store/scope.ts';
import type { TenantGroupStore } from '../../store/tenant-groups.ts';

export type BaselineDependencies = Pick<CommonParts, 'tenants' | 'findings' | 'systemConfig' | 'trail' | 'clock'> & {
  baselines: BaselineStore;
  tenantGroups: TenantGroupStore;
};

const baselinesAtMost = 100;
export const noSuchBaseline = () =>
  new AppError('NOT_FOUND', 'There is no such baseline. Somebody may have deleted it.');
const fieldError = (path: string, message: string, code: 'CONFLICT' | 'INVALID_INPUT' = 'INVALID_INPUT') =>
  new AppError(code, `${message}.`, { fields: [{ path, message }] });
const nameTaken = () => fieldError('name', 'Another baseline has this name', 'CONFLICT');

const told = ['name', 'description', 'checkIds', 'minimumGravity', 'dueDays', 'groupIds'] as const;
const catalogIds = new Set(catalog.map(({ id }) => id));

/** A baseline as a caller sees it: of groups and tenants their own alone. */
function baselineView(baseline: AssignedBaseline, { scope }: Caller, visibleGroups: ReadonlySet<string>): Baseline {
  const { tenantIds, required, groupIds, ...own } = baseline;
  const tenants = [...tenantIds].filter((id) => isInScope(scope, id)).length;
  return {
    ...own,
    checkIds: [...own.checkIds],
    required: required.length,
    groupIds: groupIds.filter((id) => visibleGroups.has(id)),
    tenants,
  };
}

/** The baselines that hold for tenants of the caller; whoever sees every tenant sees every baseline. */
export async function baselinesFor(dependencies: BaselineDependencies, caller: Caller): Promise<Baseline[]> {
  const { scope } = caller;
  const [assigned, groups] = await Promise.all([readAssigned(dependencies), dependencies.tenantGroups.all()]);
  const seesAll = scope.kind === 'all';
  const visible = groups.filter(({ tenantIds }) => seesAll || tenantIds.some((id) => isInScope(scope, id)));
  const visibleIds = new Set(visible.map(({ id }) => id));
  return assigned
    .map((baseline) => baselineView(baseline, caller, visibleIds))
    .filter(({ tenants }) => seesAll || tenants > 0);
}

async function viewOf(dependencies: BaselineDependencies, caller: Caller, baselineId: string): Promise<Baseline> {
  const view = (await baselinesFor(dependencies, caller)).find(({ id }) => id === baselineId);
  if (!view) throw noSuchBaseline();
  return view;
}

type Fields = Pick<BaselineRecord, 'name' | 'checkIds' | 'groupIds' | 'minimumGravity'>;

/**
 * @throws AppError INVALID_INPUT for checks and groups that there are not, unless the baseline names them already, and for what would
 * require nothing
 */
async function requireKnown(
  { tenantGroups }: BaselineDependencies,
  { checkIds, groupIds, minimumGravity }: Fields,
  before: Pick<BaselineRule, 'checkIds' | 'groupIds' | 'required'> | null,
): Promise<void> {
  const isKnown = (id: string) => catalogIds.has(id) || before?.checkIds.includes(id) === true;
  if (!checkIds.every(isKnown)) throw fieldError('checkIds', 'There is no such check');
  if (requiredOf(checkIds, minimumGravity).length === 0 && before?.required.length !== 0)
    throw fieldError(
      'checkIds',
      'None of these checks is as severe as the baseline requires: choose others, or a lower severity',
    );
  const added = groupIds.filter((id) => before?.groupIds.includes(id) !== true);
  const groups = new Set((await tenantGroups.all()).map(({ id }) => id));
  if (!added.every((id) => groups.has(id))) throw fieldError('groupIds', 'There is no such group');
}

const hasBuiltInName = (name: string): boolean => {
  const key = baselineKey(name);
  return builtInBaselines.some((one) => baselineKey(one.name) === key);
};

async function store(
  { baselines, trail, clock }: BaselineDependencies,
  caller: Caller,
  id: string,
  fields: Parsed<typeof createBaseline.body>,
  entry: { eventType: 'baseline_created' | 'baseline_changed'; before: BaselineRule | null },
): Promise<void> {
  const now = clock.now();
  const at = now.toISOString();
  const made: BaselineRecord = {
    id,
    key: baselineKey(fields.name),
    ...fields,
    revision: 1,
    createdAt: at,
    updatedAt: at,
    updatedBy: caller.name,
    ...emptyOutbox,
  };
  const record = withEntry(
    made,
    {
      eventType: entry.eventType,
      user: caller.user.username,
      target: made.name,
      tenantId: null,
      details: whatChanged<Pick<BaselineRecord, (typeof told)[number]>>(entry.before, made, told),
    },
    now,
  );
  const stored = await createOnce(baselines, record);
  if (!stored) throw nameTaken();
  await settleOutbox(baselines, record, trail, stored.etag);
}

/** @throws AppError CONFLICT where the name is taken, or there are too many; INVALID_INPUT for unknown checks and groups */
export async function createBaselineOf(
  dependencies: BaselineDependencies,
  caller: Caller,
  body: Parsed<typeof createBaseline.body>,
): Promise<Baseline> {
  if ((await dependencies.baselines.all()).length >= baselinesAtMost)
    throw new AppError('CONFLICT', `There are ${baselinesAtMost} baselines already. Delete one first.`);
  if (hasBuiltInName(body.name)) throw nameTaken();
  await requireKnown(dependencies, body, null);
  const id = crypto.randomUUID();
  await store(dependencies, caller, id, body, { eventType: 'baseline_created', before: null });
  return viewOf(dependencies, caller, id);
}

type Change = Omit<Parsed<typeof changeBaseline.body>, 'revision'>;

/** Of a baseline that the product brings, only whom it holds for and its due days are somebody's choice. */
function requireOwn({ builtIn, name }: BaselineRule, { dueDays: _, groupIds: __, ...content }: Change): void {
  if (!builtIn || Object.values(content).every((value) => value === undefined)) return;
  throw new AppError('CONFLICT', `${name} comes with Tenantry. Make a copy of it and change that.`);
}

const changedMeanwhile = () =>
  new AppError('CONFLICT', 'Somebody changed this baseline meanwhile. Reload it and make your change again.');

/** @throws AppError NOT_FOUND, CONFLICT, INVALID_INPUT */
export async function changeBaselineOf(
  dependencies: BaselineDependencies,
  caller: Caller,
  baselineId: string,
  { revision, ...change }: Parsed<typeof changeBaseline.body>,
): Promise<Baseline> {
  const { baselines, trail, clock } = dependencies;
  const known = (await readBaselines(baselines)).find(({ id }) => id === baselineId);
  if (!known) throw noSuchBaseline();
  requireOwn(known, change);
  const { name, description, checkIds, minimumGravity, dueDays, groupIds } = known;
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Change;
  const fields = {
    ...{ name, description, minimumGravity, dueDays, checkIds: [...checkIds], groupIds: [...groupIds] },
    ...given,
  };
  if (!known.builtIn && hasBuiltInName(fields.name)) throw nameTaken();
  await requireKnown(dependencies, fields, known);
  if (known.revision !== revision) throw changedMeanwhile();
  if (known.revision === 0) {
    await store(dependencies, caller, baselineId, fields, { eventType: 'baseline_changed', before: known });
    return viewOf(dependencies, caller, baselineId);
  }
  const now = clock.now();
  try {
    const changed = await changeAndSeal(trail, baselines, baselineId, (current): BaselineRecord => {
      if (current.revision !== revision) throw changedMeanwhile();
      const next = { ...current, ...fields, key: baselineKey(fields.name), revision: revision + 1 };
      const details = whatChanged(current, next, told);
      const entry = { user: caller.user.username, target: fields.name, tenantId: null, details };
      const stamped = { ...next, updatedAt: now.toISOString(), updatedBy: caller.name };
      return withEntry(stamped, { eventType: 'baseline_changed', ...entry }, now);
    });
    if (!changed) throw noSuchBaseline();
  } catch (error) {
    if (error instanceof RecordExistsError) throw nameTaken();
    throw error;
  }
  return viewOf(dependencies, caller, baselineId);
}

/** @throws AppError NOT_FOUND; CONFLICT for one that the product brings */
export async function deleteBaselineOf(
  { baselines, trail }: BaselineDependencies,
  caller: Caller,
  baselineId: string,
): Promise<void> {
  const known = (await readBaselines(baselines)).find(({ id }) => id === baselineId);
  if (!known) throw noSuchBaseline();
  if (known.builtIn)
    throw new AppError('CONFLICT', `${known.name} comes with Tenantry. Take its groups away to use it no more.`);
  const details = whatChanged<Pick<BaselineRecord, (typeof told)[number]>>(known, null, told);
  await trail.record({
    eventType: 'baseline_deleted',
    user: caller.user.username,
    target: known.name,
    tenantId: null,
    details,
  });
  await baselines.delete(baselineId);
}
