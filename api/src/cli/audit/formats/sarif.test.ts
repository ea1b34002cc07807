import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { Ajv } from 'ajv';
import { beforeAll, describe, expect, test } from 'vitest';
import { catalog } from '../../../audit/checks/catalog.ts';
import { isUnknown } from '../../../audit/findings/is-finding.ts';
import type { AuditResult } from '../audit-result.ts';
import { againstBaseline, auditOf, hostileName, withHostileNames } from '../testing/audit-results.ts';
import { sarifFile } from './sarif.ts';

type Rule = {
  id: string;
  name: string;
  shortDescription: { text: string };
  fullDescription: { text: string };
  help: { text: string; markdown: string };
  helpUri?: string;
  defaultConfiguration: { level: string };
  properties: { tags: string[]; precision: string; 'security-severity'?: string };
};
type Result = {
  ruleId: string;
  ruleIndex: number;
  kind: string;
  level: string;
  message: { text: string; markdown: string };
  locations: { physicalLocation: { artifactLocation: { uri: string }; region: Record<string, number> } }[];
  partialFingerprints: Record<string, string>;
  baselineState?: string;
  suppressions: { justification: string }[];
};
type Run = {
  tool: { driver: { name: string; version: string; informationUri?: string; rules: Rule[] } };
  automationDetails: { id: string };
  invocations: {
    executionSuccessful: boolean;
    toolExecutionNotifications: { associatedRule: { id: string }; message: { text: string } }[];
  }[];
  results: Result[];
};

const formats = {
  uri: (text: string) => URL.canParse(text),
  'uri-reference': (text: string) => URL.canParse(text, 'https://base.example/') && !/[\s<>"\\^`{|}]/.test(text),
  'date-time': (text: string) => !Number.isNaN(Date.parse(text)),
};
const schema: object = JSON.parse(readFileSync(new URL('testing/sarif-schema-2.1.0.json', import.meta.url), 'utf8'));
const validate = new Ajv({ strict: false, allErrors: true, formats }).compile(schema);

const textOf = (result: AuditResult): string => String(sarifFile(result).content);

function runOf(result: AuditResult): Run {
  const log: unknown = JSON.parse(textOf(result));
  validate(log);
  expect(validate.errors).toBeNull();
  const { runs } = log as { runs: Run[] };
  expect(runs).toHaveLength(1);
  return runs[0] as Run;
}

let weak: AuditResult;
let good: AuditResult;
beforeAll(async () => {
  [weak, good] = await Promise.all([auditOf('weak'), auditOf('good')]);
});

describe('the schema of OASIS', () => {
  test('is met by audits of a weak and a good tenant, of hostile names, and of one held against a baseline', () => {
    for (const result of [
      weak,
      good,
      againstBaseline(weak),
      withHostileNames(weak),
      againstBaseline(withHostileNames(good)),
    ])
      runOf(result);
  });

  test('is met where the address of the repository is known, and refused where a result has no message', () => {
    const tool = { ...weak.tool, home: 'https://github.com/contoso/tenantry', commit: 'abc123' };
    const { driver } = runOf({ ...weak, tool }).tool;
    expect(driver.informationUri).toBe('https://github.com/contoso/tenantry/blob/abc123/README.md');
    expect(driver.rules.find(({ id }) => id === 'ca.mfa.all')?.helpUri).toBe(
      'https://github.com/contoso/tenantry/blob/abc123/frontend/public/help/require-mfa.md',
    );
    const log = JSON.parse(textOf(weak));
    log.runs[0].results[0].message = {};
    expect(validate(log)).toBe(false);
  });
});

describe('what GitHub code scanning asks for', () => {
  test('every rule has what is required, within its lengths, and at most ten tags', () => {
    const { rules } = runOf(weak).tool.driver;
    expect(rules.map(({ id }) => id)).toEqual(catalog.map(({ id }) => id));
    for (const rule of rules) {
      expect(rule.name.length).toBeLessThanOrEqual(255);
      for (const { text } of [rule.shortDescription, rule.fullDescription]) {
        expect(text).not.toBe('');
        expect(text.length).toBeLessThanOrEqual(1024);
      }
      expect(rule.help.text).not.toBe('');
      expect(rule.help.markdown).not.toContain('](article:');
      expect(['error', 'warning', 'note']).toContain(rule.defaultConfiguration.level);
      expect(rule.properties.tags.length).toBeLessThanOrEqual(10);
      expect(['very-high', 'high', 'medium', 'low']).toContain(rule.properties.precision);
    }
  });

  test('GitHub calls a rule by the word that Tenantry has for its severity', () => {
    const word = (score: number) => (score > 9 ? 'critical' : score >= 7 ? 'high' : score >= 4 ? 'medium' : 'low');
    const rules = runOf(weak).tool.driver.rules;
    for (const [index, { severity }] of catalog.entries()) {
      const score = rules[index]?.properties['security-severity'];
      if (severity === 'info') expect(score).toBeUndefined();
      else {
        expect(word(Number(score))).toBe(severity);
        expect(rules[index]?.properties.tags).toContain('security');
      }
    }
  });

  test('the help of a rule says what to do, names frameworks and holds the whole article', () => {
    const rule = runOf(weak).tool.driver.rules.find(({ id }) => id === 'ca.mfa.all');
    const check = catalog.find(({ id }) => id === 'ca.mfa.all');
    expect(rule?.help.text).toContain(check?.recommendation);
    expect(rule?.help.text).toContain('MS.AAD.');
    expect(rule?.help.markdown).toContain('## Require MFA for every sign-in');
    expect(rule?.help.markdown).toContain('New-MgIdentityConditionalAccessPolicy');
  });

  test('every result has a rule, one location with a whole region, and a message whose first sentence names finding and tenant', () => {
    const { results, tool } = runOf(weak);
    expect(results.map(({ ruleId }) => ruleId)).toEqual(weak.findings.map(({ verdict }) => verdict.checkId));
    for (const [index, result] of results.entries()) {
      expect(tool.driver.rules[result.ruleIndex]?.id).toBe(result.ruleId);
      expect(result.locations).toHaveLength(1);
      const place = result.locations[0]?.physicalLocation;
      expect(place?.artifactLocation.uri).toMatch(/^[a-z0-9.-]+\/[a-z-]+$/);
      expect(place?.region).toEqual({ startLine: 1, startColumn: 1, endLine: 1, endColumn: 1 });
      expect(result.message.text.startsWith(`${weak.findings[index]?.title}: ${weak.tenant.name}.`)).toBe(true);
      expect(result.partialFingerprints.primaryLocationLineHash).toBe(weak.findings[index]?.fingerprint);
    }
  });

  test('the file stays far below the limits of an upload', () => {
    expect(gzipSync(textOf(weak)).length).toBeLessThan(10 * 1024 * 1024 * 0.1);
    expect(runOf(weak).results.length).toBeLessThan(5_000);
  });

  test('two tenants are two categories, and two audits of one tenant are one', () => {
    const category = (result: AuditResult) => runOf(result).automationDetails.id.replace(/\/[^/]*$/, '');
    const later = { ...weak, takenAt: '2026-12-01T00:00:00.000Z' };
    expect(category(weak)).toBe(`tenantry/${weak.tenant.id}`);
    expect(category(later)).toBe(category(weak));
    expect(category(good)).not.toBe(category(weak));
  });

  test('an alert stays the same alert when its texts and people change', () => {
    const later: AuditResult = {
      ...weak,
      findings: weak.findings.map((finding) => ({
        ...finding,
        conditionFingerprint: 'changed',
        verdict: { ...finding.verdict, message: 'Other words.', affected: [], affectedCount: 7 },
      })),
    };
    const identity = (result: AuditResult) =>
      runOf(result).results.map(({ ruleId, locations, partialFingerprints }) => [
        ruleId,
        locations[0]?.physicalLocation.artifactLocation.uri,
        partialFingerprints.primaryLocationLineHash,
      ]);
    expect(identity(later)).toEqual(identity(weak));
    expect(new Set(identity(weak).map(String)).size).toBe(weak.findings.length);
  });
});

test('no check without an answer, and none that passes, becomes an alert; the run says which were not checked', () => {
  const { results, invocations } = runOf(weak);
  const unknown = weak.outcome.verdicts.filter(isUnknown).map(({ checkId }) => checkId);
  expect(unknown.length).toBeGreaterThan(0);
  expect(invocations[0]?.executionSuccessful).toBe(true);
  expect(invocations[0]?.toolExecutionNotifications.map(({ associatedRule }) => associatedRule.id)).toEqual(unknown);
  const judged = new Set(results.map(({ ruleId }) => ruleId));
  for (const { checkId, status } of weak.outcome.verdicts)
    if (status !== 'fail' && status !== 'warning') expect(judged.has(checkId), checkId).toBe(false);
});

test('a baseline tells new, updated and unchanged results, accepted risks are suppressed with their reason, mended ones are none', () => {
  const result = againstBaseline(weak);
  const { results } = runOf(result);
  expect(results.map(({ baselineState }) => baselineState).slice(0, 4)).toEqual([
    'unchanged',
    'updated',
    'new',
    'unchanged',
  ]);
  expect(results[0]?.suppressions).toEqual([
    {
      kind: 'external',
      status: 'accepted',
      justification: 'Replaced in spring. Accepted by Ada Lovelace. Until 2027-03-01.',
    },
  ]);
  expect(results.slice(1).every(({ suppressions }) => suppressions.length === 0)).toBe(true);
  expect(results).toHaveLength(result.findings.length);
  expect(runOf(weak).results.every(({ baselineState }) => baselineState === undefined)).toBe(true);
});

test('a name of a tenant is neither markup nor a link nor a placeholder in any message', () => {
  const text = textOf(withHostileNames(weak));
  const { results } = runOf(withHostileNames(weak));
  expect(text).not.toContain(JSON.stringify(hostileName).slice(1, -1));
  for (const { message } of results) {
    expect(message.markdown).not.toMatch(/<|(?<!\\)[[\]`|]|(?<!\{)\{0\}/);
    expect(message.text).not.toMatch(/(?<!\\)[[\]]|(?<!\{)\{0\}(?!\})/);
    expect(message.text + message.markdown).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Cn}]/u);
    expect((message.text + message.markdown).isWellFormed()).toBe(true);
    expect(message.text.length).toBeLessThanOrEqual(4_000);
    expect(message.markdown.length).toBeLessThanOrEqual(4_000);
  }
});
