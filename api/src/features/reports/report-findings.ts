import type { ReportForm } from '@tenantry/contract/generated-reports';
import { severityLabels } from '@tenantry/contract/labels';
import { Severity } from '@tenantry/contract/verdicts';
import type { Content, Margins } from 'pdfmake/interfaces';
import { briefCard, briefFinding, findingsTable } from './report-brief-findings.ts';
import { findingCard, isWholeCard } from './report-finding-card.ts';
import { count } from './report-format.ts';
import type { ReportModel } from './report-model.ts';
import type { NumberedFinding, ReportOutline } from './report-outline.ts';
import { type PrintedFinding, printedFindings } from './report-printed-findings.ts';
import type { Said } from './report-said.ts';
import { severityColors } from './report-styles.ts';

type Opening = { stack: Content[]; pageBreak?: 'before'; margin?: Margins };

/** The first card of a severity stands under its heading, up to this height. */
const maxFirstCardPt = 400;
/** In the short form cards break between their rows rather than leave room at the end of a page. */
const maxShortCardPt = 130;

/** All findings, the most severe first. */
export function findingsSection(model: ReportModel, outline: ReportOutline, said: Said): Content[] {
  const heading: Content = { text: 'Findings', style: 'h1', tocItem: true, outline: true };
  // After the changes it goes on on their page, and in the short form after the summary.
  const goesOn = model.comparison !== null || model.form === 'short';
  const begins = goesOn ? { margin: [0, 20, 0, 0] as Margins } : { pageBreak: 'before' as const };
  if (outline.findings.length === 0) {
    return [
      { stack: [heading, { text: noFindingsText(model, outline), style: 'lead' }], unbreakable: true, ...begins },
    ];
  }
  const intro: Content = {
    text: 'From here on the report is written for those who make the changes; “What can happen” is for everybody. The most severe findings come first. Each finding and check has a number, and a number in blue leads to it.',
    style: 'lead',
    margin: [0, 0, 0, 12],
  };
  const groups = Severity.options
    .map((severity) => ({ severity, members: outline.findings.filter(({ finding }) => finding.severity === severity) }))
    .filter(({ members }) => members.length > 0);
  const before = printedFindings(said);
  return groups.flatMap(({ severity, members }, index) => {
    const opening = index === 0 ? { stack: [heading, intro], ...begins } : null;
    const isWhole = model.form !== 'short' || severity === 'critical' || severity === 'high';
    return isWhole
      ? severityGroup(severity, before(members), opening, model.form)
      : briefGroup(severity, members, said, opening);
  });
}

/** Of the short form: medium ones in brief, those below as a table. */
function briefGroup(
  severity: Severity,
  members: readonly NumberedFinding[],
  said: Said,
  before: Opening | null,
): Content[] {
  const { stack: above, ...begins } = before ?? { stack: [] };
  const heading = { ...groupHeading(severity, members.length), margin: [0, 12, 0, 6] as Margins };
  if (severity !== 'medium') {
    const note: Content = { text: leftOutText, style: 'small', margin: [0, 0, 0, 4] };
    return [{ stack: [...above, heading, note], ...begins, headlineLevel: 1 }, findingsTable(members)];
  }
  const [first, ...rest] = members.map((one) => briefCard(briefFinding(one, said)));
  if (first === undefined) return [];
  return [{ stack: [...above, heading, first], unbreakable: true, ...begins }, ...rest];
}

const leftOutText =
  'What was seen, what it can lead to and what to do about each is in the full report and in the file of the findings (CSV).';

function groupHeading(severity: Severity, quantity: number) {
  return {
    text: `${severityLabels[severity]} findings (${quantity})`,
    style: 'h2',
    color: severityColors[severity],
    tocItem: true,
    tocMargin: [14, 0, 0, 0] as Margins,
    outline: true,
  };
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
function severityGroup(
  severity: Severity,
  members: PrintedFinding[],
  before: Opening | null,
  form: ReportForm,
): Content[] {
  const [first, ...rest] = members;
  if (first === undefined) return [];
  const isWhole = isWholeCard(first, maxFirstCardPt);
  const heading: Content = {
    ...groupHeading(severity, members.length),
    margin: [0, before !== null || !isWhole ? 0 : 8, 0, 8],
  };
  const { stack: above, ...begins } = before ?? { stack: [] };
  const stack = [...above, heading, findingCard(first, maxFirstCardPt)];
  // A card too tall to be kept whole starts a page, so that no heading is left behind.
  const opening: Content = isWhole ? { stack, unbreakable: true, ...begins } : { stack, pageBreak: 'before' };
  return [opening, ...rest.map((one) => (form === 'short' ? findingCard(one, maxShortCardPt) : findingCard(one)))];
}
