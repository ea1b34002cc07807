import { secureScorePercent } from '@tenantry/contract/secure-score';
import { enumAt, type JsonObject, numberAt, objectsAt, textAt, timeAt } from '../../facts/json-reader.ts';
import { type Check, type CheckVerdict, evidenceFrom, verdict } from '../shared/check.ts';
import { withData } from '../shared/missing-data.ts';

const passFromPercent = 70;
const warningFromPercent = 40;

/** The newest of Microsoft's scores, or undefined. */
export function latestScore(scores: readonly JsonObject[]): JsonObject | undefined {
  return [...scores].sort((a, b) => (timeAt(b, 'createdDateTime') ?? 0) - (timeAt(a, 'createdDateTime') ?? 0))[0];
}

/** Microsoft works out the score about once a day: an older one says nothing of today. */
const freshDays = 14;

/** Why a score cannot stand for the present, or null. */
export function staleScore(score: JsonObject, now: Date): CheckVerdict | null {
  const created = timeAt(score, 'createdDateTime');
  if (created !== null && created >= now.getTime() - freshDays * 86_400_000) return null;
  const message =
    created === null
      ? 'Microsoft Secure Score has no date, so it may be out of date.'
      : `The latest Microsoft Secure Score is from ${dateOf(score)} and out of date.`;
  return verdict('couldNotCheck', message, [evidenceFrom('secureScores', `createdDateTime = ${dateOf(score)}`)]);
}

export const dateOf = (score: JsonObject): string =>
  textAt(score, 'createdDateTime')?.slice(0, 10) ?? 'an unknown date';

function gaps(score: JsonObject, profiles: readonly JsonObject[]): string[] {
  const byId = new Map(profiles.map((profile) => [enumAt(profile, 'id') ?? '', profile]));
  return objectsAt(score, 'controlScores')
    .map((control) => {
      const profile = byId.get(enumAt(control, 'controlName') ?? '');
      const gap = (numberAt(profile, 'maxScore') ?? 0) - (numberAt(control, 'score') ?? 0);
      return { title: textAt(profile, 'title') ?? textAt(control, 'controlName') ?? '', gap };
    })
    .filter(({ gap }) => gap > 0)
    .sort((a, b) => b.gap - a.gap || a.title.localeCompare(b.title))
    .slice(0, 10)
    .map(({ title, gap }) => `${title}: ${Math.round(gap * 10) / 10} points to gain`);
}

function secureScore(scores: readonly JsonObject[], profiles: readonly JsonObject[], now: Date): CheckVerdict {
  const score = latestScore(scores);
  const current = numberAt(score, 'currentScore');
  const most = numberAt(score, 'maxScore');
  if (score === undefined || current === null || most === null || most <= 0) {
    return verdict(
      'couldNotCheck',
      score === undefined
        ? 'Microsoft has not calculated a Secure Score for this tenant yet.'
        : "Microsoft's response contains no Secure Score.",
    );
  }
  const stale = staleScore(score, now);
  if (stale !== null) return stale;
  const percent = secureScorePercent({ currentScore: current, maxScore: most });
  const status = percent >= passFromPercent ? 'pass' : percent >= warningFromPercent ? 'warning' : 'fail';
  const evidence = [
    evidenceFrom('secureScores', `${current} of ${most} points on ${dateOf(score)}`),
    ...gaps(score, profiles).map((text) => evidenceFrom('secureScoreControlProfiles', text)),
  ];
  return verdict(
    status,
    `Microsoft Secure Score is ${percent}% (${current} of ${most} points, ${dateOf(score)}).`,
    evidence,
  );
}

export const secureScoreChecks: readonly Check[] = [
  {
    id: 'score.secure',
    title: 'Microsoft Secure Score',
    findingTitle: 'Microsoft Secure Score is below 70%',
    category: 'secure-score',
    severity: 'info',
    endangers: 'nobody',
    frameworks: { nist: ['ID.RA-01', 'PR.PS-01'], iso: ['A.5.23', 'A.8.8', 'A.8.9'] },
    datasets: ['secureScores'],
    helpful: ['secureScoreControlProfiles'],
    recommendation:
      'Microsoft Defender portal > Exposure management > Secure score > Recommended actions: start with those that give the most points.',
    impact: 'Protection included in the licenses goes unused, and insurers and auditors look at the score.',
    evaluate: withData(['secureScores'], ([scores], { now }, facts) => {
      const profiles = facts.secureScoreControlProfiles;
      return secureScore(scores, profiles?.state === 'ok' ? profiles.value : [], now);
    }),
  },
];
