import type { Verdict } from '@tenantry/contract/verdicts';
import type { ChangedVerdict, Forecast } from '@tenantry/contract/what-if';
import type { Witness } from '@tenantry/contract/witness';
import { emergencyExemptions } from '../../audit/checks/emergency-accounts.ts';
import { type Facts, factOf } from '../../audit/facts/facts.ts';
import { booleanAt, enumAt, type JsonObject } from '../../audit/facts/json-reader.ts';
import { verdictOf } from '../../audit/findings/evaluate.ts';
import { isFinding, isUnknown } from '../../audit/findings/is-finding.ts';
import { remedyOfFinding } from '../../audit/findings/remedies/remedies.ts';
import { coverageOf, exactScoreOf, scoreOf, scoreToTell } from '../../audit/findings/score.ts';
import { type Pace, paced } from '../pace/work-budget.ts';
import { forecastAccounts } from './forecast-accounts.ts';
import type { Judged } from './judged.ts';
import { policyChecks } from './policy-checks.ts';
import { draftChanges } from './policy-differences.ts';

const gapMark = 'not covered: ';
const gapsOf = ({ evidence }: Verdict): string[] =>
  evidence.flatMap(({ observed }) => (observed.startsWith(gapMark) ? [observed.slice(gapMark.length)] : []));

const badness = ({ status }: Verdict): number => (status === 'fail' ? 2 : 1);

function effectOf(before: Verdict, after: Verdict): ChangedVerdict['effect'] {
  const [was, is] = [isFinding(before), isFinding(after)];
  if (isUnknown(after) && !isUnknown(before)) return 'unknown';
  if (was && !is) return 'closes';
  if (!was && is) return 'opens';
  if (!was || badness(before) === badness(after)) return 'other';
  return badness(after) < badness(before) ? 'better' : 'worse';
}

/** What gets past under the draft; undefined where that is what gets past today. */
function newWitnessOf({ witness: was }: Verdict, { witness: is }: Verdict): Witness | undefined {
  return is !== undefined && JSON.stringify(is) !== JSON.stringify(was) ? is : undefined;
}

function changedVerdict(before: Verdict, after: Verdict): ChangedVerdict {
  const [was, is] = [gapsOf(before), gapsOf(after)];
  const newWitness = newWitnessOf(before, after);
  const remedy = remedyOfFinding(isFinding(after) ? after : before);
  return {
    checkId: before.checkId,
    title: before.title,
    severity: before.severity,
    before: { status: before.status, message: before.message },
    after: { status: after.status, message: after.message },
    effect: effectOf(before, after),
    remedy: remedy && { id: remedy.id, title: remedy.title },
    newGaps: is.filter((gap) => !was.includes(gap)),
    closedGaps: was.filter((gap) => !is.includes(gap)),
    ...(newWitness !== undefined && { newWitness }),
  };
}

const order: Readonly<Record<ChangedVerdict['effect'], number>> = {
  opens: 0,
  worse: 1,
  unknown: 2,
  closes: 3,
  better: 4,
  other: 5,
};

/** The facts as they would be with the draft in force. Entra lets policies be on only while security defaults are off. */
function factsUnder(facts: Facts, policies: readonly JsonObject[]): { facts: Facts; notes: string[] } {
  const { conditionalAccessPolicies: read, securityDefaults } = facts;
  if (read?.state !== 'ok') throw new Error('A forecast needs the policies of a scan');
  const replaced: Facts = { ...facts, conditionalAccessPolicies: { ...read, value: [...policies] } };
  const isOn = policies.some((policy) => enumAt(policy, 'state') === 'enabled');
  const defaults = factOf(facts, 'securityDefaults');
  if (!isOn || securityDefaults?.state !== 'ok' || booleanAt(defaults, 'isEnabled') !== true)
    return { facts: replaced, notes: [] };
  const off = { ...securityDefaults, value: { ...defaults, isEnabled: false } };
  return {
    facts: { ...replaced, securityDefaults: off },
    notes: [
      'Security defaults are on today, and Microsoft lets no policy be on beside them: the forecast takes them as turned off. What they ask of accounts today is not counted as asked for.',
    ],
  };
}

function byRemedy(verdicts: readonly ChangedVerdict[]): Forecast['byRemedy'] {
  const found = new Map<string, Forecast['byRemedy'][number]>();
  for (const { effect, remedy } of verdicts) {
    if (effect !== 'closes' || remedy === null) continue;
    const { closes } = found.get(remedy.id) ?? { closes: 0 };
    found.set(remedy.id, { ...remedy, closes: closes + 1 });
  }
  return [...found.values()].sort((a, b) => b.closes - a.closes || (a.title < b.title ? -1 : 1));
}

/** Each check twice, once under the policies of the scan and once under the draft's; the others as the audit has them. */
async function judgeBoth({ kept, verdicts, tenant }: Judged, under: Facts, pace: Pace) {
  const now = new Date(kept.scannedAt);
  const options = { now, exemptions: emergencyExemptions(tenant.emergencyAccounts, now) };
  const own: { before: Verdict; after: Verdict }[] = [];
  for (const check of policyChecks) {
    await pace();
    own.push({ before: verdictOf(check, kept.facts, options), after: verdictOf(check, under, options) });
  }
  const isOwn = new Set(own.map(({ before }) => before.checkId));
  const rest = verdicts.filter(({ checkId }) => !isOwn.has(checkId));
  return {
    changed: own
      .filter(({ before, after }) => before.status !== after.status || before.message !== after.message)
      .map(({ before, after }) => changedVerdict(before, after)),
    before: [...rest, ...own.map((one) => one.before)],
    after: [...rest, ...own.map((one) => one.after)],
  };
}

const told = (verdicts: Verdict[]): number | null => scoreToTell(scoreOf(verdicts), coverageOf(verdicts));

/**
 * What the audit of the latest scan would say with these policies in the place of the tenant's: by the same checks over the same data,
 * and whom the change would block or ask for more. Nothing is asked of Microsoft, and nothing kept.
 * @param pace lets others run in between
 */
export async function forecastOf(
  judged: Judged,
  policies: readonly JsonObject[],
  pace: Pace = paced(Number.POSITIVE_INFINITY),
): Promise<Forecast> {
  const { kept } = judged;
  const today = factOf(kept.facts, 'conditionalAccessPolicies') ?? [];
  const under = factsUnder(kept.facts, policies);
  const { changed, before, after } = await judgeBoth(judged, under.facts, pace);
  const verdicts = changed.sort((a, b) => order[a.effect] - order[b.effect]);
  const count = (effect: ChangedVerdict['effect']) => verdicts.filter((one) => one.effect === effect).length;
  const people = await forecastAccounts(judged, today, policies, pace);
  return {
    scan: { id: kept.scanLogId, at: kept.scannedAt },
    score: { before: told(before), after: told(after), points: exactScoreOf(after) - exactScoreOf(before) },
    findings: { closed: count('closes'), opened: count('opens') },
    byRemedy: byRemedy(verdicts),
    verdicts,
    accounts: people.accounts,
    lookedAt: people.lookedAt,
    enabledAccounts: people.enabledAccounts,
    notes: [...under.notes, ...people.notes],
    changes: draftChanges(today, policies),
  };
}
