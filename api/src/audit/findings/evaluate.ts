import { truncate, visibleText } from '@tenantry/contract/text';
import {
  type Affected,
  Category,
  type Coverage,
  type Evidence,
  maxAffectedListed,
  maxExcludedListed,
  type Verdict,
  type VerdictStatus,
} from '@tenantry/contract/verdicts';
import { catalog } from '../checks/catalog.ts';
import { accountDetailsOf } from '../checks/shared/account-details.ts';
import {
  type Check,
  type CheckVerdict,
  type Declarations,
  type Exemption,
  type Exemptions,
  evidenceFrom,
  noExemption,
  referencesOf,
} from '../checks/shared/check.ts';
import { missingData } from '../checks/shared/missing-data.ts';
import type { DatasetName } from '../facts/datasets.ts';
import { type Facts, type FailureReason, factOf, failureOfDataset } from '../facts/facts.ts';
import { advised, withDefaultsOn } from './free-switch.ts';
import { isUnknown } from './is-finding.ts';
import {
  type AuditStatus,
  type CategoryResult,
  categoryResult,
  coverageOf,
  isJudgedStatus,
  scoreOf,
  statusOf,
} from './score.ts';
import { shownNotCovered } from './shown-not-covered.ts';

export type AuditOutcome = {
  /** One for each check of the catalog, in its order. */
  verdicts: Verdict[];
  score: number | null;
  coverage: Coverage;
  /** Null where nothing was evaluated. */
  status: AuditStatus | null;
  categories: CategoryResult[];
};

type DetailsOf = ReturnType<typeof accountDetailsOf>;

export type EvaluateOptions = { now: Date; exemptions?: Exemptions };

/** Groups in which nobody is but accounts that are declared themselves: leaving them out leaves out nobody else. */
function groupsOfDeclared(facts: Facts, users: readonly string[]): string[] {
  const declared = new Set(users.map((id) => id.toLowerCase()));
  return (factOf(facts, 'excludedGroups') ?? [])
    .filter(({ members }) => members !== null && members.count > 0 && members.count === members.listed.length)
    .filter(({ members }) => members?.listed.every((account) => declared.has(account.id.toLowerCase())))
    .map(({ id }) => id);
}

/** What the customer declared for a check, with groups in which nobody but declared accounts is. */
export function exemptionFor(check: Check, exemptions: Exemptions, facts: Facts): Exemption {
  const keys = [check.id, ...referencesOf(check)];
  const own = keys.filter((key) => Object.hasOwn(exemptions, key)).map((key) => exemptions[key] ?? noExemption);
  const all = (pick: (exemption: Exemption) => readonly string[]): string[] =>
    own.flatMap((exemption) => [...pick(exemption)]);
  const users = all((e) => e.users);
  return {
    users,
    groups: [...all((e) => e.groups), ...groupsOfDeclared(facts, users)],
    applications: all((e) => e.applications),
    guestUserTypes: all((e) => e.guestUserTypes),
    roleUsers: all((e) => e.roleUsers),
    roleGroups: all((e) => e.roleGroups),
    allowedForwardingDomains: all((e) => e.allowedForwardingDomains),
    sensitiveUsers: all((e) => e.sensitiveUsers),
    partnerDomains: all((e) => e.partnerDomains),
  };
}

/** What a tenant goes without is no trouble of this scan. */
const goneWithout: ReadonlySet<FailureReason> = new Set(['notLicensed', 'notAvailable', 'notOffered']);

/** What a judged check would have looked at too, to see more or to name it: without it the verdict holds and may tell less. */
function unread({ datasets, helpful = [] }: Check, facts: Facts, judged: CheckVerdict): Evidence[] {
  if (!isJudgedStatus(judged.status)) return [];
  const shown = new Set(judged.evidence.map(({ dataset }) => dataset));
  return [...datasets, ...helpful].flatMap((name) => {
    const failure = failureOfDataset(facts[name]);
    if (!failure || goneWithout.has(failure.reason) || shown.has(name)) return [];
    return [
      evidenceFrom(name, truncate(`not read: ${failure.status === 0 ? '' : `${failure.status} `}${failure.code}`, 400)),
    ];
  });
}

/** An affected object as it is shown: its texts can be read, and an account comes with what is known of it. */
function shown(affected: Affected, detailsOf: DetailsOf): Affected {
  const { type, id, alert } = affected;
  return {
    ...affected,
    name: visibleText(affected.name),
    ...(type === 'user' && { account: detailsOf(id) }),
    ...(alert && { alert: { ...alert, users: alert.users?.map(visibleText) ?? null } }),
  };
}

/**
 * Where the tenant's cloud does not offer what a check needs, that is why it has no answer, whatever license or permission is
 * missing too; unless what stands in for it could have told, and was not read.
 */
function inItsCloud({ datasets, standIn = [] }: Check, facts: Facts, judged: CheckVerdict): CheckVerdict {
  const reasonOf = (name: DatasetName) => failureOfDataset(facts[name])?.reason;
  const lacking = datasets.filter((name) => reasonOf(name) === 'notOffered');
  if (lacking.length === 0 || !isUnknown(judged)) return judged;
  const mayTell = standIn.some((name) => ![undefined, 'notOffered'].includes(reasonOf(name)));
  return mayTell ? judged : missingData(facts, lacking);
}

/** What one check says: its part of what `evaluateFacts` gives. */
export function verdictOf(check: Check, facts: Facts, options: EvaluateOptions): Verdict {
  const detailsOf = accountDetailsOf(facts);
  const found = judge(check, facts, options, detailsOf);
  const after = withDefaultsOn(facts);
  return after === null ? found : advised(found, answerOf(check, after, options, true).status);
}

function answerOf(
  check: Check,
  facts: Facts,
  { now, exemptions = {} }: EvaluateOptions,
  isStatusEnough = false,
): CheckVerdict {
  const exemption = exemptionFor(check, exemptions, facts);
  return inItsCloud(check, facts, check.evaluate(facts, { now, exemption, isStatusEnough }));
}

function declarationsFor(check: Check, facts: Facts, options: EvaluateOptions): Declarations {
  const { exemptions = {} } = options;
  const own = exemptions[check.id] ?? noExemption;
  return {
    users: exemptionFor(check, exemptions, facts).users,
    statusIf(others) {
      const declared = { ...exemptions, [check.id]: { ...own, users: [...own.users, ...others] } };
      return answerOf(check, facts, { ...options, exemptions: declared }, true).status;
    },
  };
}

function judge(check: Check, facts: Facts, options: EvaluateOptions, detailsOf: DetailsOf): Verdict {
  const { id: checkId, title, category, severity } = check;
  const judged = answerOf(check, facts, options);
  const notCovered = judged.explain?.(declarationsFor(check, facts, options)) ?? null;
  return {
    checkId,
    title,
    category,
    severity,
    status: judged.status,
    message: visibleText(judged.message),
    recommendation:
      judged.recommendation ??
      (judged.status === 'pass' || judged.status === 'notApplicable' ? '' : check.recommendation),
    evidence: [...judged.evidence, ...unread(check, facts, judged)].map((one) => ({
      ...one,
      observed: visibleText(one.observed),
    })),
    affected: judged.affected.slice(0, maxAffectedListed).map((one) => shown(one, detailsOf)),
    affectedCount: judged.affectedCount ?? judged.affected.length,
    ...(judged.population !== undefined && { population: judged.population }),
    ...(judged.excluded !== undefined && {
      excluded: judged.excluded.slice(0, maxExcludedListed).map(visibleText),
    }),
    references: referencesOf(check),
    ...(judged.needsLicense !== undefined && { needsLicense: judged.needsLicense }),
    ...(judged.needsFeature !== undefined && { needsFeature: judged.needsFeature }),
    ...(judged.witness !== undefined && { witness: judged.witness }),
    ...(notCovered !== null && { notCovered: shownNotCovered(notCovered) }),
  };
}

/**
 * Judges what was collected. Pure: the same facts and date give the same outcome.
 * @param options.exemptions what the customer declared as intended, by check id or policy id
 */
export function evaluateFacts(facts: Facts, options: EvaluateOptions): AuditOutcome {
  const detailsOf = accountDetailsOf(facts);
  const found = catalog.map((check) => judge(check, facts, options, detailsOf));
  const switched = withDefaultsOn(facts);
  const after = switched === null ? null : statusesReading(['securityDefaults'], switched, options);
  // What looks at nothing that the switch changes says the same again.
  return outcomeOf(found.map((verdict) => advised(verdict, after?.get(verdict.checkId) ?? verdict.status)));
}

/**
 * What the checks that read one of these datasets come to, by check id: for facts that somebody thinks of, where only these differ
 * from what was collected.
 */
export function statusesReading(
  names: readonly DatasetName[],
  facts: Facts,
  options: EvaluateOptions,
): Map<string, VerdictStatus> {
  const reading = catalog.filter(({ datasets, helpful = [] }) =>
    names.some((name) => datasets.includes(name) || helpful.includes(name)),
  );
  return new Map(reading.map((check) => [check.id, answerOf(check, facts, options, true).status]));
}

/** What verdicts come to. */
export const outcomeOf = (verdicts: Verdict[]): AuditOutcome => ({
  verdicts,
  score: scoreOf(verdicts),
  coverage: coverageOf(verdicts),
  status: statusOf(verdicts),
  categories: Category.options.map((category) => categoryResult(category, verdicts)),
});
