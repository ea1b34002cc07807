import { groupBy } from '@tenantry/contract/group-by';
import type { FreeSwitch, Verdict, VerdictStatus } from '@tenantry/contract/verdicts';
import { isSynchronized } from '../../facts/directory-sync.ts';
import { type Facts, factOf } from '../../facts/facts.ts';
import { type EvaluateOptions, statusesReading } from '../evaluate.ts';
import { withDefaultsOn } from '../free-switch.ts';
import { isFinding } from '../is-finding.ts';
import { remedyOf } from '../remedies/remedies.ts';
import { workOf } from '../remedies/work.ts';
import { checksWithPolicy, policyOfCheck } from './policies-of-checks.ts';

/**
 * What a piece of work would change in an audit beyond its own findings, by judging the same facts with what it sets. Work that sets
 * nothing that the engine can try has none: it is done when the checks of its findings pass, and that is all that is known of it.
 */
export type Forecast = {
  /** A remedy, or a license. */
  workId: string;
  /** The checks whose findings it was worked out for: what each of them comes to was judged, and is not assumed. */
  checkIds: string[];
  /** Verdicts that would be others than they are, by check. */
  changes: { checkId: string; status: VerdictStatus }[];
};

const readByPolicies = ['conditionalAccessPolicies', 'securityDefaults'] as const;

/** Whom a new policy leaves out for emergencies is decided by who makes it, unless it was declared: it is not judged before. */
const decidedByPeople: ReadonlySet<string> = new Set(remedyOf('break-glass-accounts')?.checks);

/** Facts in which policies of Conditional Access were added. Microsoft Entra has them only while security defaults are off. */
function withPolicies(facts: Facts, checkIds: readonly string[], options: EvaluateOptions): Facts | null {
  const { conditionalAccessPolicies: policies, securityDefaults } = facts;
  const known = factOf(facts, 'conditionalAccessPolicies');
  if (policies?.state !== 'ok' || known === undefined) return null;
  const leftOut = {
    emergencyAccounts: [...new Set(Object.values(options.exemptions ?? {}).flatMap(({ users }) => users))],
    isSynchronized: isSynchronized(facts) === true,
  };
  const added = checkIds.map((checkId) => policyOfCheck(checkId, leftOut)).filter((policy) => policy !== null);
  const switched = factOf(facts, 'securityDefaults');
  return {
    ...facts,
    conditionalAccessPolicies: { ...policies, value: [...known, ...added] },
    ...(securityDefaults?.state === 'ok' &&
      switched !== undefined && {
        securityDefaults: { ...securityDefaults, value: { ...switched, isEnabled: false } },
      }),
  };
}

/** The facts as the work would make them, and the checks that it makes them for; null where that cannot be tried. */
function asDone(
  facts: Facts,
  own: readonly Verdict[],
  options: EvaluateOptions,
): { facts: Facts; checkIds: string[] } | null {
  const byWhat: FreeSwitch | undefined = own.find(({ closedBy }) => closedBy)?.closedBy;
  if (byWhat !== undefined) {
    const switched = withDefaultsOn(facts);
    return switched && { facts: switched, checkIds: own.map(({ checkId }) => checkId) };
  }
  const checkIds = own.map(({ checkId }) => checkId).filter((checkId) => checksWithPolicy.has(checkId));
  const changed = checkIds.length === 0 ? null : withPolicies(facts, checkIds, options);
  return changed && { facts: changed, checkIds };
}

/**
 * The forecasts of all work that the findings of an audit ask for and whose effect the engine can try: security defaults, and policies
 * of Conditional Access. Each judges the checks that read policies once, so that it belongs to the end of a scan and never to a read;
 * one at a time, so that who asks can let others run in between.
 * @param open the checks whose findings are open: work is not done for accepted risks
 */
export function* forecastsOf(
  facts: Facts,
  verdicts: readonly Verdict[],
  open: ReadonlySet<string>,
  options: EvaluateOptions,
): Generator<Forecast, void> {
  const found = verdicts.filter((verdict) => isFinding(verdict) && open.has(verdict.checkId));
  const works = groupBy(
    found,
    ({ checkId, needsLicense, closedBy }) => workOf({ checkId, needsLicense: needsLicense ?? null, closedBy }).id,
  );
  const before = new Map(verdicts.map(({ checkId, status }) => [checkId, status]));
  for (const [workId, own] of works) {
    const done = asDone(facts, own, options);
    if (done === null) continue;
    const after = statusesReading(readByPolicies, done.facts, options);
    const changes = [...after]
      .filter(([checkId, status]) => before.get(checkId) !== status && !decidedByPeople.has(checkId))
      .map(([checkId, status]) => ({ checkId, status }));
    yield { workId, checkIds: done.checkIds, changes };
  }
}

/**
 * The verdicts of an audit once work is done. Its open findings pass where nothing tells more of them, because that is when the work is
 * done; what the engine tried with the work's own settings is as it came out, for findings of other work too.
 * @param forecast null where the engine has none of this work
 * @param open the checks of the findings that the work is done for: what was accepted since stays as it is
 */
export function verdictsAfter(
  verdicts: readonly Verdict[],
  forecast: Forecast | null,
  open: ReadonlySet<string>,
): Verdict[] {
  const tried = new Set(forecast?.checkIds);
  const changed = new Map(forecast?.changes.map(({ checkId, status }) => [checkId, status]));
  return verdicts.map((verdict) => {
    const { checkId, status } = verdict;
    const isOpen = open.has(checkId);
    if (tried.has(checkId) && !isOpen) return verdict;
    if (isOpen && !tried.has(checkId) && isFinding(verdict)) return { ...verdict, status: 'pass' };
    return { ...verdict, status: changed.get(checkId) ?? status };
  });
}
