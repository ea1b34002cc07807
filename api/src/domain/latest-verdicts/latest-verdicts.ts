import type { Verdict } from '@tenantry/contract/verdicts';
import { isUnknown } from '../../audit/findings/is-finding.ts';
import {
  type CheckList,
  checkListOf,
  currentChecks,
  lookedAtAfter,
  lookOf,
  looksAfter,
  type VerdictVector,
  withLook as vectorWithLook,
  verdictVector,
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

/**
 * The vector of a scan, with what was looked at by itself after the scan began: the later look wins.
 * @param before what the tenant keeps when the scan is written
 */
export function withLaterLooks(
  vector: VerdictVector,
  verdicts: readonly Verdict[],
  { before, scannedAt }: { before: VerdictVector | null | undefined; scannedAt: string },
): VerdictVector {
  const checks = checkListOf(verdicts.map(({ checkId }) => checkId));
  return looksAfter(before, scannedAt).reduce((after, look) => vectorWithLook(after, checks, look), vector);
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
 * everything where the audit is newer, or another look at the check. A check that its list does not have is not in the audit.
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
  const later = lookedAtAfter(verdicts, checkedAt);
  const judged = looked.filter((verdict) => !isUnknown(verdict) && !later.has(verdict.checkId));
  const after = vectorWithLook(verdicts, { checkIds }, lookOf(judged, checkedAt));
  return after === verdicts ? tenant : { ...tenant, verdicts: after };
}
