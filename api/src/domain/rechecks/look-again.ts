import type { Verdict } from '@tenantry/contract/verdicts';
import { catalog } from '../../audit/checks/catalog.ts';
import { emergencyExemptions } from '../../audit/checks/emergency-accounts.ts';
import type { Check } from '../../audit/checks/shared/check.ts';
import type { DatasetName } from '../../audit/facts/datasets.ts';
import { type Facts, failureOfDataset } from '../../audit/facts/facts.ts';
import { hasUnreadLicenses } from '../../audit/facts/licenses.ts';
import { verdictOf } from '../../audit/findings/evaluate.ts';
import { isFinding, isUnknown } from '../../audit/findings/is-finding.ts';
import { createOnce, every, update } from '../../ports/collection.ts';
import type { TrailDetails } from '../../ports/trail.ts';
import type { FindingRecord } from '../../store/findings.ts';
import type { StoredRecheck } from '../../store/rechecks.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import { closeSettled } from '../approvals/close-settled.ts';
import { changeAndSeal, withEntry } from '../audit-trail/outbox.ts';
import { whatChanged } from '../audit-trail/what-changed.ts';
import { heldExceptions } from '../baselines/exceptions.ts';
import { isSeenAfter, seen, shownAgain, unseen } from '../finding/finding-of-verdict.ts';
import { recountOpenIssues } from '../finding/recount-open-issues.ts';
import { checkListsOf, withLook } from '../latest-verdicts/latest-verdicts.ts';
import type { CommonParts } from '../parts/common-parts.ts';
import { type CollectionDependencies, collectForChecks } from './recheck-collection.ts';
import type { Look, Looked } from './recheck-result.ts';

type Dependencies = CollectionDependencies & Pick<CommonParts, 'tenants' | 'systemConfig' | 'trail' | 'clock'>;

/** What is looked at, for whom, and in which mode of the tenant it was asked for. */
export type Asked = {
  checks: readonly Check[];
  recheck: StoredRecheck;
  isSimulated: boolean;
  /** What it was asked for on, as the trail names it. */
  subject: TrailDetails;
  /** The scan after which a check that fails opens a finding that was not there; absent where the look is at known ones alone. */
  opensFor?: string;
};

/** What a look saw, check by check. */
export type Seen = {
  verdicts: readonly Verdict[];
  /** With the findings as they are after the look. */
  looked: readonly Looked[];
  /** The findings by their check, as they were before it. */
  before: ReadonlyMap<string, FindingRecord>;
  look: Look;
  /** What was collected for it. */
  facts: Facts;
  /** Why data that a check needs is not there, in Microsoft's own code; '' where nothing was refused. */
  whyUnread(checkId: string): string;
};

function whyUnread(facts: Facts, checkId: string): string {
  const names: readonly DatasetName[] = catalog.find(({ id }) => id === checkId)?.datasets ?? [];
  const failure = names.map((name) => failureOfDataset(facts[name])).find((one) => one !== undefined);
  return failure ? ` (${failure.status === 0 ? '' : `${failure.status} `}${failure.code})` : '';
}

/** When the data was asked for, and whether it lacks the licenses. */
type When = { at: string; hasUnreadLicenses: boolean };

/**
 * A finding whose status the look changed, or whose resolution it confirms, with its entry in the trail; of any other the last
 * scan's picture stays, without exceptions that no longer hold for what was seen, and with the sign-in that gets past now.
 */
function afterLook(
  verdict: Verdict,
  { tenant }: TenantRecords,
  { recheck, isSimulated, subject }: Asked,
  { at, hasUnreadLicenses }: When,
  now: Date,
): (finding: FindingRecord) => FindingRecord {
  return (finding) => {
    if (finding.isSimulated !== isSimulated) return finding;
    const note = `Asked for by ${recheck.requestedBy}.`;
    const sight = { tenant, scanLogId: finding.scanLogId, at, now, by: 're-check', note, hasUnreadLicenses };
    const next = isFinding(verdict) ? seen(verdict, finding, sight) : unseen(verdict, finding, sight);
    if (next.status === finding.status && next.isVerified === finding.isVerified)
      return isFinding(verdict) ? shownAgain(verdict, heldExceptions(finding, verdict, { at, now }), sight) : finding;
    const entry = {
      eventType: 'finding_status_changed',
      user: recheck.requestedByUser,
      target: finding.title,
      tenantId: finding.tenantId,
      details: {
        findingId: finding.id,
        ...subject,
        recheckId: recheck.id,
        because: `A re-check: ${verdict.status}`,
        ...whatChanged(finding, next, ['status', 'isVerified']),
      },
    } as const;
    return withEntry(next, entry, now);
  };
}

/** A scan that looked later than this re-check has written what it saw: the re-check looks once more. */
class OvertakenError extends Error {}

/** A finding that the look opens; null where there is none, or where it is at known ones alone. */
async function openedBy(
  { opensFor, recheck, isSimulated }: Asked,
  { tenant, findings }: TenantRecords,
  verdict: Verdict,
  at: string,
  now: Date,
): Promise<FindingRecord | null> {
  if (opensFor === undefined || !isFinding(verdict) || tenant.isMock !== isSimulated) return null;
  const note = `Asked for by ${recheck.requestedBy}.`;
  const finding = seen(verdict, null, { tenant, scanLogId: opensFor, at, now, by: 're-check', note });
  return (await createOnce(findings, finding))?.value ?? null;
}

/** Writes what the look means for one finding. @returns the finding as it is then */
async function saveFinding(
  { trail, clock }: Dependencies,
  tenant: TenantRecords,
  asked: Asked,
  { verdict, finding: before }: Looked,
  when: When,
): Promise<FindingRecord | null> {
  const { at } = when;
  if (before === null) return openedBy(asked, tenant, verdict, at, clock.now());
  if (isUnknown(verdict)) return before;
  const change = afterLook(verdict, tenant, asked, when, clock.now());
  const finding = await changeAndSeal(trail, tenant.findings, before.id, (current) => {
    if (isSeenAfter(current, at)) {
      throw new OvertakenError(`A scan looked at ${current.id} after this re-check did`);
    }
    return change(current);
  });
  // Also where it was resolved already: a look that died may have left the request.
  if (finding?.status === 'RESOLVED') {
    const told = { because: 'A re-check no longer found it.', by: 'system' };
    await closeSettled({ trail, clock }, tenant, before, told);
  }
  return finding;
}

/** The findings of these checks by the check, as they are before the look. */
async function findingsOf(
  { findings }: TenantRecords,
  checkIds: readonly string[],
): Promise<Map<string, FindingRecord>> {
  const found = await every(findings, { where: [{ field: 'checkId', op: 'in', value: checkIds }] });
  return new Map(found.map((finding) => [finding.checkId, finding]));
}

/**
 * Looks at checks by themselves, in one pass over the data that they need, and writes what the look means for their findings, by the
 * rules of a scan. The audit stays the one of the last scan.
 * @returns null where the tenant is gone or has another mode by now
 */
export async function lookAgain(
  dependencies: Dependencies,
  tenant: TenantRecords,
  asked: Asked,
  signal: AbortSignal,
): Promise<Seen | null> {
  const { tenants, systemConfig, clock } = dependencies;
  const { checks, recheck } = asked;
  const now = clock.now();
  const { facts, datasets, graphCalls } = await collectForChecks(dependencies, tenant.tenant, checks, { now, signal });
  const exemptions = emergencyExemptions(tenant.tenant.emergencyAccounts, now);
  const verdicts = checks.map((check) => verdictOf(check, facts, { now, exemptions }));
  signal.throwIfAborted();
  const current = await tenants.get(tenant.tenant.id);
  if (!current || current.value.purgingSince || current.value.isMock !== asked.isSimulated) return null;
  const ids = checks.map(({ id }) => id);
  const before = await findingsOf(tenant, ids);
  const checkedAt = now.toISOString();
  const when = { at: checkedAt, hasUnreadLicenses: hasUnreadLicenses(facts) };
  const looked: Looked[] = [];
  for (const verdict of verdicts) {
    const finding = before.get(verdict.checkId) ?? null;
    looked.push({ verdict, finding: await saveFinding(dependencies, tenant, asked, { verdict, finding }, when) });
  }
  if (looked.some(({ finding }) => finding !== null)) await recountOpenIssues(tenants, tenant);
  const lists = await checkListsOf(systemConfig, [current.value]);
  await update(tenants, tenant.tenant.id, (stored) => withLook(stored, verdicts, checkedAt, lists));
  const look = { checkedAt, requestedBy: recheck.requestedBy, datasets, graphCalls };
  return { verdicts, looked, before, look, facts, whyUnread: (checkId) => whyUnread(facts, checkId) };
}
