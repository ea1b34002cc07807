import type { Verdict } from '@tenantry/contract/verdicts';
import { isUnknown } from '../../audit/findings/is-finding.ts';
import {
  type CheckList,
  currentChecks,
  type VerdictVector,
  verdictVector,
  withVerdicts,
} from '../../audit/findings/verdict-vector.ts';
import { createOnce, every } from '../../ports/collection.ts';
import type { SystemConfigStore } from '../../store/system-config.ts';
import type { TenantRecord } from '../../store/tenants.ts';

type CheckLists = Pick<SystemConfigStore, 'checkLists'>;

const recordId = (hash: string): string => `check-list-${hash}`;

/** Kept once for each list that ever judged, so that a vector is read right whichever version wrote it. */
async function keepCheckList({ checkLists }: CheckLists, { hash, checkIds }: CheckList): Promise<void> {
  const id = recordId(hash);
  await createOnce(checkLists, { id, key: id, checkIds });
}

/**
 * The vector of an audit's verdicts, for its tenant to keep. The list of its checks is kept before it is named.
 * @param before what the tenant keeps: a list that it names is there
 */
export async function vectorToKeep(
  store: CheckLists,
  verdicts: readonly Verdict[],
  before: VerdictVector | null | undefined,
): Promise<VerdictVector> {
  const { vector, checks } = verdictVector(verdicts);
  if (before?.catalog !== checks.hash) await keepCheckList(store, checks);
  return vector;
}

/** The lists that these tenants' vectors name, by their hash. */
export async function checkListsOf(
  { checkLists }: CheckLists,
  tenants: readonly Pick<TenantRecord, 'verdicts'>[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const lists = new Map<string, readonly string[]>([[currentChecks.hash, currentChecks.checkIds]]);
  const named = new Set(tenants.flatMap(({ verdicts }) => verdicts?.catalog ?? []));
  const others = [...named].filter((hash) => !lists.has(hash)).map(recordId);
  if (others.length === 0) return lists;
  const found = await every(checkLists, { where: [{ field: 'id', op: 'in', value: others }] });
  for (const { id, checkIds } of found) lists.set(id.slice(recordId('').length), checkIds);
  return lists;
}

/**
 * A tenant of which checks were looked at again by themselves. What the look could not judge stays as the audit has it, as does
 * everything where the audit is newer. A check that its list does not have is not in the audit.
 * @param lists the lists of checks that vectors name
 */
export function withLook(
  tenant: TenantRecord,
  looked: readonly Verdict[],
  checkedAt: string,
  lists: ReadonlyMap<string, readonly string[]>,
): TenantRecord {
  const { verdicts, audit } = tenant;
  const checkIds = verdicts && lists.get(verdicts.catalog);
  if (!verdicts || !checkIds || !audit || audit.auditedAt > checkedAt) return tenant;
  const judged = looked.filter((verdict) => !isUnknown(verdict));
  const after = withVerdicts(verdicts, { checkIds }, judged);
  return after === verdicts ? tenant : { ...tenant, verdicts: after };
}
