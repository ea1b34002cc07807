import { severityLabels } from '@tenantry/contract/labels';
import { Severity } from '@tenantry/contract/verdicts';
import type { Content } from 'pdfmake/interfaces';
import { findingCard, isWholeCard } from './report-finding-card.ts';
import { count } from './report-format.ts';
import type { ReportModel } from './report-model.ts';
import type { ReportOutline } from './report-outline.ts';
import { type PrintedFinding, printedFindings } from './report-printed-findings.ts';
import type { Said } from './report-said.ts';
import { severityColors } from './report-styles.ts';

/** The first card of a severity stands under its heading, up to this height. */
const maxFirstCardPt = 400;

/** All findings, the most severe first. */
export function findingsSection(model: ReportModel, outline: ReportOutline, said: Said): Content[] {
  const heading: Content = { text: 'Findings', style: 'h1', tocItem: true, outline: true, pageBreak: 'before' };
  if (outline.findings.length === 0) {
    return [heading, { text: noFindingsText(model, outline), style: 'lead' }];
  }
  const intro: Content = {
    text: 'The most severe first. Numbers in this report are those of its findings and checks; a number in blue leads to one.',
    style: 'lead',
    margin: [0, 0, 0, 12],
  };
  const printed = printedFindings(outline.findings, said);
  const groups = Severity.options
    .map((severity) => ({ severity, members: printed.filter(({ finding }) => finding.severity === severity) }))
    .filter(({ members }) => members.length > 0);
  return groups.flatMap(({ severity, members }, index) =>
    severityGroup(severity, members, index === 0 ? [heading, intro] : []),
  );
}

function noFindingsText(model: ReportModel, { others, unanswered }: ReportOutline): string {
  const { evaluated } = model.coverage;
  if (evaluated === 0) {
    return 'No finding is recorded, because no check could be judged. This does not mean that all is well.';
  }
  return [
    `No finding is recorded. The audit judged ${count(evaluated, 'check', 'checks')}.`,
    others.length > 0
      ? `${count(others.length, 'check', 'checks')} failed or gave a warning; see "Other results".`
      : '',
    unanswered.length > 0
      ? `${count(unanswered.length, 'further check', 'further checks')} gave no answer; see "What could not be checked".`
      : '',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

function severityGroup(severity: Severity, members: PrintedFinding[], before: Content[]): Content[] {
  const [first, ...rest] = members;
  if (first === undefined) return [];
  const isWhole = isWholeCard(first, maxFirstCardPt);
  const heading: Content = {
    text: `${severityLabels[severity]} findings (${members.length})`,
    style: 'h2',
    color: severityColors[severity],
    tocItem: true,
    tocMargin: [14, 0, 0, 0],
    outline: true,
    margin: [0, before.length > 0 || !isWhole ? 0 : 8, 0, 8],
  };
  const own = [heading, findingCard(first, maxFirstCardPt)];
  // A card too tall to be kept whole starts a page, so that no heading is left behind. The section starts one anyway.
  const opening: Content = isWhole
    ? { stack: own, unbreakable: true }
    : { stack: own, ...(before.length > 0 ? {} : { pageBreak: 'before' as const }) };
  return [...before, opening, ...rest.map((one) => findingCard(one))];
}
