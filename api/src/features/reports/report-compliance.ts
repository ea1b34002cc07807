import { controlStatusesByUrgency, controlStatusLabels } from '@tenantry/contract/labels';
import type { Content, Margins, TableCell } from 'pdfmake/interfaces';
import { checkTable, type MeasuredRow } from './report-check-table.ts';
import { entryLinks } from './report-entries.ts';
import type { FlowHeights } from './report-flow.ts';
import { count } from './report-format.ts';
import { controlChip } from './report-icons.ts';
import type { ReportControl, ReportFramework, ReportModel } from './report-model.ts';
import type { ReportOutline } from './report-outline.ts';
import { denseRows } from './report-results.ts';
import { contentWidth, estimateLines, widthInEm } from './report-styles.ts';

const idFontSize = 8.5;
const statusWidth = 82;
const placesWidth = 66;
/** Of a column; the first has half of it. */
const paddingPt = 12;

/** The columns of a framework, as wide as its ids and levels need; `level` is null where it has none. */
type Columns = { id: number; title: number; level: number | null };

function columnsOf({ controls }: ReportFramework): Columns {
  // The estimate is on the high side; an id that is wider breaks after a dot.
  const widest = (texts: readonly string[]) => Math.ceil(Math.max(...texts.map(widthInEm), 4) * idFontSize * 0.85);
  const id = widest(controls.map((control) => control.id));
  const levels = controls.flatMap(({ level }) => level ?? []);
  const level = levels.length === 0 ? null : widest(levels);
  const columns = level === null ? 4 : 5;
  const others = id + (level ?? 0) + statusWidth + placesWidth + columns * paddingPt;
  return { id, title: contentWidth - others, level };
}
/** Heading, the texts under it and the head of the table. */
const introHeightPt = 130;

const headingId = (index: number) => `framework-${index}`;

/** What the audit says of each framework: how much it covers, and the state of each control that it assesses. */
export function complianceSection(model: ReportModel, outline: ReportOutline): Content[] {
  if (model.frameworks.length === 0) return [];
  return [
    { text: 'Compliance', style: 'h1', tocItem: true, outline: true, ...startOf(model) },
    {
      text: 'A control is one requirement of a published standard. It is met where all our checks for it pass, supported where they pass and look at a part of it, and not met where one fails. Controls for which we have no check are not assessed. This is not a certificate and does not replace an assessor.',
      style: 'lead',
      margin: [0, 0, 0, 16],
    },
    ...(model.form === 'short'
      ? model.frameworks.map(frameworkInBrief)
      : model.frameworks.flatMap((framework, index) => frameworkPart(framework, index, outline))),
  ];
}

const startOf = ({ form }: ReportModel) =>
  form === 'short' ? { margin: [0, 18, 0, 8] as Margins } : { pageBreak: 'before' as const };

/** Of the short form: the counts, and the controls of each state by their ids. Each control with its checks is in the framework's file. */
function frameworkInBrief(framework: ReportFramework): Content {
  const { name, mapping, publisher, controls } = framework;
  const lists = (['notMet', 'partlyMet', 'couldNotJudge'] as const).flatMap((status): Content[] => {
    const ids = controls.filter((control) => control.status === status).map(({ id }) => id);
    if (ids.length === 0) return [];
    return [{ text: [{ text: `${controlStatusLabels[status]}: `, bold: true }, ids.join(', ')], style: 'small' }];
  });
  return {
    stack: [
      { text: name, style: 'h2', margin: [0, 0, 0, 2] },
      { text: coverageSentence(framework) },
      { text: countsSentence(framework), bold: true, margin: [0, 2, 0, 2] },
      { text: `Published by: ${publisher}. ${mapping.note}`, style: 'label', margin: [0, 0, 0, 4] },
      ...lists,
    ],
    margin: [0, 0, 0, 14],
  };
}

/** What the page breaks need to know of each framework, by the id of its heading. */
export function complianceFlow(model: ReportModel, { numberOf }: ReportOutline): [string, FlowHeights][] {
  if (model.form === 'short') return [];
  return model.frameworks.map((framework, index) => {
    const columns = columnsOf(framework);
    const heights = framework.controls.map((control) => rowOf(control, columns, numberOf).heightPt);
    const total = (some: number[]) => some.reduce((sum, height) => sum + height, introHeightPt);
    return [headingId(index), { wholePt: total(heights), openingPt: total(heights.slice(0, 3)) }];
  });
}

function frameworkPart(framework: ReportFramework, index: number, { numberOf }: ReportOutline): Content[] {
  const { name, publisher, mapping, controls } = framework;
  const columns = columnsOf(framework);
  const level = columns.level === null ? [] : [columns.level];
  return [
    {
      text: name,
      style: 'h2',
      id: headingId(index),
      tocItem: true,
      tocMargin: [14, 0, 0, 0],
      outline: true,
    },
    { text: coverageSentence(framework) },
    { text: countsSentence(framework), bold: true, margin: [0, 2, 0, 2] },
    { text: `Published by: ${publisher}. ${mapping.note}`, style: 'small', margin: [0, 0, 0, 8] },
    checkTable(
      ['Control', 'Requirement', ...level.map(() => 'Level'), 'Status', 'See'],
      [columns.id, columns.title, ...level, statusWidth, placesWidth],
      controls.map((control) => rowOf(control, columns, numberOf)),
      denseRows,
    ),
    notAssessedNote(framework),
  ];
}

function coverageSentence({ coverage }: ReportFramework): string {
  const { total, assessed, judged } = coverage;
  return `${assessed} of ${count(total, 'control', 'controls')} assessed (${Math.floor((assessed / total) * 100)}%), ${judged} judged in this audit`;
}

function countsSentence({ counts }: ReportFramework): string {
  return controlStatusesByUrgency
    .filter((status) => counts[status] > 0)
    .map((status) => `${controlStatusLabels[status]}: ${counts[status]}`)
    .join('   ');
}

function notAssessedNote({ notAssessed }: ReportFramework): Content {
  if (notAssessed.length === 0) return { text: '', margin: [0, 0, 0, 20] };
  return {
    text: [{ text: `Not assessed by Tenantry (${notAssessed.length}): `, bold: true }, notAssessed.join(', ')],
    style: 'label',
    margin: [0, 8, 0, 24],
  };
}

function rowOf(control: ReportControl, columns: Columns, numberOf: ReportOutline['numberOf']): MeasuredRow {
  const places = placesOf(control, numberOf);
  const lines = Math.max(
    estimateLines(control.title, columns.title, 9),
    estimateLines(places.join(', '), placesWidth, 8.5),
  );
  return { cells: cellsOf(control, columns, places), heightPt: lines * 12 + 8 };
}

function cellsOf(
  { id, title, level, status }: ReportControl,
  columns: Columns,
  places: readonly number[],
): TableCell[] {
  return [
    { text: id, fontSize: idFontSize, bold: true },
    { text: title, fontSize: 9 },
    ...(columns.level === null ? [] : [{ text: level ?? '', style: 'small' }]),
    controlChip(status),
    { text: entryLinks(places), fontSize: 8.5 },
  ];
}

/** Where the results of its checks stand; a check that is younger than the audit has none. */
function placesOf({ checks }: ReportControl, numberOf: ReportOutline['numberOf']): number[] {
  const places = checks.flatMap(({ checkId }) => numberOf.get(checkId) ?? []);
  return [...new Set(places)].sort((a, b) => a - b);
}
