import type { MailArea, MailIssue, MailRecord } from '../mail-flow-result.ts';

type Texts = { message: string; recommendation: string; publish?: MailRecord[] };

/** Makes the issues of one area. */
export function issuesOf(area: MailArea): {
  error: (code: string, texts: Texts) => MailIssue;
  warning: (code: string, texts: Texts) => MailIssue;
  info: (code: string, texts: Texts) => MailIssue;
} {
  const make =
    (severity: MailIssue['severity']) =>
    (code: string, { message, recommendation, publish }: Texts): MailIssue => ({
      code,
      area,
      severity,
      message,
      recommendation,
      publish: publish ?? [],
    });
  return { error: make('error'), warning: make('warning'), info: make('info') };
}

export const txt = (name: string, value: string): MailRecord => ({ name, type: 'TXT', value });

export const tryAgain = 'Run the check again; if it stays so, have the name servers of the domain looked at.';
