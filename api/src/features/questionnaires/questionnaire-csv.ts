import { givenAnswerLabels, leftToClientLabel, questionAnswerLabels } from '@tenantry/contract/questionnaire-labels';
import type { Questionnaire, QuestionView } from '@tenantry/contract/questionnaires';
import { type CsvColumn, csvBytes, csvTime, joinedTexts } from '../../http/csv.ts';

type Row = { section: string; question: QuestionView };

const given = ({ question }: Row) => question.given;
const exceptionText = ({ title, count, listed, isDeclared, accepted }: QuestionView['exceptions'][number]): string => {
  const names = listed.map(({ name }) => name).join(', ');
  const marks = [
    `not so: ${title}`,
    ...(isDeclared ? ['left out on purpose'] : []),
    ...(accepted === null ? [] : [`risk accepted${accepted.by === null ? '' : ` by ${accepted.by}`}`]),
  ];
  return `${count} left out: ${names} (${marks.join('; ')})`;
};

function columnsOf(tenant: string, { questionnaire, auditedAt, isSimulated }: Questionnaire): CsvColumn<Row>[] {
  return [
    ['Tenant', () => tenant],
    ['Audit date (UTC)', () => csvTime(auditedAt)],
    ['Simulated', () => (isSimulated ? 'Yes' : 'No')],
    ['Questionnaire', () => questionnaire.name],
    ['Edition', () => questionnaire.edition],
    ['Section', ({ section }) => section],
    ['Number', ({ question }) => question.number],
    ["Publisher's number", ({ question }) => question.reference ?? ''],
    ['Question', ({ question }) => question.text],
    [
      'Answer',
      ({ question }) => (question.answer === null ? leftToClientLabel : questionAnswerLabels[question.answer]),
    ],
    ['Because', ({ question }) => joinedTexts(question.because)],
    ['Exceptions', ({ question }) => joinedTexts(question.exceptions.map(exceptionText))],
    ['Judged (UTC)', ({ question }) => csvTime(question.judgedAt)],
    ['Sources', ({ question }) => joinedTexts([...new Set(question.evidence.flatMap(({ sources }) => sources))])],
    ['Evidence', ({ question }) => joinedTexts(question.evidence.map(({ title, message }) => `${title}: ${message}`))],
    ['Limits', ({ question }) => question.beyond ?? ''],
    ['Client answers', (row) => (given(row)?.answer ? givenAnswerLabels[given(row)?.answer ?? 'other'] : '')],
    ['Client says', (row) => given(row)?.text ?? ''],
    ['Said by', (row) => given(row)?.by ?? ''],
    ["On the client's behalf", (row) => (given(row) === null ? '' : given(row)?.isOnBehalf ? 'Yes' : 'No')],
    ['Said (UTC)', (row) => csvTime(given(row)?.at)],
    ['To confirm', (row) => (given(row) === null ? '' : given(row)?.isToConfirm ? 'Yes' : 'No')],
  ];
}

/** A question set with its answers as CSV, a line for each question, each complete by itself. */
export function questionnaireCsv(tenant: string, set: Questionnaire): Buffer<ArrayBuffer> {
  const rows = set.sections.flatMap(({ label, questions }) =>
    questions.map((question): Row => ({ section: label, question })),
  );
  return csvBytes(columnsOf(tenant, set), rows);
}
