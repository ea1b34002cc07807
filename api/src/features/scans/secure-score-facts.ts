import type { SecureScorePoint } from '@tenantry/contract/dashboard';
import type * as z from 'zod/mini';
import type { Facts } from '../../audit/facts/facts.ts';
import { numberAt, timeAt } from '../../audit/facts/json-reader.ts';

type Point = z.infer<typeof SecureScorePoint>;

/** Microsoft's Secure Score by day, oldest first, or why it is not known. */
export function secureScoreFacts(facts: Facts): { history: Point[]; unknownBecause: string | null } {
  const scores = facts.secureScores;
  if (!scores) return { history: [], unknownBecause: 'It was not collected.' };
  if (scores.state === 'failed') return { history: [], unknownBecause: `${scores.message} (${scores.code})` };
  const history = scores.value.flatMap((score): Point[] => {
    const [time, currentScore, maxScore] = [
      timeAt(score, 'createdDateTime'),
      numberAt(score, 'currentScore'),
      numberAt(score, 'maxScore'),
    ];
    if (time === null || currentScore === null || maxScore === null || maxScore <= 0) return [];
    return [{ date: new Date(time).toISOString(), currentScore, maxScore }];
  });
  history.sort((a, b) => a.date.localeCompare(b.date));
  return {
    history,
    unknownBecause: history.length === 0 ? 'Microsoft has no Secure Score for this tenant yet.' : null,
  };
}
