import { categoryLabels, severityLabels, taskStatusLabels } from '@tenantry/contract/labels';
import type { Content } from 'pdfmake/interfaces';
import { shareBar } from './report-charts.ts';
import { checkTable, type MeasuredRow } from './report-check-table.ts';
import type { FlowHeights } from './report-flow.ts';
import { count, day, mediumDay } from './report-format.ts';
import type { ReportModel, ReportPlan, ReportTask } from './report-model.ts';
import { entryAnchor, type ReportOutline } from './report-outline.ts';
import { colors, contentWidth, estimateLines, severityColors, statusColors } from './report-styles.ts';

const priorityWidth = 52;
const hoursWidth = 34;
const priceWidth = 48;
const statusWidth = 92;
const taskWidth = contentWidth - priorityWidth - hoursWidth - priceWidth - statusWidth - 54;

const headingId = 'project-plan';
/** Heading, text, bar, and the heading and head of the first table. */
const introHeightPt = 210;
/** Heading, text and head of a table. */
const phaseHeightPt = 70;

type Phase = ReportPlan['phases'][number];

const phaseId = (index: number) => `${headingId}-${index + 1}`;
export const hoursText = (hours: number) => count(hours, 'hour', 'hours');
export const dollars = (amount: number) => `$${Math.round(amount).toLocaleString('en-US')}`;

/** What the page breaks need to know of this section and of its phases, by the ids of their headings. */
export function planFlow({ plan }: ReportModel): [string, FlowHeights][] {
  if (!plan) return [];
  const heights = plan.phases.map(({ tasks }) => tasks.map(heightOf));
  const total = (some: readonly number[], head: number) => some.reduce((sum, height) => sum + height, head);
  const first = heights[0]?.slice(0, 2) ?? [];
  return [
    [
      headingId,
      {
        wholePt: total(heights.flat(), introHeightPt + 60 * plan.phases.length),
        openingPt: total(first, introHeightPt),
      },
    ],
    // The first phase stays with the heading of the section.
    ...heights
      .slice(1)
      .map((own, index): [string, FlowHeights] => [
        phaseId(index + 1),
        { wholePt: total(own, phaseHeightPt), openingPt: total(own.slice(0, 2), phaseHeightPt) },
      ]),
  ];
}

/** What is to be done, in which order, what it takes and costs, and what is done already; nothing where no plan was made. */
export function planSection({ plan, auditedAt }: ReportModel, outline: ReportOutline): Content[] {
  if (!plan) return [];
  const { totalItems, completed, estimatedHours, completedHours, withoutEstimate, revenue, phases } = plan;
  const size = `${count(totalItems, 'task', 'tasks')} in ${count(phases.length, 'phase', 'phases')}: ${hoursText(estimatedHours)} of work, ${dollars(revenue)}.`;
  const progress = `${completed.toLocaleString('en-US')} of ${count(totalItems, 'task', 'tasks')} completed (${completedHours.toLocaleString('en-US')} of ${hoursText(estimatedHours)}).`;
  const notes = [
    ...(plan.auditedAt === auditedAt ? [] : [`The plan was made from the audit of ${day(plan.auditedAt)}.`]),
    ...(withoutEstimate === 0 ? [] : [`${count(withoutEstimate, 'task has', 'tasks have')} no estimate and no price.`]),
    `Prices are estimates in US dollars${plan.pricesAreDefault ? ', by standard prices' : ''}.`,
  ];
  return [
    { text: 'Project plan', style: 'h1', tocItem: true, outline: true, id: headingId, margin: [0, 12, 0, 10] },
    { text: size, style: 'lead', margin: [0, 0, 0, 2] },
    { text: progress, style: 'lead', margin: [0, 0, 0, 6] },
    { svg: shareBar(completed / totalItems, statusColors.pass, contentWidth) },
    { text: notes.join(' '), style: 'small', margin: [0, 6, 0, 8] },
    ...phases.flatMap((phase, index) => phaseContent(phase, phaseId(index), outline)),
  ];
}

function phaseContent(phase: Phase, id: string, outline: ReportOutline): Content[] {
  const { title, description, completed, totalItems, estimatedHours, revenue, tasks } = phase;
  const figures = `${description} · ${completed} of ${count(totalItems, 'task', 'tasks')} completed · ${hoursText(estimatedHours)} · ${dollars(revenue)}`;
  return [
    { text: title, style: 'h2', id, outline: true, outlineParentId: headingId, margin: [0, 12, 0, 2] },
    { text: figures, style: 'small', margin: [0, 0, 0, 4] },
    checkTable(
      ['Priority', 'Task', 'Hours', 'Price', 'Status'],
      [priorityWidth, taskWidth, hoursWidth, priceWidth, statusWidth],
      tasks.map((task) => measuredRow(task, outline)),
    ),
  ];
}

/** The numbers of the findings that a task closes. */
const numbersOf = ({ checkIds }: ReportTask, { numberOf }: ReportOutline): number[] =>
  [...new Set(checkIds.flatMap((id) => numberOf.get(id) ?? []))].toSorted((a, b) => a - b);

/** What mends which findings is said by their numbers. */
function subtitle(task: ReportTask, outline: ReportOutline): Content {
  const text = categoryLabels[task.category];
  const numbers = numbersOf(task, outline);
  if (numbers.length === 0) return { text, style: 'label' };
  const links = numbers.flatMap((number, index): Content[] => [
    ...(index === 0 ? [] : [', ']),
    { text: `${number}`, linkToDestination: entryAnchor(number), color: colors.brand },
  ]);
  return { text: [`${text} · No. `, ...links], style: 'label' };
}

function statusLines({ status, approval, completedAt, completedBy }: ReportTask): string[] {
  if (completedAt !== null) {
    return [taskStatusLabels.completed, `${mediumDay(completedAt)}${completedBy === null ? '' : ` by ${completedBy}`}`];
  }
  if (approval !== null) return [taskStatusLabels[status], `Approval ${approval}`];
  return [taskStatusLabels[status]];
}

function measuredRow(task: ReportTask, outline: ReportOutline): MeasuredRow {
  const { title, priority, hours, price, status } = task;
  const [first = '', second] = statusLines(task);
  const color = status === 'completed' ? statusColors.pass : colors.text;
  return {
    cells: [
      { text: severityLabels[priority], bold: true, color: severityColors[priority] },
      { stack: [{ text: title, bold: true }, subtitle(task, outline)] },
      { text: hours === null ? '—' : hours.toLocaleString('en-US') },
      { text: price === null ? '—' : dollars(price) },
      {
        stack: [
          { text: first, bold: status === 'completed', color },
          ...(second ? [{ text: second, style: 'label' }] : []),
        ],
      },
    ],
    heightPt: heightOf(task),
  };
}

function heightOf(task: ReportTask): number {
  // Its numbers, with up to three digits each.
  const below = `${categoryLabels[task.category]} · No. ${'888, '.repeat(task.checkIds.length)}`;
  const left = (estimateLines(task.title, taskWidth, 9.5) + estimateLines(below, taskWidth, 8.5)) * 13;
  const right = statusLines(task).reduce((sum, line) => sum + estimateLines(line, statusWidth, 9.5) * 13, 0);
  return Math.max(left, right) + 12;
}
