import { datasetLabel } from '@tenantry/contract/dataset-labels';
import { categoryLabels } from '@tenantry/contract/labels';
import type { Evidence } from '@tenantry/contract/verdicts';
import type { Content, TableCell } from 'pdfmake/interfaces';
import { count, mediumDay } from './report-format.ts';
import { severityMark } from './report-icons.ts';
import type { ReportFinding } from './report-model.ts';
import { colors, contentWidth, estimateLines, severityColors, sideBar, widthInEm } from './report-styles.ts';

const evidenceShown = 6;
const affectedShown = 12;
const referencesShown = 6;
const referenceFontSize = 8;
const cardWidth = contentWidth - 14.5;
const labelWidth = 84;
const valueWidth = cardWidth - labelWidth - 8;
/** A card up to this height moves to the next page as a whole; a taller one may break between its rows. */
const wholeCardHeightPt = 400;

/**
 * A finding with its place in the model. `sameAdviceAs` is the place of an earlier finding of the same check whose
 * recommendation and references are the same, so that they are printed once.
 */
export type NumberedFinding = { finding: ReportFinding; index: number; sameAdviceAs: number | null };

/** Name of the place in the PDF where a finding starts; `index` counts in the order of the model. */
export function findingAnchor(index: number): string {
  return `finding-${index}`;
}

/** One finding: title, facts, evidence, affected objects and what to do. */
export function findingCard(numbered: NumberedFinding): Content {
  const { finding } = numbered;
  const isWhole = isWholeCard(finding);
  const details = sectionsOf(numbered).flatMap((section) => sectionRows(section, isWhole));
  return {
    table: {
      widths: [cardWidth],
      body: [titleRow(finding), ...details].map((row): TableCell[] => [row]),
      // A tall card repeats its title on the next page and breaks between rows only. Each row is one item of bounded
      // length: pdfmake drops what does not fit when a row that must not break is taller than a page.
      ...(isWhole ? {} : { headerRows: 1, keepWithHeaderRows: 1, dontBreakRows: true }),
    },
    layout: sideBar(severityColors[finding.severity]),
    unbreakable: isWhole,
    margin: [0, 0, 0, 18],
  };
}

function titleRow(finding: ReportFinding): TableCell {
  const facts = [
    categoryLabels[finding.category],
    finding.checkId,
    finding.status,
    `first seen ${mediumDay(finding.firstSeen)}`,
    `last seen ${mediumDay(finding.lastSeen)}`,
  ];
  return {
    stack: [
      { text: finding.title, style: 'h3' },
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

type CardSection = { label: string; items: Content[]; anchor?: string };

function sectionsOf({ finding, index, sameAdviceAs }: NumberedFinding): CardSection[] {
  const sections: CardSection[] = [
    // The anchor is here and not at the title: the title of a tall card is repeated, and a name must have one place.
    { label: 'What was seen', items: evidenceLines(finding), anchor: findingAnchor(index) },
    { label: 'Affected', items: affectedLines(finding) },
  ];
  if (sameAdviceAs !== null) {
    return [...sections, { label: 'What to do', items: [sameAdvice(finding, sameAdviceAs)] }];
  }
  sections.push({ label: 'What to do', items: [{ text: finding.recommendation || 'No recommendation is recorded.' }] });
  const references = printedReferences(finding);
  if (references.length > 0) sections.push({ label: 'References', items: referenceLines(references) });
  return sections;
}

function sectionRows({ label, items, anchor }: CardSection, isWhole: boolean): TableCell[] {
  const rows = isWhole ? [items] : items.map((item) => [item]);
  return rows.map((stack, row) => ({
    columns: [
      {
        text: row === 0 ? label : '',
        width: labelWidth,
        fontSize: 8.5,
        bold: true,
        color: colors.quiet,
        lineHeight: 1.35,
        ...(row === 0 && anchor !== undefined ? { id: anchor } : {}),
      },
      { stack, width: valueWidth },
    ],
    columnGap: 8,
    margin: [0, row === 0 ? 5 : 0, 0, 0],
  }));
}

function evidenceLines(finding: ReportFinding): Content[] {
  if (finding.evidence.length === 0) return [{ text: 'No evidence is recorded.' }];
  const lines: Content[] = finding.evidence.slice(0, evidenceShown).map((evidence) => ({
    text: [{ text: evidence.observed }, { text: sourceNote(evidence, finding), fontSize: 8, color: colors.quiet }],
  }));
  return [...lines, ...more(finding.evidence.length - evidenceShown)];
}

/** Where it was seen, and on what unless the words say it already; an id only where no name is known. */
function sourceNote({ observed, dataset, objectId }: Evidence, finding: ReportFinding): string {
  const parts = [datasetLabel(dataset)];
  // Evidence about one of several objects starts with its name in quotation marks.
  if (objectId !== undefined && !/^"[^"]/.test(observed)) {
    const name = finding.affected.find(({ id }) => id === objectId)?.name || objectId;
    if (!observed.includes(name)) parts.push(name);
  }
  return `  (${parts.join(', ')})`;
}

function affectedLines(finding: ReportFinding): Content[] {
  const total = Math.max(finding.affectedCount, finding.affected.length);
  if (total === 0) return [{ text: 'No single object is named.' }];
  const shown = finding.affected.slice(0, affectedShown);
  const lines: Content[] = shown.map(({ name, type, id }) => ({
    text: [{ text: name || id }, { text: `  (${type})`, fontSize: 8, color: colors.quiet }],
  }));
  return [{ text: count(total, 'object', 'objects'), bold: true }, ...lines, ...more(total - shown.length)];
}

function sameAdvice(finding: ReportFinding, index: number): Content {
  const anchor = findingAnchor(index);
  return {
    columns: [
      { text: `As for the first finding of ${finding.checkId}, page`, width: 'auto' },
      // The link is on the number alone: pdfmake would make one annotation for each word.
      { pageReference: anchor, color: colors.brand, width: 30 },
    ],
    columnGap: 3,
  };
}

/** References that a reader can look up: CIS and CISA (`MS.AAD.1.1v1`) ids and web addresses, not names of tools. */
function printedReferences({ references }: ReportFinding): string[] {
  return references.filter((reference) => /^(CIS |MS\.)/.test(reference) || webAddress(reference) !== null);
}

function referenceLines(references: string[]): Content[] {
  const lines = references.slice(0, referencesShown).flatMap((reference): Content[] => {
    const link = webAddress(reference);
    if (link === null) return [{ text: reference, fontSize: referenceFontSize }];
    // pdfmake makes a link annotation for each breakable piece of text, which swells the file: break it ourselves.
    return addressLines(reference).map((text) => ({
      text,
      fontSize: referenceFontSize,
      color: colors.brand,
      link,
      noWrap: true,
    }));
  });
  return [...lines, ...more(references.length - referencesShown)];
}

/** Cuts an address into pieces that fit on one line, after a separator where there is one. */
function addressLines(address: string): string[] {
  const roomInEm = valueWidth / referenceFontSize;
  const lines: string[] = [];
  let line = '';
  let lineInEm = 0;
  for (const character of address) {
    const width = widthInEm(character);
    if (lineInEm + width > roomInEm) {
      const piece = /^(.{20,}[/\-?&=#.])/.exec(line)?.[1] ?? line;
      lines.push(piece);
      line = line.slice(piece.length);
      lineInEm = widthInEm(line);
    }
    line += character;
    lineInEm += width;
  }
  return [...lines, line];
}

/** Only plain https addresses become links; anything else stays text. */
function webAddress(reference: string): string | null {
  if (!reference.startsWith('https://') || !URL.canParse(reference)) return null;
  const url = new URL(reference);
  return url.username === '' && url.password === '' ? url.href : null;
}

function more(quantity: number): Content[] {
  return quantity > 0 ? [{ text: `and ${quantity.toLocaleString('en-GB')} more`, color: colors.quiet }] : [];
}

/** Whether the card is kept on one page. */
export function isWholeCard(finding: ReportFinding): boolean {
  const evidence = finding.evidence.slice(0, evidenceShown).map((one) => `${one.observed}${sourceNote(one, finding)}`);
  const affected = finding.affected.slice(0, affectedShown).map(({ name, type, id }) => `${name || id}  (${type})`);
  const references = printedReferences(finding).slice(0, referencesShown);
  const texts = [...evidence, ...affected, finding.recommendation, ...references];
  const lines = texts.reduce((sum, text) => sum + estimateLines(text, valueWidth, 9.5), 0);
  return lines * 14 + 80 + estimateLines(finding.title, cardWidth, 10.5) * 14 <= wholeCardHeightPt;
}
