import { expect, test } from 'vitest';
import { frameworks } from '../../audit/findings/frameworks/frameworks.ts';
import { complianceFlow, complianceSection } from './report-compliance.ts';
import type { ReportFramework } from './report-model.ts';
import { type ReportOutline, reportOutline } from './report-outline.ts';
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
      level: 'E3 Level 1',
      status: 'notMet',
      checks: [
        { checkId: 'a.pass', status: 'pass' },
        { checkId: 'b.fail', status: 'fail' },
        { checkId: 'c.fail', status: 'fail' },
      ],
    },
    { id: 'C-2', title: 'Second', level: null, status: 'supported', checks: [{ checkId: 'a.pass', status: 'pass' }] },
    { id: 'C-3', title: 'Third', level: null, status: 'couldNotJudge', checks: [{ checkId: 'd.new', status: null }] },
  ],
  notAssessed: ['C-4', 'C-5'],
};
const outline: ReportOutline = {
  ...reportOutline(sampleReport(0)),
  numberOf: new Map([
    ['a.pass', 40],
    ['b.fail', 3],
    ['c.fail', 12],
  ]),
};
const sectionOf = (frameworks: ReportFramework[]) =>
  textOf(complianceSection({ ...sampleReport(0), frameworks }, outline));

test('a framework is printed with its coverage, its counts and who mapped it', () => {
  const text = sectionOf([framework]);
  for (const part of [
    '3 of 5 controls assessed (60%), 2 judged in this audit',
    'Not met: 1   Could not judge: 1   Supported: 1   Not assessed: 2',
    'Published by: A publisher. The mapping is made by Tenantry.',
  ]) {
    expect(text).toContain(part);
  }
});

test('each control is printed with its level, its status in words and the numbers of its checks', () => {
  const text = sectionOf([framework]);
  expect(text).toContain('C-1\nFirst\nE3 Level 1\nNot met\n3\n, \n12\n, \n40');
  expect(text).toContain('C-2\nSecond\nSupported\n40');
  expect(text).toMatch(/C-3\nThird\nCould not judge\n(?!\d)/);
});

test('controls without a check are counted and named, and no line says that they are met', () => {
  expect(sectionOf([framework])).toContain('Not assessed by Tenantry (2): \nC-4, C-5');
});

test('every control of every framework is in the section', () => {
  const model = sampleReport(0);
  const text = textOf(complianceSection(model, reportOutline(model)));
  expect(model.frameworks).toHaveLength(frameworks.length);
  for (const { controls, notAssessed } of model.frameworks) {
    for (const { id, title } of controls) expect(text).toContain(`${id}\n${title}`);
    for (const id of notAssessed) expect(text).toContain(id);
  }
});

test('a report without frameworks has no such section', () => {
  const model = { ...sampleReport(0), frameworks: [] };
  expect(complianceSection(model, reportOutline(model))).toEqual([]);
  expect(complianceFlow(model, reportOutline(model))).toEqual([]);
});
