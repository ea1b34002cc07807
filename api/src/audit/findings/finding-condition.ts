import { type Verdict, VerdictStatus } from '@tenantry/contract/verdicts';
import { singledOut } from './affected-people.ts';

/**
 * What a verdict found wrong, apart from every wording: how bad it is, whom and what it concerns, and the settings that
 * were seen (Graph's names and values, `sharepointSettings sharingCapability = …`). An acceptance is held against it.
 */
export type FindingCondition = {
  status: 'warning' | 'fail';
  /** `user:id`, sorted; at most as many as a verdict lists. */
  affected: string[];
  affectedCount: number;
  settings: Record<string, string>;
  /** What else was seen to be open: sign-ins that no policy covers, what a domain publishes. Older ones do not have it. */
  gaps?: string[];
};

/** Evidence names settings as `name = value` or `object: name = value`, several of them apart by commas or semicolons. */
const setting = /(?:([\w.-]+): )?([A-Za-z][\w.]*) = ([^,;]*)/g;

function settingsOf({ evidence }: Pick<Verdict, 'evidence'>): Record<string, string> {
  const settings: Record<string, string> = {};
  for (const { dataset, observed, objectId } of evidence) {
    for (const [, object, name, value] of observed.matchAll(setting)) {
      settings[[dataset, objectId, object, name].filter(Boolean).join(' ')] = (value ?? '').trim().toLowerCase();
    }
  }
  return settings;
}

/** How many lookups an SPF record costs changes with the records of others; once it was spelled with a hyphen. */
const costOfOthers = / \(\d+ of \d+ look-?ups\)$/;

/** Sign-ins that Conditional Access leaves open, and what an affected domain publishes: the order of answers is no change. */
function gapsOf({ evidence, affected }: Pick<Verdict, 'evidence' | 'affected'>): string[] {
  const domains = new Set(affected.flatMap(({ type, id }) => (type === 'domain' ? [id] : [])));
  return evidence.flatMap(({ dataset, observed, objectId }) => {
    if (dataset === 'conditionalAccessPolicies' && observed.startsWith('not covered: ')) return [observed];
    if (dataset !== 'dns' || objectId === undefined || !domains.has(objectId)) return [];
    return [
      observed
        .replace(costOfOthers, '')
        .split(/[\s,]+/)
        .sort()
        .join(' '),
    ];
  });
}

/** The condition that a failed verdict or a warning describes. Null for every other verdict. */
export function conditionOf(
  verdict: Pick<Verdict, 'status' | 'affected' | 'affectedCount' | 'evidence'>,
): FindingCondition | null {
  if (verdict.status !== 'fail' && verdict.status !== 'warning') return null;
  const { affected, count } = singledOut(verdict);
  return {
    status: verdict.status,
    affected: affected.map(({ type, id }) => `${type}:${id}`).sort(),
    affectedCount: count,
    settings: settingsOf(verdict),
    gaps: gapsOf(verdict),
  };
}

const rank = (status: FindingCondition['status']): number => VerdictStatus.options.indexOf(status);

/**
 * Why what is seen now goes beyond what was accepted; null where it does not. It may have become better: fewer accounts,
 * or a warning in place of a failure. Where more is affected than a verdict lists, the number decides.
 * @param was what became of it then, as the reason says it
 */
export function beyondAcceptance(
  accepted: FindingCondition,
  now: FindingCondition,
  was: 'accepted' | 'excepted' | 'in the baseline' = 'accepted',
): string | null {
  if (rank(now.status) > rank(accepted.status)) return `It failed, where a warning was ${was}.`;
  const beyond = beyondAffected(accepted, now, was);
  if (beyond !== null) return beyond;
  const changed = Object.entries(now.settings).find(([name, value]) => accepted.settings[name] !== value);
  if (changed)
    return `${changed[0]} is now ${changed[1]}; ${accepted.settings[changed[0]] ?? 'nothing of it'} was ${was}.`;
  return hasNewGap(accepted, now) ? `Something else is open than was ${was}.` : null;
}

function beyondAffected(accepted: FindingCondition, now: FindingCondition, was: string): string | null {
  // Earlier versions told of open sign-ins without naming who has them: the same gaps are the same people.
  if (accepted.affectedCount === 0 && accepted.gaps?.length && !hasNewGap(accepted, now)) return null;
  if (now.affectedCount > accepted.affectedCount) {
    return `It concerns ${now.affectedCount}, where ${accepted.affectedCount} were ${was}.`;
  }
  const known = new Set(accepted.affected);
  const listIsWhole = accepted.affectedCount <= accepted.affected.length;
  const isOther = listIsWhole && now.affected.some((one) => !known.has(one));
  return isOther ? `It concerns others than were ${was}.` : null;
}

/** Some accounts of a group that is left out, in whatever order they came: who they are is compared by their ids. */
const membersNamed = / \([\d,]+ accounts?: (?:[^()]|\([^()]*\))*\)/g;

const gapText = (gap: string): string =>
  gap.replace(/: enrolment in Intune/, ': Intune enrollment').replace(membersNamed, '');

/** Of sign-ins that were accepted whole, a part may stay: "sign-ins of users", "sign-ins of users from browsers". */
function hasNewGap(accepted: FindingCondition, now: FindingCondition): boolean {
  const gaps = accepted.gaps?.map(gapText);
  if (gaps === undefined || now.status !== accepted.status) return false;
  const isKnown = (gap: string) => gaps.some((known) => gap === known || gap.startsWith(`${known} from `));
  return (now.gaps ?? []).some((gap) => !isKnown(gapText(gap)));
}
