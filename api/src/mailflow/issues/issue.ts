import { firstFew } from '../bounded-text.ts';
import type { MailArea, MailIssue, MailRecord } from '../mail-flow-result.ts';

type Texts = { message: string; recommendation: string; publish?: MailRecord[]; count?: number };

/** Most characters of what is proposed: nobody needs a longer record, and half of one would be another record. */
const publishLimit = 2048;
const tooLong = 'What would have to be published is too long to be shown: write it anew, with what is needed alone.';

/** Makes the issues of one area. */
export function issuesOf(area: MailArea): {
  error: (code: string, texts: Texts) => MailIssue;
  warning: (code: string, texts: Texts) => MailIssue;
  info: (code: string, texts: Texts) => MailIssue;
} {
  const make =
    (severity: MailIssue['severity']) =>
    (code: string, { message, recommendation, publish = [], count = 1 }: Texts): MailIssue => {
      const isTooLong = publish.some(({ value }) => value.length > publishLimit);
      return {
        code,
        area,
        severity,
        count,
        message,
        recommendation: isTooLong ? `${recommendation} ${tooLong}` : recommendation,
        publish: isTooLong ? [] : publish,
      };
    };
  return { error: make('error'), warning: make('warning'), info: make('info') };
}

const order = ['error', 'warning', 'info'];

/** The worst first, and of each code one: several hosts or keys with the same fault are told together. */
export function inOrder(issues: readonly MailIssue[]): MailIssue[] {
  const sorted = [...issues].sort((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity));
  return [...Map.groupBy(sorted, ({ code }) => code).values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined || same.length === 1) return same;
    return {
      ...first,
      count: same.reduce((sum, { count }) => sum + count, 0),
      message: oneText(same.map(({ message }) => message)),
      recommendation: oneText(same.map(({ recommendation }) => recommendation)),
      publish: distinctRecords(same.flatMap(({ publish }) => publish)),
    };
  });
}

function oneText(texts: readonly string[]): string {
  return firstFew([...new Set(texts)]).join(' ');
}

function distinctRecords(records: readonly MailRecord[]): MailRecord[] {
  const distinct = new Map(records.map((record) => [`${record.name} ${record.type} ${record.value}`, record]));
  return [...distinct.values()];
}

export const txt = (name: string, value: string): MailRecord => ({ name, type: 'TXT', value });

export const tryAgain = 'Run the check again; if it stays so, have the name servers of the domain looked at.';
