import { expect, test } from 'vitest';
import { methodTexts } from './report-method.ts';
import type { ReportRemedy } from './report-model.ts';

const remedy = (id: string | null, title: string, needsLicense: string | null = null): ReportRemedy => ({
  id,
  title,
  severity: 'high',
  needsLicense,
  isFreeSwitch: false,
  points: null,
  checkIds: [],
});
const headings = (remedies: ReportRemedy[], form: 'short' | 'full' = 'full') =>
  methodTexts({ auditedAt: '2026-11-20T12:00:00.000Z', remedies, form });

test('the method says which work has a script, and nothing of scripts where none has', () => {
  const texts = headings([
    remedy('restrict-guests', 'Restrict guests'),
    remedy('spf-record', 'Publish SPF'),
    remedy('require-mfa', 'Require MFA', 'Microsoft Entra ID P1'),
    remedy(null, 'Get a license'),
  ]);
  expect(new Map(texts).get('Scripts')).toMatch(/^For 1 remedy of this report .*: Restrict guests\.$/);
  const short = new Map(headings([remedy('restrict-guests', 'Restrict guests')], 'short')).get('Scripts');
  expect(short).toMatch(/^For 1 remedy of this report .* takes it back\.$/);
  expect(new Map(headings([remedy('spf-record', 'Publish SPF')])).has('Scripts')).toBe(false);
});
