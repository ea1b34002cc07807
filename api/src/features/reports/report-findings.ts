import { Severity } from '@tenantry/contract/verdicts';
import type { Content, TableCell } from 'pdfmake/interfaces';
import { categoryWords, count, day, severityWords, stateWord } from './report-format.ts';
import { severityMark } from './report-icons.ts';
import type { ReportFinding, ReportModel } from './report-model.ts';
import { colours, contentWidth, estimateLines, severityColours, sideBar } from './report-styles.ts';

const evidenceShown = 6;
const affectedShown = 12;
const referencesShown = 6;
const cardWidth = contentWidth - 14.5;
const labelWidth = 84;
const valueWidth = cardWidth - labelWidth - 8;
/** A card up to this height moves to the next page as a whole; a taller one may break between its rows. */
const wholeCardHeightPt = 300;

/** Name of the place in the PDF where a finding starts; `index` counts in the order of the model. */
export function findingAnchor(index: number): string {
  return `finding-${index}`;
}

/** All findings, the most severe first. */
export function findingsSection(model: ReportModel): Content[] {
  const heading: Content = { text: 'Findings', style: 'h1', pageBreak: 'before', tocItem: true, outline: true };
  if (model.findings.length === 0) return [heading, { text: noFindingsText(model), style: 'lead' }];
  const intro: Content = {
    text: 'The most severe findings come first. Each says what was seen, what it concerns and what to do.',
    style: 'lead',
    margin: [0, 0, 0, 12],
  };
  const numbered = model.findings.map((finding, index) => ({ finding, index }));
  const groups = Severity.options
    .map((severity) => ({ severity, members: numbered.filter(({ finding }) => finding.severity === severity) }))
    .filter(({ members }) => members.length > 0);
  return [
    heading,
    intro,
    ...groups.flatMap(({ severity, members }, index) => severityGroup(severity, members, index === 0)),
  ];
}

function noFindingsText(model: ReportModel): string {
  const { evaluated, applicable } = model.coverage;
  if (evaluated === 0)
    return 'No finding is recorded, because no check could be judged. This does not mean that all is well.';
  const rest = applicable - evaluated;
  const caveat =
    rest > 0
      ? ` ${count(rest, 'further check', 'further checks')} gave no answer; see "What could not be checked".`
      : '';
  return `No finding is recorded. The audit judged ${count(evaluated, 'check', 'checks')} and recorded no weakness that needs attention.${caveat}`;
}

type Numbered = { finding: ReportFinding; index: number };

function severityGroup(severity: Severity, members: Numbered[], isFirst: boolean): Content[] {
  const [first, ...rest] = members;
  if (first === undefined) return [];
  const title = `${severityWords[severity]} findings (${members.length})`;
  const startsPage = !isFirst && !isWholeCard(first.finding);
  const heading: Content = {
    text: title,
    style: 'h2',
    color: severityColours[severity],
    tocItem: true,
    tocMargin: [14, 0, 0, 0],
    outline: true,
    margin: [0, isFirst || startsPage ? 0 : 8, 0, 8],
    ...(startsPage ? { pageBreak: 'before' as const } : {}),
  };
  const opening: Content = isWholeCard(first.finding)
    ? { stack: [heading, card(first)], unbreakable: true }
    : { stack: [heading, card(first)] };
  return [opening, ...rest.map(card)];
}

function card({ finding, index }: Numbered): Content {
  const isWhole = isWholeCard(finding);
  const rows = [titleRow(finding, index), ...detailRows(finding)];
  return {
    table: {
      widths: [cardWidth],
      body: rows.map((row): TableCell[] => [row]),
      // A tall card repeats its title on the next page and never breaks inside a row.
      ...(isWhole ? {} : { headerRows: 1, keepWithHeaderRows: 1, dontBreakRows: true }),
    },
    layout: sideBar(severityColours[finding.severity]),
    unbreakable: isWhole,
    margin: [0, 0, 0, 16],
  };
}

function titleRow(finding: ReportFinding, index: number): TableCell {
  const facts = [
    categoryWords[finding.category],
    finding.checkId,
    stateWord(finding.status),
    `first seen ${day(finding.firstSeen)}`,
    `last seen ${day(finding.lastSeen)}`,
  ];
  return {
    stack: [
      { text: finding.title, style: 'h3', id: findingAnchor(index) },
      {
        columns: [
          { stack: [severityMark(finding.severity)], width: 62 },
          { text: facts.join('  ·  '), style: 'label', width: cardWidth - 62, margin: [0, 0.5, 0, 0] },
        ],
        margin: [0, 3, 0, 0],
      },
    ],
  };
}

function detailRows(finding: ReportFinding): TableCell[] {
  const rows: [string, Content][] = [
    ['What was seen', { stack: evidenceLines(finding) }],
    ['Affected', { stack: affectedLines(finding) }],
    ['What to do', { text: finding.recommendation || 'No recommendation is recorded.' }],
  ];
  if (finding.references.length > 0) rows.push(['References', { stack: referenceLines(finding.references) }]);
  return rows.map(([label, content]) => ({
    columns: [
      { text: label, width: labelWidth, fontSize: 8.5, bold: true, color: colours.quiet, lineHeight: 1.35 },
      { stack: [content], width: valueWidth },
    ],
    columnGap: 8,
  }));
}

function evidenceLines(finding: ReportFinding): Content[] {
  if (finding.evidence.length === 0) return [{ text: 'No evidence is recorded.' }];
  const lines: Content[] = finding.evidence.slice(0, evidenceShown).map(({ observed, dataset, objectId }) => ({
    text: [
      { text: observed },
      {
        text: `  (${objectId === undefined ? dataset : `${dataset}, ${objectId}`})`,
        fontSize: 8,
        color: colours.quiet,
      },
    ],
  }));
  return [...lines, ...more(finding.evidence.length - evidenceShown)];
}

function affectedLines(finding: ReportFinding): Content[] {
  const total = Math.max(finding.affectedCount, finding.affected.length);
  if (total === 0) return [{ text: 'The organisation as a whole.' }];
  const shown = finding.affected.slice(0, affectedShown);
  const lines: Content[] = shown.map(({ name, type, id }) => ({
    text: [
      { text: name || id },
      { text: `  (${name === '' || name === id ? type : `${type}, ${id}`})`, fontSize: 8, color: colours.quiet },
    ],
  }));
  return [{ text: count(total, 'object', 'objects'), bold: true }, ...lines, ...more(total - shown.length)];
}

function referenceLines(references: string[]): Content[] {
  const lines: Content[] = references.slice(0, referencesShown).map((reference) => {
    const link = webAddress(reference);
    return link === null
      ? { text: reference, fontSize: 8.5 }
      : { text: reference, fontSize: 8.5, color: colours.brand, link };
  });
  return [...lines, ...more(references.length - referencesShown)];
}

/** Only plain https addresses become links; anything else stays text. */
function webAddress(reference: string): string | null {
  if (!reference.startsWith('https://') || !URL.canParse(reference)) return null;
  const url = new URL(reference);
  return url.username === '' && url.password === '' ? url.href : null;
}

function more(quantity: number): Content[] {
  return quantity > 0 ? [{ text: `and ${quantity.toLocaleString('en-GB')} more`, color: colours.quiet }] : [];
}

function isWholeCard(finding: ReportFinding): boolean {
  const evidence = finding.evidence
    .slice(0, evidenceShown)
    .map(({ observed, dataset, objectId }) => `${observed}  (${dataset}, ${objectId ?? ''})`);
  const affected = finding.affected.slice(0, affectedShown).map(({ name, type, id }) => `${name}  (${type}, ${id})`);
  const texts = [...evidence, ...affected, finding.recommendation, ...finding.references.slice(0, referencesShown)];
  const lines = texts.reduce((sum, text) => sum + estimateLines(text, valueWidth, 9.5), 0);
  return lines * 14 + 80 + estimateLines(finding.title, cardWidth, 10.5) * 14 <= wholeCardHeightPt;
}
