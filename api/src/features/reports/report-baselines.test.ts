import { expect, test } from 'vitest';
import type { ReportBaseline } from './report-model.ts';
import { sampleReport } from './report-samples.ts';
import { reportText } from './testing/report-text.ts';

const sample = sampleReport(3);
const [finding] = sample.findings;
const house: ReportBaseline = {
  name: 'House rules',
  percent: 66,
  notKnown: 2,
  deviating: [
    { checkId: finding?.checkId ?? '', title: 'Everybody signs in with MFA' },
    { checkId: 'no.such', title: 'A check that the audit does not have' },
  ],
  exceptions: [
    {
      title: 'Guests cannot share',
      reason: 'The portal needs it',
      by: 'Ada Lovelace',
      until: '2027-02-01T00:00:00Z',
    },
  ],
};

test('the report tells each baseline with its figure, what deviates by its number, and what is excepted until when', () => {
  const text = reportText({ ...sample, baselines: [house] });
  expect(text).toContain('1 baseline holds for this organization. What is not known counts as not aligned.');
  expect(text).toContain('House rules\n66%\n2 checks deviate:\nEverybody signs in with MFA (No. 1)');
  expect(text).toContain('A check that the audit does not have\n2 checks are not known.');
  expect(text).toContain('Excepted until Feb 1, 2027 by Ada Lovelace: Guests cannot share. The portal needs it');
});

test('of a baseline of which nothing is known the report gives no figure, and of a long list how much more there is', () => {
  const deviating = Array.from({ length: 34 }, (_, at) => ({ checkId: `c${at}`, title: `Check ${at}` }));
  const unknown = { ...house, name: 'Unread', percent: null, deviating: [], exceptions: [] };
  const text = reportText({ ...sample, baselines: [{ ...house, deviating }, unknown] });
  expect(text).toContain('Check 29\nand 4 more');
  expect(text).toContain('Unread\nNot known\nNo check deviates.');
});

test('a report of a tenant without baselines has no such section', () => {
  for (const baselines of [undefined, []])
    expect(reportText({ ...sample, ...(baselines && { baselines }) })).not.toContain('Baselines');
});
