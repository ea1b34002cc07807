import { scoresText } from './report-changes.ts';
import { count, coverageText } from './report-format.ts';
import type { ReportModel } from './report-model.ts';

/** Where a tenant stands, in sentences for its management. */
export function standing({ score, comparison, findings }: ReportModel): string[] {
  const serious = findings.filter(({ severity }) => severity === 'critical' || severity === 'high').length;
  return [
    score === null
      ? 'Too little could be read for a score. That is not good news: it means that we do not know.'
      : `Your security score is ${Math.round(score)} of 100. It says how many of our checks your settings pass; important checks count more.`,
    comparison === null ? 'There is no earlier audit to compare with.' : scoresText(comparison, score),
    findings.length === 0
      ? 'No weakness is open.'
      : `${count(findings.length, 'weakness is', 'weaknesses are')} open. ${serious === 0 ? 'None of them is' : serious === findings.length ? `${serious === 1 ? 'It is' : 'All of them are'}` : count(serious, 'of them is', 'of them are')} serious.`,
  ];
}

/** How sure all of it is, in sentences. @param more who or what tells which checks were not made, and why: a sentence */
export function certaintySentences(
  { coverage, unreadSources }: ReportModel,
  more = 'The report says what it is, and why.',
): string[] {
  const isWithout =
    unreadSources?.some(
      ({ state, isOfFeature }) => state === 'notAvailable' || (state === 'notOffered' && isOfFeature),
    ) ?? false;
  const isWhole = coverage.applicable > 0 && coverage.evaluated === coverage.applicable;
  return [
    coverage.applicable === 0 ? 'No check could be made.' : `We could make ${coverageText(coverage)}.`,
    ...(isWhole ? [] : [`What could not be checked counts neither for nor against you. ${more}`]),
    ...(isWithout ? ['Some settings of mail, meetings and data protection are not part of this audit yet.'] : []),
  ];
}
