import { type JsonObject, objectsAt } from '../../facts/json-reader.ts';

function pick(object: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(keys.filter((key) => key in object).map((key) => [key, object[key]]));
}

const controlScoreKeys = ['controlName', 'controlCategory', 'score', 'scoreInPercentage'];

/** A Secure Score without the long texts that come with each control. */
function trimScore(score: JsonObject): JsonObject {
  return {
    ...pick(score, ['id', 'createdDateTime', 'currentScore', 'maxScore', 'averageComparativeScores']),
    controlScores: objectsAt(score, 'controlScores').map((control) => pick(control, controlScoreKeys)),
  };
}

/** The newest score with its controls, and the figures alone of the days before it. Graph gives the newest first. */
export function trimScores(scores: readonly JsonObject[]): JsonObject[] {
  return scores.map((score, index) =>
    index === 0 ? trimScore(score) : pick(score, ['createdDateTime', 'currentScore', 'maxScore']),
  );
}

export function trimControl(profile: JsonObject): JsonObject {
  return pick(profile, [
    'id',
    'title',
    'maxScore',
    'controlCategory',
    'service',
    'deprecated',
    'implementationCost',
    'userImpact',
    'rank',
  ]);
}
