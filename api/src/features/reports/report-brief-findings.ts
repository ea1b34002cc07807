import { affectedNoun } from '@tenantry/contract/affected-texts';
import { categoryLabels } from '@tenantry/contract/labels';
import type { Content, CustomTableLayout, TableCell } from 'pdfmake/interfaces';
import { canBeLookedUp, webAddress } from '../../domain/finding/references.ts';
import { checkTable, type MeasuredRow } from './report-check-table.ts';
import { freshContents } from './report-entries.ts';
import { count } from './report-format.ts';
import type { ReportFinding } from './report-model.ts';
import { entryAnchor, type NumberedFinding } from './report-outline.ts';
import { denseRows } from './report-results.ts';
import type { Fresh, Said } from './report-said.ts';
import { contentWidth, estimateLines, severityColors, sideBar } from './report-styles.ts';

// The short form of the report. What is left out here is in the file of the findings (features/findings/findings-export.ts).

/** A finding with what is left to print of it in brief, once what earlier findings said is left out. */
type BriefFinding = NumberedFinding & { message: Fresh; impact: Fresh; advice: Fresh };

const cardWidth = contentWidth - 14.5;
const fontSize = 9;
const affectedNamed = 3;
/** Half of a page holds this many characters of a brief finding. */
const maxText = 600;

/** Each sentence with the first that says it; to be called in the order in which they are printed. */
export function briefFinding(numbered: NumberedFinding, said: Said): BriefFinding {
  const { finding, number } = numbered;
  // A message that is the title says nothing more.
  said.fresh([finding.title], number);
  return {
    ...numbered,
    message: said.freshText(finding.message, number),
    impact: said.freshText(finding.impact ?? '', number),
    advice: said.freshText(finding.recommendation, number),
  };
}

/** How many are affected, and the first by name. */
function affectedText({ affected, affectedCount }: ReportFinding): string {
  const total = Math.max(affectedCount, affected.length);
  if (total === 0) return '';
  const named = affected.slice(0, affectedNamed).map(({ name, id }) => name || id);
  const left = affected.some(({ type }) => type === 'people') ? 0 : total - named.length;
  return `${count(total, ...affectedNoun(affected))}: ${named.join(', ')}${left > 0 ? ` and ${left.toLocaleString('en-US')} more` : ''}`;
}

/** Ids of controls; the addresses are in the file. */
const idsOf = ({ references }: ReportFinding): string[] =>
  references.filter((reference) => canBeLookedUp(reference) && webAddress(reference) === null);

/** What is wrong, what it can lead to, whom it concerns and what to do, on half a page at most. */
export function briefCard({ finding, number, message, impact, advice }: BriefFinding): Content {
  const affected = affectedText(finding);
  const facts = [categoryLabels[finding.category], finding.status, ...idsOf(finding)].join('  ·  ');
  const stack: Content[] = [
    { text: `${number}  ${finding.title}`, style: 'h3', fontSize: 10, id: entryAnchor(number) },
    { text: facts, style: 'label' },
    ...paragraph([...freshContents(bounded(message)), ...freshContents(bounded(impact))]),
    ...finding.covers.map(({ title }): Content => ({ text: title, fontSize })),
    ...(affected === '' ? [] : paragraph([{ text: 'Affected: ', bold: true }, affected])),
    ...(finding.recommendation === ''
      ? []
      : paragraph([{ text: 'What to do: ', bold: true }, ...freshContents(bounded(advice))])),
  ];
  return {
    table: { widths: [cardWidth], body: [[{ stack }]] },
    layout: sideBar(severityColors[finding.severity]),
    unbreakable: true,
    margin: [0, 0, 0, 8],
  };
}

/** The texts one after the other. */
const paragraph = (texts: readonly Content[]): Content[] =>
  texts.length === 0 ? [] : [{ text: texts.flatMap((text, index) => (index === 0 ? [text] : [' ', text])), fontSize }];

const bounded = (fresh: Fresh): Fresh => ({
  ...fresh,
  kept: fresh.kept.map((text) => (text.length > maxText ? `${text.slice(0, maxText - 1).trimEnd()}…` : text)),
});

const numberWidth = 26;
const categoryWidth = 118;
const affectedWidth = 60;
const titleWidth = contentWidth - numberWidth - categoryWidth - affectedWidth - 42;

/** Findings of little weight, a row each. */
export function findingsTable(findings: readonly NumberedFinding[]): Content {
  return checkTable(
    ['No.', 'Finding', 'Category', 'Affected'],
    [numberWidth, titleWidth, categoryWidth, affectedWidth],
    findings.map(tableRow),
    closeRows,
  );
}

/** A row is a line: a page holds forty. */
const closeRows: CustomTableLayout = { ...denseRows, paddingTop: () => 1.5, paddingBottom: () => 1.5 };

function tableRow({ number, finding }: NumberedFinding): MeasuredRow {
  const total = Math.max(finding.affectedCount, finding.affected.length);
  const cells: TableCell[] = [
    { text: String(number), id: entryAnchor(number) },
    { text: finding.title, fontSize: 8.5 },
    { text: categoryLabels[finding.category], style: 'label' },
    { text: total === 0 ? '' : count(total, ...affectedNoun(finding.affected)), style: 'label' },
  ];
  const lines = Math.max(
    estimateLines(finding.title, titleWidth, 8.5),
    estimateLines(categoryLabels[finding.category], categoryWidth, 8),
  );
  return { cells, heightPt: lines * 12 + 8 };
}
