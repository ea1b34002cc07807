import { expect, test } from 'vitest';
import { complianceFlow, complianceSection } from './report-compliance.ts';
import type { ReportFramework } from './report-model.ts';
import { sampleReport } from './report-samples.ts';

/** All text of a part of a document definition in reading order. */
function textOf(node: unknown): string {
  if (typeof node === 'string') return node;
  if (Array.isArray(node)) return node.map(textOf).filter(Boolean).join('\n');
  if (typeof node !== 'object' || node === null) return '';
  const { text, stack, columns, table } = node as Record<string, unknown>;
  const body = typeof table === 'object' && table !== null && 'body' in table ? table.body : undefined;
  return [text, stack, columns, body].map(textOf).filter(Boolean).join('\n');
}

const framework: ReportFramework = {
  name: 'Framework 1',
  publisher: 'A publisher',
  mapping: { by: 'tenantry', note: 'The mapping is made by Tenantry.' },
  counts: { met: 0, supported: 1, partlyMet: 0, notMet: 1, couldNotJudge: 1, notApplicable: 0, notAssessed: 2 },
  coverage: { total: 5, assessed: 3, judged: 2 },
  controls: [
    {
      id: 'C-1',
      title: 'First',
      status: 'notMet',
      checks: [
        { checkId: 'a.pass', status: 'pass' },
        { checkId: 'b.fail', status: 'fail' },
        { checkId: 'c.fail', status: 'fail' },
      ],
    },
    { id: 'C-2', title: 'Second', status: 'supported', checks: [{ checkId: 'a.pass', status: 'pass' }] },
    { id: 'C-3', title: 'Third', status: 'couldNotJudge', checks: [{ checkId: 'd.new', status: null }] },
  ],
  notAssessed: ['C-4', 'C-5'],
};
const sectionOf = (frameworks: ReportFramework[]) => textOf(complianceSection({ ...sampleReport(0), frameworks }));

test('a framework is printed with its coverage, its counts and who mapped it', () => {
  const text = sectionOf([framework]);
  for (const part of [
    'Tenantry assesses 3 of its 5 controls (60%). This audit could judge 2 of them.',
    'Not met: 1   Could not judge: 1   Supported: 1   Not assessed: 2',
    'Published by: A publisher. The mapping is made by Tenantry.',
  ]) {
    expect(text).toContain(part);
  }
});

test('each control is printed with its status in words and its checks, the worst first', () => {
  const text = sectionOf([framework]);
  expect(text).toContain('C-1\nFirst\nFail: b.fail, c.fail. Pass: a.pass\nNot met');
  expect(text).toContain('C-2\nSecond\nPass: a.pass\nSupported');
  expect(text).toContain('C-3\nThird\nNot in this audit: d.new\nCould not judge');
});

test('controls without a check are counted and named, and no line says that they are met', () => {
  expect(sectionOf([framework])).toContain('Not assessed by Tenantry (2): \nC-4, C-5');
});

test('every control of every framework is in the section', () => {
  const model = sampleReport(0);
  const text = textOf(complianceSection(model));
  expect(model.frameworks).toHaveLength(4);
  for (const { controls, notAssessed } of model.frameworks) {
    for (const { id, title } of controls) expect(text).toContain(`${id}\n${title}`);
    for (const id of notAssessed) expect(text).toContain(id);
  }
});

test('a report without frameworks has no such section', () => {
  const model = { ...sampleReport(0), frameworks: [] };
  expect(complianceSection(model)).toEqual([]);
  expect(complianceFlow(model)).toEqual([]);
});
