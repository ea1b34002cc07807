import { expect, test } from 'vitest';
import { createReportDocument } from './report-document.ts';
import { sampleFinding, sampleReport } from './report-samples.ts';
import { everyGlyph, linksOf, reportText, textOf } from './testing/report-text.ts';

test('affected objects are capped and the whole number is told', () => {
  const model = sampleReport(0);
  const affected = Array.from({ length: 40 }, (_, index) => ({
    type: 'user' as const,
    id: `id-${index}`,
    name: `user-${index}@x`,
  }));
  model.findings = [{ ...sampleFinding(0), affected, affectedCount: 1137 }];
  const text = reportText(model);
  expect(text).toContain('1,137 accounts');
  expect(text).toContain('user-11@x');
  expect(text).not.toContain('user-12@x');
  expect(text).toContain('and 1,125 more');
});

test('equal advice is printed once, with where it stands, and different advice is never left out', () => {
  const model = sampleReport(0);
  const first = { ...sampleFinding(0), recommendation: 'Do the first of these two things.' };
  model.findings = [
    first,
    { ...first, title: 'Twin' },
    { ...first, title: 'Other', recommendation: 'Do the second of these two things.' },
  ];
  const text = reportText(model);
  expect(text.split('Do the first of these two things.')).toHaveLength(2);
  expect(text.split('Do the second of these two things.')).toHaveLength(2);
  expect(text).toContain('What to do\nAs in \n1');
});

test('only https addresses without a user name become links', () => {
  const model = sampleReport(0);
  const references = [
    'javascript:alert(1)',
    'file:///etc/passwd',
    'https://login.microsoft.com@evil.test/',
    'https://learn.microsoft.com/x',
  ];
  model.findings = [{ ...sampleFinding(0), references }];
  const document = createReportDocument(model, everyGlyph);
  expect(linksOf(document.content)).toEqual(['https://learn.microsoft.com/x']);
  expect(textOf(document.content)).not.toMatch(/javascript:|etc.passwd|evil\.test/);
});

test('of the references CIS and CISA ids are printed and names of tools are not', () => {
  const model = sampleReport(0);
  model.findings = [{ ...sampleFinding(0), references: ['prowler:entra_mfa', 'CIS 5.2.2.1', 'MS.AAD.3.6v1'] }];
  const text = reportText(model);
  expect(text).toContain('CIS 5.2.2.1, MS.AAD.3.6v1');
  expect(text).not.toContain('prowler');
  model.findings = [{ ...sampleFinding(0), references: ['prowler:entra_mfa'] }];
  expect(reportText(model)).not.toContain('References');
});

test('evidence names its source in words, and an id is printed only where no name is known', () => {
  const [named, unnamed, policy] = ['11111111-aaaa', '22222222-bbbb', '33333333-cccc'];
  const model = sampleReport(0);
  const evidence = [
    { dataset: 'securityDefaults', observed: 'isEnabled = false' },
    { dataset: 'mailboxRules', observed: 'forwards outside', objectId: named },
    { dataset: 'users', observed: 'never signed in', objectId: unnamed },
    { dataset: 'conditionalAccessPolicies', observed: '"Block all" is off', objectId: policy },
  ];
  const affected = [
    { type: 'user' as const, id: named, name: 'ada@fabrikam.example' },
    { type: 'user' as const, id: unnamed, name: '' },
  ];
  model.findings = [{ ...sampleFinding(0), evidence, affected, affectedCount: 2 }];
  const text = reportText(model);
  expect(text).toContain('isEnabled = false\n  (Security defaults)');
  expect(text).toContain('forwards outside\n  (Mailbox rules, ada@fabrikam.example)');
  expect(text).toContain(`never signed in\n  (Users, ${unnamed})`);
  expect(text).toContain('"Block all" is off\n  (Conditional Access policies)');
  expect(text).toContain('ada@fabrikam.example\n  (user)');
  expect(text).toContain(`${unnamed}\n  (user)`);
  expect(text).not.toContain(named);
  expect(text).not.toContain(policy);
});
