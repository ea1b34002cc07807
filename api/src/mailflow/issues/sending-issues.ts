import type { MailIssue } from '../mail-flow-result.ts';
import { issuesOf, type JudgedFacts } from './issue.ts';

const { info } = issuesOf('domain');

/** What has to be known before records can be named. */
export function sendingIssues({ domain, sending, mx }: JudgedFacts): MailIssue[] {
  if (!sending.isOpen) return [];
  const seen = mx.state === 'null' ? 'a null MX' : 'no MX record';
  return [
    info('sending_unknown', {
      message: `${domain} has ${seen}, and whether it sends mail is not known.`,
      recommendation:
        'Find out whether it sends mail: not at all (parked), through Microsoft 365, or through other services. SPF and MX depend on it.',
    }),
  ];
}
