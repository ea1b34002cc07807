import { verdictLabels } from '@tenantry/contract/labels';
import { givenAnswerLabels } from '@tenantry/contract/questionnaire-labels';
import type { AnswerEvidence, AnswerException, GivenText, QuestionView } from '@tenantry/contract/questionnaires';
import type { Content } from 'pdfmake/interfaces';
import type { MeasuredRow } from '../report-check-table.ts';
import { count, mediumDay } from '../report-format.ts';
import { answerChip, clientAnswerChip } from '../report-icons.ts';
import { contentWidth, estimateLines } from '../report-styles.ts';
import { shorten, shortenAtWord } from '../report-text.ts';

export const numberWidth = 30;
export const answerWidth = 104;
export const questionWidth = contentWidth - numberWidth - answerWidth - 30;

/** As many stand beside the answer; where there are more, all of them stand at the end. */
const namedInRow = 8;
// Characters and texts: a row is kept whole, and one that is higher than a page would be lost.
const nameInRow = 60;
const reasonInRow = 350;
const reasonsInRow = 3;
const exceptionsInRow = 3;
const inCsv = '(more in the CSV)';

/** That somebody took the risk on, as the end of a sentence. */
function acceptedText(accepted: AnswerEvidence['accepted']): string {
  if (accepted === null) return '';
  const by = accepted.by === null ? '' : ` by ${accepted.by}`;
  return `Risk accepted${by} on ${mediumDay(accepted.at)}, until ${mediumDay(accepted.until)}`;
}

/** @param room how many names there is room for */
function exceptionLine(exception: AnswerException, room: number): string {
  const { title, count: all, listed, isDeclared, accepted } = exception;
  const names = listed.slice(0, room).map(({ name }) => shorten(name, nameInRow));
  const more = all > names.length ? ` and ${all - names.length} more, all of them at the end` : '';
  const marks = [
    ...(isDeclared ? ['left out on purpose'] : []),
    ...(accepted === null ? [] : [acceptedText(accepted)]),
  ];
  return `${title}: ${names.join(', ')}${more}${marks.length === 0 ? '' : ` (${marks.join('; ')})`}`;
}

/** @param judgedOn the day of the audit, which is not said again */
function evidenceLine({ title, status, sources, readAt, accepted }: AnswerEvidence, judgedOn: string): string {
  const said = status === null ? 'not in the audit' : verdictLabels[status];
  const readOn = readAt === null ? judgedOn : mediumDay(readAt);
  const read = readOn === judgedOn ? '' : `, read ${readOn}`;
  const from = sources.length === 0 ? '' : ` (${sources.slice(0, 4).join(', ')}${read})`;
  const risk = accepted === null ? '' : `. ${acceptedText(accepted)}`;
  return `${title}: ${said}${from}${risk}`;
}

function saidBy({ by, isOnBehalf, at, isToConfirm }: GivenText): string {
  const behalf = isOnBehalf ? ', on the client’s behalf' : '';
  return `${by}${behalf}, ${mediumDay(at)}${isToConfirm ? '. Older than a year: to be confirmed' : ''}`;
}

/** Of one exception, where several share the row. */
const roomIn = (exceptions: readonly AnswerException[]): number =>
  Math.max(2, Math.floor(namedInRow / Math.max(1, Math.min(exceptions.length, exceptionsInRow))));

/** What stands under a question: why, what is excepted, by what it was judged and when. */
function linesOf(question: QuestionView): { text: string; style?: 'label'; bold?: boolean }[] {
  const { answer, because, exceptions, evidence, beyond, given, judgedAt } = question;
  const isLeft = answer === null;
  const room = roomIn(exceptions);
  const lines: { text: string; style?: 'label'; bold?: boolean }[] = [
    ...(isLeft && given?.answer
      ? []
      : [
          ...because.slice(0, reasonsInRow).map((text) => ({ text: shortenAtWord(text, reasonInRow, inCsv) })),
          ...(because.length > reasonsInRow ? [{ text: `And ${because.length - reasonsInRow} more in the CSV.` }] : []),
        ]),
    ...exceptions.slice(0, exceptionsInRow).map((one) => ({ text: `Except: ${exceptionLine(one, room)}`, bold: true })),
    ...(given === null || given.text === ''
      ? []
      : [{ text: isLeft ? given.text : `The client comments: ${given.text}` }]),
    ...(given === null ? [] : [{ text: saidBy(given), style: 'label' as const }]),
    ...(beyond === null ? [] : [{ text: beyond, style: 'label' as const }]),
  ];
  if (judgedAt === null) return lines;
  const judgedOn = mediumDay(judgedAt);
  const judged = `Judged ${judgedOn} by: ${evidence.map((one) => evidenceLine(one, judgedOn)).join('; ')}.`;
  return [...lines, { text: judged, style: 'label' }];
}

function chipOf({ answer, given }: QuestionView): Content {
  if (answer !== null) return answerChip(answer);
  if (given === null || given.answer === null) return answerChip(null);
  const chip = clientAnswerChip(`Client: ${givenAnswerLabels[given.answer].toLowerCase()}`);
  return given.isToConfirm ? { stack: [chip, { text: 'To confirm', style: 'label', margin: [14, 2, 0, 0] }] } : chip;
}

/** A question as a row of the table. */
export function questionRow(question: QuestionView): MeasuredRow {
  const { number, reference, text } = question;
  const lines = linesOf(question);
  const rows = [text, ...lines.map((one) => one.text)].reduce(
    (sum, one) => sum + estimateLines(one, questionWidth, 9.5),
    0,
  );
  return {
    cells: [
      {
        stack: [{ text: number, bold: true }, ...(reference === null ? [] : [{ text: reference, style: 'label' }])],
      },
      {
        stack: [
          { text, bold: true },
          ...lines.map(
            ({ text: said, style, bold }): Content => ({
              text: said,
              margin: [0, 2, 0, 0],
              ...(style !== undefined && { style }),
              ...(bold !== undefined && { bold }),
            }),
          ),
        ],
      },
      chipOf(question),
    ],
    heightPt: rows * 14 + 16,
  };
}

/** Lists that are too long for their row, whole. */
export function longExceptions(questions: readonly QuestionView[]): Content[] {
  return questions.flatMap(({ number, text, exceptions }) =>
    exceptions
      .filter(({ listed }, index) => listed.length > roomIn(exceptions) || index >= exceptionsInRow)
      .map(
        ({ title, count: all, listed }): Content => ({
          stack: [
            { text: `${number} ${text}`, style: 'h3' },
            { text: `${title}: ${count(all, 'exception', 'exceptions')}`, margin: [0, 1, 0, 2] },
            { text: listed.map(({ name }) => name).join(', '), style: 'small' },
          ],
          margin: [0, 0, 0, 12],
        }),
      ),
  );
}
