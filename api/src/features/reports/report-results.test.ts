import { unverifiedLabel } from '@tenantry/contract/labels';
import { expect, it } from 'vitest';
import { reportOutline } from './report-outline.ts';
import { sampleReport } from './report-samples.ts';
import { reportText } from './testing/report-text.ts';

it('a check that fails still says that its finding was resolved by hand, and that nothing has verified it', () => {
  const sample = sampleReport(4);
  const model = { ...sample, findings: sample.findings.slice(1) };
  const [other] = reportOutline(model).others;
  if (!other) throw new Error('Every failure of the sample is an open finding');
  expect(reportText(model)).not.toContain(unverifiedLabel);
  const text = reportText({ ...model, resolvedByHand: [other.check.checkId] });
  expect(text.split(unverifiedLabel)).toHaveLength(2);
});
