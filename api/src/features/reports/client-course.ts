import type { Content, TableCell } from 'pdfmake/interfaces';
import { clientWords } from '../../audit/findings/remedies/client-words.ts';
import { remedyOfCheck } from '../../audit/findings/remedies/remedies.ts';
import { mattersOf } from './client-matters.ts';
import { type SummaryDetail, summaryHeading } from './client-parts.ts';
import { basisText } from './report-changes.ts';
import { count, mediumDay } from './report-format.ts';
import type { DoneWork, ReportEstimate, ReportModel, ReportPlan, ReportRemedy, ReportTask } from './report-model.ts';
import { dollars, hoursText } from './report-plan.ts';
import { contentWidth, rowLines } from './report-styles.ts';
import { shorten } from './report-text.ts';

/** What was done, and what shows it. */
export function doneSection(model: ReportModel, detail: SummaryDetail): Content[] {
  const { comparison } = model;
  const title = comparison === null ? 'What was done' : `What was done since ${basisText(comparison)}`;
  const done = doneItems(model, detail).map(({ title: what, text }) => item(what, text));
  if (done.length === 0) {
    const nothing =
      comparison === null
        ? 'This is the first audit. What is done from now on stands here in the next summary.'
        : 'No task was completed and no weakness was closed in this time.';
    return [{ stack: [summaryHeading(title), { text: nothing }], unbreakable: true }];
  }
  const [first, ...rest] = done.slice(0, detail.done);
  const left = done.length - Math.min(done.length, detail.done);
  const more: Content[] =
    left > 0 ? [{ text: `and ${left.toLocaleString('en-US')} more, in the full report`, style: 'small' }] : [];
  return [
    { stack: [summaryHeading(title), ...(first === undefined ? [] : [first])], unbreakable: true },
    ...rest,
    ...more,
  ];
}

/** Something that was done, in a sentence on what shows it. `isProven`: its checks were looked at again, or the audit found it closed. */
export type DoneItem = { title: string; text: string; isProven: boolean };

/** The work that was done, the latest first, and then what the audit found closed besides. */
export const doneItems = (model: ReportModel, detail: Pick<SummaryDetail, 'characters'>): DoneItem[] => [
  ...model.doneWork.map((work) => workItem(work, detail)),
  ...resolvedItems(model),
];

function workItem(
  { title, completedAt, proof, isWithoutProof }: DoneWork,
  { characters }: Pick<SummaryDetail, 'characters'>,
): DoneItem {
  const shown =
    proof !== null
      ? `Looked at again on ${mediumDay(proof.checkedAt)}: ${shorten(proof.message, characters)}`
      : isWithoutProof
        ? 'It could not be looked at again.'
        : 'It was not looked at again.';
  const text = `Done on ${mediumDay(completedAt)}. ${shown}`;
  return { title: shorten(title, characters), text, isProven: proof !== null };
}

/** Weaknesses that the audit found closed and no task above speaks of, those that one piece of work closes together. */
function resolvedItems({ comparison, doneWork, auditedAt }: ReportModel): DoneItem[] {
  const byTask = new Set(doneWork.flatMap(({ checkIds }) => checkIds));
  const resolved = (comparison?.resolved ?? []).filter((checkId) => !byTask.has(checkId));
  const groups = Map.groupBy(resolved, (checkId) => remedyOfCheck(checkId)?.id ?? '');
  return [...groups].map(([remedyId, checks]) => {
    const topic = clientWords[remedyId]?.topic ?? 'Other weaknesses';
    const closed = count(checks.length, 'weakness of this kind was', 'weaknesses of this kind were');
    const text = `${closed} no longer found by the audit of ${mediumDay(auditedAt)}.`;
    return { title: `Closed: ${topic}`, text, isProven: true };
  });
}

const item = (title: string, text: string): Content => ({
  stack: [{ text: title, bold: true }, { text }],
  unbreakable: true,
  margin: [0, 0, 0, 8],
});

const phaseWidths = [contentWidth - 3 * 80 - 42, 80, 80, 80];

/** What comes next, with its hours and its price. */
export function nextSection({ plan, estimate, remedies }: ReportModel, detail: SummaryDetail): Content[] {
  if (plan) return planned(plan);
  const heading = summaryHeading('What comes next');
  if (estimate === null) return [{ stack: [heading, { text: 'Nothing is open, so that nothing is planned.' }] }];
  const { findings, denied } = estimate;
  if (findings === 0)
    return [{ stack: [heading, { text: 'Nothing is planned: it was decided to leave what is open as it is.' }] }];
  const left =
    denied === 0
      ? ''
      : ` Of ${denied === 1 ? '1 other' : `${denied.toLocaleString('en-US')} others`} it was decided to leave them as they are.`;
  const text = `Closing the ${count(findings, 'open weakness', 'open weaknesses')} takes about ${hoursText(estimate.hours)} of work and costs about ${dollars(estimate.price)}. This is an estimate${estimate.pricesAreDefault ? ' by standard prices' : ''}, not an offer.${left}`;
  return [{ stack: [heading, { text }, ...firstStepsTable(estimate, remedies, detail)], unbreakable: true }];
}

/** What to begin with, in the order of what matters most, each with its hours and its price. */
function firstStepsTable(
  estimate: ReportEstimate,
  remedies: readonly ReportRemedy[],
  { matters: shown }: SummaryDetail,
): Content[] {
  const rows = firstSteps(estimate, remedies)
    .slice(0, shown)
    .map(({ title, size, hours, price }) => stepRow({ text: title }, size, hours, price));
  if (rows.length === 0) return [];
  const body = [stepHead('First steps', 'Weaknesses'), ...rows];
  return [{ table: { headerRows: 1, widths: [...phaseWidths], body }, layout: rowLines, margin: [0, 8, 0, 0] }];
}

/** A step of what comes next: how many weaknesses it closes or tasks it holds, and what it takes. */
type Step = { title: string; size: number; hours: number; price: number };

/** What to do first, with what it takes, where no plan says it. */
export function firstSteps(estimate: ReportEstimate, remedies: readonly ReportRemedy[]): Step[] {
  const partsOf = ({ checkIds }: ReportRemedy) =>
    estimate.work.filter((part) => part.checkIds.some((checkId) => checkIds.includes(checkId)));
  return (
    mattersOf(remedies)
      // The price of a license is Microsoft's.
      .filter(({ remedy }) => remedy.needsLicense === null)
      .map(({ words, remedy }) => {
        const parts = partsOf(remedy);
        const total = (of: 'hours' | 'price') => parts.reduce((all, part) => all + part[of], 0);
        const size = remedy.checkIds.length;
        return { title: words.topic, size, hours: total('hours'), price: total('price'), isPlanned: parts.length > 0 };
      })
      // What was denied is no step.
      .filter(({ isPlanned }) => isPlanned)
      .map(({ isPlanned: _, ...step }) => step)
  );
}

const stepHead = (...[first, second]: [string, string]): TableCell[] =>
  [first, second, 'Hours', 'Price'].map((text): TableCell => ({ text, style: 'tableHead' }));

const stepRow = (title: TableCell, size: number, hours: number, price: number): TableCell[] => [
  title,
  { text: size.toLocaleString('en-US') },
  { text: hours.toLocaleString('en-US') },
  { text: dollars(price) },
];

const isOpen = ({ completedAt, approval }: ReportTask) => completedAt === null && approval !== 'denied';
const sum = (tasks: readonly ReportTask[], of: 'hours' | 'price') =>
  tasks.reduce((total, task) => total + (task[of] ?? 0), 0);

/** The phases of the plan with the tasks of each that are still to be done. */
export const openPhases = ({ phases }: ReportPlan) =>
  phases
    .map(({ title, description, tasks }) => ({ title, description, tasks: tasks.filter(isOpen) }))
    .filter(({ tasks }) => tasks.length > 0);

function planned(plan: ReportPlan): Content[] {
  const phases = openPhases(plan);
  const all = phases.flatMap(({ tasks }) => tasks);
  if (all.length === 0) return [summaryHeading('What comes next'), { text: 'Every task of the project plan is done.' }];
  const waiting = all.filter(({ approval }) => approval === 'pending').length;
  const unknown = all.filter(({ hours }) => hours === null).length;
  const notes = [
    ...(waiting === 0 ? [] : [`${count(waiting, 'task waits', 'tasks wait')} for an approval.`]),
    ...(unknown === 0
      ? []
      : [`${count(unknown, 'task has', 'tasks have')} no estimate yet and ${unknown === 1 ? 'is' : 'are'} in no sum.`]),
    `Prices are estimates in US dollars${plan.pricesAreDefault ? ', by standard prices' : ''}.`,
  ];
  const rows = phases.map(({ title, description, tasks }) =>
    phaseRow(
      {
        stack: [
          { text: title, bold: true },
          { text: description, style: 'label' },
        ],
      },
      tasks,
    ),
  );
  const total = phaseRow({ text: 'In all', bold: true }, all);
  return [
    {
      stack: [
        summaryHeading('What comes next'),
        {
          table: { headerRows: 1, widths: [...phaseWidths], body: [stepHead('Step', 'Open tasks'), ...rows, total] },
          layout: rowLines,
        },
        { text: notes.join(' '), style: 'small', margin: [0, 6, 0, 0] },
      ],
      unbreakable: true,
    },
  ];
}

const phaseRow = (title: TableCell, tasks: readonly ReportTask[]): TableCell[] =>
  stepRow(title, tasks.length, sum(tasks, 'hours'), sum(tasks, 'price'));

const risksNamed = 2;

/** The risks that somebody took on, in a line. */
export function acceptedLine({ acceptedRisks: risks }: ReportModel, { characters }: SummaryDetail): Content[] {
  const named = risks
    .slice(0, risksNamed)
    .map(
      ({ title, until }) =>
        `${shorten(title, Math.min(80, characters))}${until === null ? '' : ` (until ${mediumDay(until)})`}`,
    );
  const left = risks.length - named.length;
  const text =
    risks.length === 0
      ? 'No risk is accepted.'
      : `${count(risks.length, 'risk is', 'risks are')} accepted: ${named.join('; ')}${left > 0 ? `; and ${left.toLocaleString('en-US')} more` : ''}. They still count in the score.`;
  return [{ stack: [summaryHeading('Accepted risks'), { text }], unbreakable: true }];
}
