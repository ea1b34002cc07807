type Points = { currentScore: number; maxScore: number };

/** Points of the possible points, in percent and exact: to draw a course and to tell a change. */
export const exactSecureScorePercent = ({ currentScore, maxScore }: Points): number => (100 * currentScore) / maxScore;

/**
 * Microsoft Secure Score as the one figure that every page, report and verdict shows: whole percent, rounded down, so that
 * no figure reaches a limit that the points do not.
 */
export const secureScorePercent = (points: Points): number => Math.floor(exactSecureScorePercent(points));
