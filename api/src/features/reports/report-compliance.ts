import { controlStatusesByUrgency, controlStatusLabels, verdictLabels } from '@tenantry/contract/labels';
import type { VerdictStatus } from '@tenantry/contract/verdicts';
import type { Content, CustomTableLayout, TableCell } from 'pdfmake/interfaces';
import { checkTable, type MeasuredRow } from './report-check-table.ts';
import type { FlowHeights } from './report-flow.ts';
import { count } from './report-format.ts';
import { controlChip } from './report-icons.ts';
import type { ReportControl, ReportFramework, ReportModel } from './report-model.ts';
import { contentWidth, estimateLines, rowLines } from './report-styles.ts';

const [idWidth, statusWidth] = [98, 84];
/** Without the padding of the columns. */
const titleWidth = contentWidth - idWidth - statusWidth - 30;
/** Heading, the texts under it and the head of the table. */
const introHeightPt = 130;

/** Rows closer together than in other tables: there are many, and each is short. */
const denseRows: CustomTableLayout = { ...rowLines, paddingTop: () => 3, paddingBottom: () => 3 };

const checkOrder: (VerdictStatus | null)[] = [
  'fail',
  'warning',
  'couldNotCheck',
  'notPermitted',
  'notLicensed',
  null,
  'pass',
  'notApplicable',
];

const headingId = (index: number) => `framework-${index}`;

/** What the audit says of each framework: how much it covers, and the state of each control that it assesses. */
export function complianceSection(model: ReportModel): Content[] {
  if (model.frameworks.length === 0) return [];
  return [
    { text: 'Compliance', style: 'h1', tocItem: true, outline: true, pageBreak: 'before' },
    {
      text: 'What the checks of this audit say of the controls of four frameworks. A control is met where all its checks pass; where they speak for a part of it only, passing checks support it and no more. One failed check makes it not met. Controls without a check are not assessed: nothing is said of them here. This is no certificate and takes the place of no assessor.',
      style: 'lead',
      margin: [0, 0, 0, 16],
    },
    ...model.frameworks.flatMap(frameworkPart),
  ];
}

/** What the page breaks need to know of each framework, by the id of its heading. */
export function complianceFlow(model: ReportModel): [string, FlowHeights][] {
  return model.frameworks.map((framework, index) => {
    const heights = framework.controls.map((control) => rowOf(control).heightPt);
    const total = (some: number[]) => some.reduce((sum, height) => sum + height, introHeightPt);
    return [headingId(index), { wholePt: total(heights), openingPt: total(heights.slice(0, 3)) }];
  });
}

function frameworkPart(framework: ReportFramework, index: number): Content[] {
  const { name, publisher, mapping, controls } = framework;
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
      ['Control', 'What it asks for', 'Status'],
      [idWidth, titleWidth, statusWidth],
      controls.map(rowOf),
      denseRows,
    ),
    notAssessedNote(framework),
  ];
}

function coverageSentence({ coverage }: ReportFramework): string {
  const { total, assessed, judged } = coverage;
  return `Tenantry assesses ${assessed} of its ${count(total, 'control', 'controls')} (${Math.floor((assessed / total) * 100)}%). This audit could judge ${judged} of them.`;
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

function rowOf(control: ReportControl): MeasuredRow {
  const checks = checksText(control);
  const lines = estimateLines(control.title, titleWidth, 9) * 12 + estimateLines(checks, titleWidth, 7.5) * 10;
  return { cells: cellsOf(control, checks), heightPt: lines + 8 };
}

function cellsOf({ id, title, status }: ReportControl, checks: string): TableCell[] {
  return [
    { text: id, fontSize: 8.5, bold: true },
    {
      stack: [
        { text: title, fontSize: 9 },
        { text: checks, style: 'label', fontSize: 7.5 },
      ],
    },
    controlChip(status),
  ];
}

/** The checks of a control by what they say, the worst first: `Fail: a, b. Pass: c`. */
function checksText({ checks }: ReportControl): string {
  return checkOrder
    .map((status) => ({ status, ids: checks.filter((check) => check.status === status).map(({ checkId }) => checkId) }))
    .filter(({ ids }) => ids.length > 0)
    .map(({ status, ids }) => `${status === null ? 'Not in this audit' : verdictLabels[status]}: ${ids.join(', ')}`)
    .join('. ');
}
