import type { exportAlignment, listAlignment, previewBaseline, TenantAlignment } from '@tenantry/contract/baselines';
import type { Parsed } from '@tenantry/contract/endpoint';
import { severityLabels } from '@tenantry/contract/labels';
import { alignmentOf, alignmentState, byNeed } from '../../domain/baselines/alignment.ts';
import { requiredOf, tenantsOfGroups } from '../../domain/baselines/baselines.ts';
import { fleetAlignment, knownOf, standingOf } from '../../domain/baselines/fleet-alignment.ts';
import type { Caller } from '../../http/caller.ts';
import { type CsvColumn, csvBytes, csvTime } from '../../http/csv.ts';
import { InvalidCursorError } from '../../ports/collection.ts';
import type { BaselineDependencies } from './baseline-service.ts';

type Filters = Parsed<typeof exportAlignment.query>;
const countsOf = (rows: readonly Pick<TenantAlignment, 'state'>[]) => {
  const count = (state: TenantAlignment['state']) => rows.filter((row) => row.state === state).length;
  return { deviating: count('deviating'), notKnown: count('notKnown'), aligned: count('aligned') };
};

/** Each tenant in scope against each of its baselines, as the filters ask, with counts before `state` narrows them. */
async function alignmentRows(
  dependencies: BaselineDependencies,
  { scope }: Caller,
  { baselineId, state, search }: Filters,
): Promise<{ rows: TenantAlignment[]; summary: ReturnType<typeof countsOf> }> {
  const tenants = await dependencies.tenants.ofScope(scope);
  const fleet = await fleetAlignment(dependencies, scope, tenants, dependencies.clock.now());
  const words = search?.toLowerCase() ?? '';
  const rows = [...fleet.values()]
    .flat()
    .filter(
      (row) =>
        (baselineId === undefined || row.baselineId === baselineId) && row.tenantName.toLowerCase().includes(words),
    );
  const wanted = state === undefined ? rows : rows.filter((row) => row.state === state);
  return { rows: wanted.sort(byNeed), summary: countsOf(rows) };
}

/** @throws InvalidCursorError where it is none of this list */
function placeOf(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  const place = /^\d{1,7}$/.test(cursor) ? Number(cursor) : Number.NaN;
  if (Number.isNaN(place)) throw new InvalidCursorError();
  return place;
}

/** The rows of a page of a list that is made whole each time, and where the next one begins. */
export function pageOfRows<Row>(
  rows: readonly Row[],
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): { items: Row[]; total: number; nextCursor?: string } {
  const from = placeOf(cursor);
  const items = rows.slice(from, from + limit);
  const next = from + items.length;
  return { items, total: rows.length, ...(next < rows.length && { nextCursor: String(next) }) };
}

/** A page of tenants and their baselines, the worst first. */
export async function alignmentPage(
  dependencies: BaselineDependencies,
  caller: Caller,
  { limit, cursor, ...filters }: Parsed<typeof listAlignment.query>,
): Promise<Parsed<typeof listAlignment.response>> {
  const { rows, summary } = await alignmentRows(dependencies, caller, filters);
  return { ...pageOfRows(rows, { limit, cursor }), summary };
}

const stateWords: Readonly<Record<TenantAlignment['state'], string>> = {
  deviating: 'Deviating',
  notKnown: 'Not known',
  aligned: 'Aligned',
};

const csvColumns: readonly CsvColumn<TenantAlignment>[] = [
  ['Tenant', ({ tenantName }) => tenantName],
  ['Tenant id', ({ tenantId }) => tenantId],
  ['Baseline', ({ baselineName }) => baselineName],
  ['State', ({ state }) => stateWords[state]],
  ['Aligned (%)', ({ percent }) => (percent === null ? '' : String(percent))],
  ['Pass', ({ aligned }) => String(aligned)],
  ['Excepted', ({ excepted }) => String(excepted)],
  ['First exception ends', ({ exceptedUntil }) => csvTime(exceptedUntil)],
  ['Deviating', ({ deviating }) => String(deviating)],
  ['Gravest', ({ gravest }) => (gravest === null ? '' : severityLabels[gravest])],
  ['Not known', ({ notKnown }) => String(notKnown)],
  ['Not required', ({ notRequired }) => String(notRequired)],
];

/** The same as a file, whole. */
export async function alignmentCsv(dependencies: BaselineDependencies, caller: Caller, filters: Filters) {
  const { rows } = await alignmentRows(dependencies, caller, filters);
  return { rows: rows.length, bytes: csvBytes(csvColumns, rows) };
}

const previewedAtMost = 200;
const unsaved = 'unsaved';

/** What a baseline would require of the tenants of groups: judged as it is once it is saved, without exceptions of its own. */
export async function previewOf(
  dependencies: BaselineDependencies,
  { scope }: Caller,
  { checkIds, minimumGravity, groupIds }: Parsed<typeof previewBaseline.body>,
): Promise<Parsed<typeof previewBaseline.response>> {
  const required = requiredOf(checkIds, minimumGravity);
  const members = await tenantsOfGroups(dependencies, groupIds);
  const tenants = (await dependencies.tenants.ofScope(scope)).filter(({ id }) => members.has(id));
  const known = await knownOf(dependencies, scope, tenants, required);
  const now = dependencies.clock.now().toISOString();
  const rows = tenants
    .map(({ id: tenantId, name: tenantName }) => {
      const alignment = alignmentOf(required, standingOf(known, tenantId, unsaved, now));
      return { tenantId, tenantName, state: alignmentState(alignment), ...alignment };
    })
    .sort(byNeed);
  return {
    required: required.length,
    summary: countsOf(rows),
    tenants: rows.slice(0, previewedAtMost).map(({ state: _, ...row }) => row),
    total: rows.length,
  };
}
