import { expect, test } from 'vitest';
import type { ReportComparison } from './report-model.ts';
import { sampleReport } from './report-samples.ts';
import { reportText } from './testing/report-text.ts';

const none = {
  added: [],
  reopened: [],
  resolved: [],
  worse: [],
  better: [],
  notVerified: [],
  stillOpen: [],
  accepted: [],
};

function compared(changes: Partial<ReportComparison>) {
  const model = sampleReport(0);
  return { ...model, comparison: model.comparison && { ...model.comparison, ...none, ...changes } };
}

test('the changes say what is new, resolved, accepted and still open, and the score then and now', () => {
  const model = compared({ accepted: ['mfa.check-2'], stillOpen: ['mfa.check-1', 'mfa.check-3'] });
  const text = reportText(model);
  expect(text).toContain('The score was 54 at the audit of September 30, 2026 and is 61 now.');
  expect(text).toMatch(/Risk accepted \(1\)\n\d+ {2}Old sign-in protocols are still allowed/);
  expect(text).toContain('Still open, unchanged (2)');
});

test('a score that is not known is said, then and now', () => {
  expect(reportText(compared({ scoreBefore: null }))).toContain(
    'The score could not be told at the audit of September 30, 2026 and is 61 now.',
  );
  expect(reportText({ ...compared({}), score: null })).toContain('and cannot be told now.');
});

test('a comparison without any finding says so', () => {
  expect(reportText(compared({}))).toContain('There was no finding then, and there is none now.');
});
