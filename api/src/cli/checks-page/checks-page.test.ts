import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { factsFromSnapshot } from '../../audit/snapshot/snapshot.ts';
import { testNow } from '../../audit/testing/verdict-for.ts';
import { checksPage } from './checks-page.ts';

const page = (name: string): string => readFileSync(new URL(`../../../../docs/${name}`, import.meta.url), 'utf8');

test('docs/checks.md is in step with the catalog (node api/src/cli/checks-page/write-checks-page.ts)', () => {
  expect(page('checks.md')).toBe(checksPage());
});

test('the example of docs/snapshot.md is a snapshot that can be read', () => {
  const example = /```json\n([\s\S]*?)```/.exec(page('snapshot.md'))?.[1] ?? '';
  const { facts, exemptions } = factsFromSnapshot(JSON.parse(example), testNow);
  expect(Object.keys(facts).sort()).toEqual([
    'conditionalAccessPolicies',
    'dns',
    'domains',
    'riskyUsers',
    'securityDefaults',
    'signInActivity',
    'users',
  ]);
  expect(facts.riskyUsers).toMatchObject({ state: 'failed', reason: 'notLicensed' });
  expect(exemptions['MS.AAD.3.2v2']?.users).toHaveLength(1);
});
