import type { Coverage } from './verdicts.ts';

const checks = (count: number): string => `${count.toLocaleString('en-US')} ${count === 1 ? 'check' : 'checks'}`;

/** What was not checked and why no scan will, as a sentence; '' where everything was that applies. */
export function notCheckedText({ evaluated, applicable, notSetUp = 0, notOffered = 0 }: Coverage): string {
  const missing = applicable - evaluated;
  if (missing <= 0) return '';
  const reasons = [
    ...(notSetUp > 0
      ? [
          `${notSetUp.toLocaleString('en-US')} ${notSetUp === 1 ? 'waits' : 'wait'} for tenant configuration to be set up`,
        ]
      : []),
    ...(notOffered > 0 ? [`${notOffered.toLocaleString('en-US')} cannot be made in the organization’s cloud`] : []),
  ];
  const made = missing === 1 ? 'was' : 'were';
  return `${checks(missing)} ${made} not made${reasons.length === 0 ? '' : `: ${reasons.join(', ')}`}.`;
}
