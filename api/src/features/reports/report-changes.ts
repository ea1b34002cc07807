import type { Content, TableCell } from 'pdfmake/interfaces';
import { checkTable, type MeasuredRow } from './report-check-table.ts';
import { count, day } from './report-format.ts';
import type { ReportComparison, ReportModel } from './report-model.ts';
import { entryAnchor, type ReportOutline } from './report-outline.ts';
import { settingChangesPart } from './report-setting-changes.ts';
import { colors, contentWidth, estimateLines } from './report-styles.ts';

const changeWidth = 120;
const textWidth = contentWidth - changeWidth - 18;
const shownPerChange = 25;

/** What the comparison is with, as the end of a sentence: `the last report (October 1, 2026)`. */
export function basisText({ basis, since, auditedAt }: ReportComparison): string {
  if (basis === 'last-report') return `the last report (${day(since)})`;
  if (basis === 'previous-audit') return `the previous audit (${day(auditedAt)})`;
  if (basis === 'baseline') return `the baseline (${day(auditedAt)})`;
  return `${day(since)} (audit of ${day(auditedAt)})`;
}

/** The comparison in the words of the summary; '' where there is nothing to compare with. */
export function changesText({ comparison, score }: ReportModel): string {
  if (comparison === null) return '';
  const { added, reopened, resolved, scoreBefore } = comparison;
  const back = reopened.length === 0 ? '' : ` (${reopened.length} reopened)`;
  const course =
    scoreBefore === null || score === null
      ? ''
      : Math.round(scoreBefore) === Math.round(score)
        ? ' The score is unchanged.'
        : ` The score was ${Math.round(scoreBefore)} then.`;
  return `Since ${basisText(comparison)}: ${count(added.length, 'new finding', 'new findings')}${back}, ${resolved.length.toLocaleString('en-US')} resolved.${course}`;
}

/** The score then and now, as far as each is known. */
export function scoresText({ basis, scoreBefore, auditedAt }: ReportComparison, score: number | null): string {
  const known = score === null ? 'cannot be told' : `is ${Math.round(score)}`;
  if (basis === 'baseline') return `The score ${known}. A baseline keeps no score.`;
  const then = scoreBefore === null ? 'could not be told' : `was ${Math.round(scoreBefore)}`;
  return `The score ${then} at the audit of ${day(auditedAt)} and ${known} now.`;
}

type Change = { label: string; checkIds: readonly string[] };

/** The changes one by one, each by the number and the title of its entry. */
export function changesSection(model: ReportModel, outline: ReportOutline): Content[] {
  const { comparison, categories, score } = model;
  if (comparison === null) return [];
  const { added, reopened, resolved, worse, better, notVerified, stillOpen, accepted } = comparison;
  const moved = new Set([...worse, ...better]);
  const changes: Change[] = [
    { label: 'New', checkIds: added.filter((checkId) => !reopened.includes(checkId)) },
    { label: 'Reopened', checkIds: reopened },
    { label: 'Worse', checkIds: worse },
    { label: 'Better', checkIds: better },
    { label: 'Resolved', checkIds: resolved },
    { label: 'Risk accepted', checkIds: accepted },
    { label: 'Still open, unchanged', checkIds: stillOpen.filter((checkId) => !moved.has(checkId)) },
    { label: 'Could not be checked again', checkIds: notVerified },
  ].filter(({ checkIds }) => checkIds.length > 0);
  const heading: Content = {
    text: `Changes since ${basisText(comparison)}`,
    style: 'h1',
    tocItem: true,
    outline: true,
    pageBreak: 'before',
  };
  const scores: Content = { text: scoresText(comparison, score), style: 'lead', margin: [0, 0, 0, 8] };
  if (changes.length === 0) {
    const none: Content = { text: 'There was no finding then, and there is none now.', style: 'lead' };
    return [heading, scores, none, ...settingChangesPart(model)];
  }
  const titles = new Map(categories.flatMap(({ verdicts }) => verdicts.map(({ checkId, title }) => [checkId, title])));
  for (const { finding } of outline.findings) {
    titles.set(finding.checkId, finding.title);
    for (const { checkId, title } of finding.covers) titles.set(checkId, title);
  }
  return [
    heading,
    scores,
    checkTable(
      ['Change', 'Number and title'],
      [changeWidth, textWidth],
      changes.flatMap((change) => rowsOf(change, outline, titles)),
    ),
    ...settingChangesPart(model),
  ];
}

/** A row for each change of a kind; the first names the kind. */
function rowsOf({ label, checkIds }: Change, { numberOf }: ReportOutline, titles: Map<string, string>): MeasuredRow[] {
  const rows = checkIds.slice(0, shownPerChange).map((checkId): [TableCell, string] => {
    const number = numberOf.get(checkId);
    const title = titles.get(checkId) ?? checkId;
    if (number === undefined) return [{ text: title }, title];
    const text = `${number}  ${title}`;
    return [{ text, linkToDestination: entryAnchor(number) }, text];
  });
  const left = checkIds.length - rows.length;
  if (left > 0) rows.push([{ text: `and ${left.toLocaleString('en-US')} more`, color: colors.quiet }, '']);
  return rows.map(([cell, text], index) => ({
    cells: [{ text: index === 0 ? `${label} (${checkIds.length})` : '', bold: true }, cell],
    heightPt: estimateLines(text, textWidth, 9.5) * 14 + 12,
  }));
}
