import { severityLabels } from '@tenantry/contract/labels';
import { Severity } from '@tenantry/contract/verdicts';
import type { Content, Margins } from 'pdfmake/interfaces';
import { findingCard, isWholeCard } from './report-finding-card.ts';
import { count } from './report-format.ts';
import type { ReportModel } from './report-model.ts';
import type { ReportOutline } from './report-outline.ts';
import { type PrintedFinding, printedFindings } from './report-printed-findings.ts';
import type { Said } from './report-said.ts';
import { severityColors } from './report-styles.ts';

type Opening = { stack: Content[]; pageBreak?: 'before'; margin?: Margins };

/** The first card of a severity stands under its heading, up to this height. */
const maxFirstCardPt = 400;

/** All findings, the most severe first. */
export function findingsSection(model: ReportModel, outline: ReportOutline, said: Said): Content[] {
  const heading: Content = { text: 'Findings', style: 'h1', tocItem: true, outline: true };
  // After the changes it goes on on their page.
  const begins = model.comparison === null ? { pageBreak: 'before' as const } : { margin: [0, 20, 0, 0] as Margins };
  if (outline.findings.length === 0) {
    return [
      { stack: [heading, { text: noFindingsText(model, outline), style: 'lead' }], unbreakable: true, ...begins },
    ];
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
    severityGroup(severity, members, index === 0 ? { stack: [heading, intro], ...begins } : null),
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

/** @param before what stands above the first group, and how it begins */
function severityGroup(severity: Severity, members: PrintedFinding[], before: Opening | null): Content[] {
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
    margin: [0, before !== null || !isWhole ? 0 : 8, 0, 8],
  };
  const { stack: above, ...begins } = before ?? { stack: [] };
  const stack = [...above, heading, findingCard(first, maxFirstCardPt)];
  // A card too tall to be kept whole starts a page, so that no heading is left behind.
  const opening: Content = isWhole ? { stack, unbreakable: true, ...begins } : { stack, pageBreak: 'before' };
  return [opening, ...rest.map((one) => findingCard(one))];
}
