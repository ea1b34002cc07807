import { factOf } from '../../facts/facts.ts';
import { enumAt, type JsonObject, numberAt, objectsAt, textAt } from '../../facts/json-reader.ts';
import type { ConfigurationDataset } from '../../facts/tenant-configuration.ts';
import { type Check, evidenceFrom, verdict } from '../shared/check.ts';
import { missingAlternatives, withData } from '../shared/missing-data.ts';
import { dateOf, latestScore, staleScore } from './secure-score.ts';

/**
 * What Microsoft Secure Score says of a setting that was not read itself; its verdicts say so, with the date of the score.
 * @param ids of controls, in lower case
 * @param needsAll every control has to be there; else they are names of the same thing, of which one will do
 */
export function secureScoreControl(
  ids: readonly string[],
  good: string,
  bad: string,
  needsAll = false,
): Check['evaluate'] {
  return withData(['secureScores'], ([scores], { now }, facts) => {
    const score = latestScore(scores);
    const controls = objectsAt(score, 'controlScores').filter((control) =>
      ids.includes(enumAt(control, 'controlName') ?? ''),
    );
    if (score === undefined || controls.length === 0)
      return verdict(
        'couldNotCheck',
        'Microsoft Secure Score does not cover this in the tenant, and no other source can be read.',
      );
    const stale = staleScore(score, now);
    if (stale !== null) return stale;
    const profiles = factOf(facts, 'secureScoreControlProfiles') ?? [];
    const judged = controls.map((control) => controlState(control, profiles));
    const evidence = judged.map(({ text }) =>
      evidenceFrom('secureScores', `${text}, from Microsoft Secure Score as of ${dateOf(score)}`),
    );
    const label = ` (from Microsoft Secure Score, as of ${dateOf(score)})`;
    if (judged.some(({ full }) => full === false)) return verdict('fail', `${bad}${label}.`, evidence);
    if (judged.some(({ full }) => full === null))
      return verdict('couldNotCheck', 'Microsoft Secure Score does not report the maximum points for this.', evidence);
    const silent = controls.length < ids.length && needsAll;
    if (silent)
      return verdict(
        'couldNotCheck',
        `Microsoft Secure Score covers only ${controls.length} of ${ids.length} of these settings in the tenant${label}.`,
        evidence,
      );
    return verdict('pass', `${good}${label}.`, evidence);
  });
}

function controlState(control: JsonObject, profiles: readonly JsonObject[]): { full: boolean | null; text: string } {
  const id = enumAt(control, 'controlName') ?? '';
  const score = numberAt(control, 'score');
  const most = numberAt(
    profiles.find((profile) => enumAt(profile, 'id') === id),
    'maxScore',
  );
  const percent = numberAt(control, 'scoreInPercentage');
  const points = score === null ? 'points not reported' : `${score} of ${most ?? 'an unknown number of'} points`;
  const text = `${textAt(control, 'controlName')}: ${points}`;
  if (percent !== null) return { full: percent >= 100, text };
  return { full: score === null || most === null ? null : score >= most, text };
}

/** By the settings themselves where they were read; else by Secure Score, where that was. */
export const elseSecureScore =
  (
    dataset: ConfigurationDataset,
    settings: Check['evaluate'],
    ids: readonly string[],
    good: string,
    bad: string,
    needsAll = false,
  ): Check['evaluate'] =>
  (facts, context) => {
    if (factOf(facts, dataset) !== undefined) return settings(facts, context);
    if (factOf(facts, 'secureScores') === undefined) return missingAlternatives(facts, [dataset, 'secureScores']);
    return secureScoreControl(ids, good, bad, needsAll)(facts, context);
  };
