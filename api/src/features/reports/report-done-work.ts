import { priorityLabels } from '@tenantry/contract/labels';
import type { RecheckResult } from '@tenantry/contract/rechecks';
import type { Content } from 'pdfmake/interfaces';
import { checksOfTask } from '../../domain/tasks/task-standing.ts';
import { type Collection, every } from '../../ports/collection.ts';
import type { TaskRecord } from '../../store/tasks.ts';
import { checkTable, type MeasuredRow } from './report-check-table.ts';
import type { FlowHeights } from './report-flow.ts';
import { count, mediumDay } from './report-format.ts';
import type { DoneWork, ReportModel } from './report-model.ts';
import { contentWidth, estimateLines, severityColors } from './report-styles.ts';

const priorityWidth = 70;
const dayWidth = 80;
const workWidth = contentWidth - priorityWidth - dayWidth - 32;

const headingId = 'done-work';
/** Heading, text and the head of the table. */
const introHeightPt = 120;
/** Without an earlier audit to compare with, work of these days is printed. */
const usualDays = 90;
const dayMs = 86_400_000;
const tasksPrinted = 100;
const evidencePrinted = 3;
/** Of work that several checks prove: one line each. */
const checksPrinted = 8;

const observedIn = (evidence: RecheckResult['evidence']) => evidence.map(({ observed }) => observed);

function proofOf({ message, checkedAt, evidence, checks }: RecheckResult): DoneWork['proof'] {
  const passed = checks.filter(({ verdictStatus }) => verdictStatus === 'pass');
  if (passed.length < 2) return { message, checkedAt, evidence: observedIn(evidence.slice(0, evidencePrinted)) };
  return {
    message: `${passed.length} of ${passed.length} checks pass.`,
    checkedAt,
    evidence: passed
      .slice(0, checksPrinted)
      .map((check) => [check.title, ...observedIn(check.evidence.slice(0, 1))].join(': ')),
  };
}

function doneWork(task: TaskRecord): DoneWork {
  const { title, priority, completedAt, completedBy, completedWithoutProof, proof } = task;
  return {
    title,
    priority,
    completedAt: completedAt ?? '',
    completedBy: completedBy ?? '',
    checkIds: checksOfTask(task),
    // One of an earlier completion proves nothing of this one.
    proof: proof === null || completedWithoutProof ? null : proofOf(proof),
    isWithoutProof: completedWithoutProof,
  };
}

/** A client's question is no work, and its title is their words. */
const isWork = ({ origin }: Pick<TaskRecord, 'origin'>): boolean => origin !== 'client';

/** The tasks that were completed since the earlier audit, or in the last 90 days where there is none; the latest first. */
export async function workDone(
  tasks: Pick<Collection<TaskRecord>, 'query'>,
  since: string | null,
  now: Date,
): Promise<DoneWork[]> {
  const from = since ?? new Date(now.getTime() - usualDays * dayMs).toISOString();
  const done = await every(tasks, { where: [{ field: 'completedAt', op: 'gte', value: from }] });
  return done
    .filter((task) => task.status === 'completed' && isWork(task))
    .sort((a, b) => (b.completedAt ?? '').localeCompare(a.completedAt ?? ''))
    .slice(0, tasksPrinted)
    .map(doneWork);
}

/** What the page breaks need to know of this section, by the id of its heading. */
export function doneWorkFlow({ doneWork: done }: ReportModel): [string, FlowHeights] {
  const heights = done.map(measuredRow).map(({ heightPt }) => heightPt);
  const total = (some: number[]) => some.reduce((sum, height) => sum + height, introHeightPt);
  return [headingId, { wholePt: total(heights), openingPt: total(heights.slice(0, 2)) }];
}

/** What was done, with what proves it: checks that were looked at again after the work. */
export function doneWorkSection({ doneWork: done }: ReportModel): Content[] {
  if (done.length === 0) return [];
  const proven = done.filter(({ proof }) => proof !== null).length;
  return [
    { text: 'Work done', style: 'h1', tocItem: true, outline: true, id: headingId, margin: [0, 12, 0, 10] },
    {
      text: `${count(done.length, 'task was', 'tasks were')} completed; ${proven} of them proven by a re-check. The score is that of the last scan.`,
      style: 'lead',
      margin: [0, 0, 0, 8],
    },
    checkTable(
      ['Priority', 'Task and evidence', 'Completed'],
      [priorityWidth, workWidth, dayWidth],
      done.map(measuredRow),
    ),
  ];
}

function linesOf({ title, completedBy, proof, isWithoutProof }: DoneWork): {
  title: string;
  rest: string[];
  by: string;
} {
  const evidence = proof === null ? [] : [proof.message, ...proof.evidence];
  const rest = isWithoutProof ? ['Completed without proof: its check could not be made.'] : evidence;
  const checked = proof === null ? '' : ` · re-checked on ${mediumDay(proof.checkedAt)}`;
  return { title, rest, by: `Completed by ${completedBy}${checked}` };
}

function measuredRow(work: DoneWork): MeasuredRow {
  const { title, rest, by } = linesOf(work);
  const lines = [title, ...rest, by].reduce((sum, text) => sum + estimateLines(text, workWidth, 9.5), 0);
  return {
    cells: [
      { text: priorityLabels[work.priority], bold: true, color: severityColors[work.priority] },
      {
        stack: [
          { text: title, bold: true },
          ...rest.map((text) => ({ text })),
          { text: by, style: 'label', margin: [0, 1, 0, 0] },
        ],
      },
      { text: mediumDay(work.completedAt) },
    ],
    heightPt: lines * 14 + 24,
  };
}
