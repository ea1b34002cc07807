import { Category } from '@tenantry/contract/verdicts';
import sax from 'sax';
import { beforeAll, expect, test } from 'vitest';
import type { AuditResult } from '../audit-result.ts';
import { againstBaseline, auditOf, withHostileNames } from '../testing/audit-results.ts';
import { junitFile } from './junit.ts';

type Element = { name: string; attributes: Record<string, string>; children: Element[]; text: string };

/** The document as a strict XML parser reads it: it stops at whatever is not well formed. */
function parsed(xml: string): Element {
  const root: Element = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  const parser = sax.parser(true, {});
  parser.onerror = (error) => {
    throw error;
  };
  parser.onopentag = ({ name, attributes }) => {
    const element: Element = { name, attributes: attributes as Record<string, string>, children: [], text: '' };
    open.at(-1)?.children.push(element);
    open.push(element);
  };
  parser.onclosetag = () => void open.pop();
  parser.ontext = (text) => {
    const element = open.at(-1);
    if (element) element.text += text;
  };
  parser.write(xml).close();
  const [document] = root.children;
  if (!document) throw new Error('the document has no element');
  return document;
}

/** What junit-10.xsd of Jenkins' xUnit plugin lets an element have. */
const schema: Record<
  string,
  { attributes: readonly string[]; required?: readonly string[]; children: readonly string[] }
> = {
  testsuites: { attributes: ['name', 'time', 'tests', 'failures', 'errors'], children: ['testsuite'] },
  testsuite: {
    attributes: ['group', 'time', 'skipped', 'timestamp', 'hostname', 'id', 'package', 'file', 'log', 'url'],
    required: ['name', 'tests', 'failures', 'errors'],
    children: ['testsuite', 'properties', 'testcase', 'system-out', 'system-err'],
  },
  testcase: {
    attributes: ['time', 'classname', 'group'],
    required: ['name'],
    children: ['skipped', 'error', 'failure', 'system-out', 'system-err'],
  },
  failure: { attributes: ['type', 'message'], children: [] },
  skipped: { attributes: ['type', 'message'], children: [] },
  'system-out': { attributes: [], children: [] },
};
const surefireTime = /^(([0-9]{0,3},)*[0-9]{3}|[0-9]{0,3})*(\.[0-9]*)?$/;

function holdAgainstSchema({ name, attributes, children, text }: Element): void {
  const { attributes: optional = [], required = [], children: known = [] } = schema[name] ?? {};
  expect(schema[name], name).toBeDefined();
  expect([...optional, ...required]).toEqual(expect.arrayContaining(Object.keys(attributes)));
  expect(Object.keys(attributes)).toEqual(expect.arrayContaining([...required]));
  if (attributes.time !== undefined) expect(attributes.time).toMatch(surefireTime);
  expect(known).toEqual(expect.arrayContaining(children.map((child) => child.name)));
  // Only failures, reasons and output hold text.
  if (name.startsWith('test')) expect(text.trim()).toBe('');
  for (const child of children) holdAgainstSchema(child);
}

const documentOf = (result: AuditResult): Element => parsed(String(junitFile(result).content));
const casesOf = (document: Element): Element[] => document.children.flatMap(({ children }) => children);
const caseOf = (document: Element, checkId: string): Element | undefined =>
  casesOf(document).find(({ attributes }) => attributes.name?.endsWith(`(${checkId})`));
const kinds = ({ children }: Element) => children.map(({ name }) => name);

let weak: AuditResult;
let mixed: AuditResult;
beforeAll(async () => {
  [weak, mixed] = await Promise.all([auditOf('weak'), auditOf('mixed')]);
});

test('the report keeps to what the schema of Jenkins allows, whatever a tenant names things', () => {
  for (const result of [weak, mixed, againstBaseline(weak), withHostileNames(weak)])
    holdAgainstSchema(documentOf(result));
});

test('each check is one test, in the suite of its category', () => {
  const document = documentOf(mixed);
  expect(casesOf(document)).toHaveLength(mixed.outcome.verdicts.length);
  for (const { checkId, title, category } of mixed.outcome.verdicts) {
    const { attributes } = caseOf(document, checkId) ?? { attributes: {} };
    expect(attributes).toMatchObject({ classname: `tenantry.${category}`, name: `${title} (${checkId})` });
  }
  expect(document.children).toHaveLength(Category.options.length);
});

test('findings fail, what has no answer is skipped with its reason, and nothing else is either', () => {
  const document = documentOf(mixed);
  const found = new Map(mixed.findings.map((finding) => [finding.verdict.checkId, finding]));
  for (const { checkId, status, message, severity } of mixed.outcome.verdicts) {
    const [child] = caseOf(document, checkId)?.children ?? [];
    const finding = found.get(checkId);
    if (finding) {
      expect(child).toMatchObject({ name: 'failure', attributes: { type: severity } });
      expect(child?.attributes.message?.startsWith(finding.title)).toBe(true);
      expect(child?.text).toContain('What to do:');
    } else if (status === 'pass') expect(child).toBeUndefined();
    else if (status === 'fail' || status === 'warning') expect(child?.name).toBe('system-out');
    else {
      expect(child?.name).toBe('skipped');
      expect(child?.attributes.message).toContain(message.replace(/\s+/g, ' ').trim());
    }
  }
  expect(new Set(casesOf(document).flatMap(kinds))).toContain('skipped');
});

test('the counts are those of the tests', () => {
  for (const result of [weak, againstBaseline(mixed)]) {
    const document = documentOf(result);
    const count = (element: Element[], kind: string) =>
      String(element.filter((one) => kinds(one).includes(kind)).length);
    for (const { attributes, children } of document.children) {
      expect(attributes).toMatchObject({
        tests: String(children.length),
        failures: count(children, 'failure'),
        skipped: count(children, 'skipped'),
        errors: '0',
      });
    }
    const cases = casesOf(document);
    expect(document.attributes).toMatchObject({ tests: String(cases.length), failures: count(cases, 'failure') });
    expect(Number(document.attributes.failures)).toBe(result.findings.filter(({ acceptance }) => !acceptance).length);
  }
});

test('an accepted risk is skipped with its reason, and a finding of the baseline still fails and says that it is known', () => {
  const result = againstBaseline(weak);
  const document = documentOf(result);
  const [accepted, grown, , known] = result.findings.map(
    ({ verdict }) => caseOf(document, verdict.checkId)?.children[0],
  );
  expect(accepted).toMatchObject({
    name: 'skipped',
    attributes: { message: 'Risk accepted: Replaced in spring. Accepted by Ada Lovelace. Until 2027-03-01.' },
  });
  expect(grown?.text).toContain('New: It concerns 4, where 2 were accepted.');
  expect(known?.text).toContain('Known: it is in the baseline.');
});

test('a hostile name is text: it makes no element, ends none, adds no line and leaves no control character', () => {
  const result = withHostileNames(weak);
  const xml = String(junitFile(result).content);
  expect(xml).not.toMatch(/<script|<img|\]\]>|(?!\n)\p{Cc}/u);
  expect(xml.isWellFormed()).toBe(true);
  const failure = casesOf(parsed(xml)).find((one) => kinds(one).includes('failure'))?.children[0];
  expect(failure?.text).toContain('<script>alert(1)</script>');
  expect(failure?.text.split('\n')).not.toContain('# heading');
});
