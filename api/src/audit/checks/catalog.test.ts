import { Category, Verdict } from '@tenantry/contract/verdicts';
import { describe, expect, it, test } from 'vitest';
import { type DatasetName, datasets } from '../facts/datasets.ts';
import type { DatasetFailed, Facts } from '../facts/facts.ts';
import { configurationDatasets } from '../facts/tenant-configuration.ts';
import { evaluateFacts, verdictOf } from '../findings/evaluate.ts';
import { frameworks } from '../findings/frameworks/frameworks.ts';
import { factsFromSnapshot } from '../snapshot/snapshot.ts';
import { checkExamples } from '../testing/check-examples.ts';
import { testNow, verdictFor } from '../testing/verdict-for.ts';
import { catalog } from './catalog.ts';
import { type CheckFrameworks, referencesOf } from './shared/check.ts';

const refusal: DatasetFailed = {
  state: 'failed',
  fetchedAt: testNow.toISOString(),
  reason: 'notPermitted',
  status: 403,
  code: 'Authorization_RequestDenied',
  message: 'Insufficient privileges',
};
const every = Object.keys(datasets) as DatasetName[];
const allFailed = (failure: DatasetFailed): Facts => Object.fromEntries(every.map((name) => [name, failure]));

describe('the catalog', () => {
  it('has ids and references that occur once, but for a control that asks for what two checks decide', () => {
    const ids = catalog.map((check) => check.id);
    const references = catalog.flatMap(referencesOf);
    expect(new Set(ids).size).toBe(ids.length);
    expect(references.filter((reference, index) => references.indexOf(reference) !== index)).toEqual(['CIS 2.1.10']);
  });

  it('names controls of the frameworks alone, where it names any', () => {
    const known = new Set(frameworks.flatMap(({ controls }) => controls.map(({ id }) => id)));
    for (const { id, frameworks: own } of catalog) {
      const { prowler: _, ...controls } = own;
      expect(Object.values(own), id).not.toContainEqual([]);
      for (const control of Object.values(controls).flat()) expect(known, id).toContain(control);
    }
  });

  it('speaks for as many controls as ever', () => {
    // Two checks speak for CIS 2.1.10.
    const least = { scuba: 81, cis: 116, prowler: 130, nist: 65, iso: 81 };
    for (const [publisher, count] of Object.entries(least)) {
      const named = catalog.flatMap(({ frameworks: own }) => own[publisher as keyof CheckFrameworks] ?? []);
      expect(named.length, publisher).toBeGreaterThanOrEqual(count);
    }
  });

  it('reads each type of a tenant’s configuration for a check: no snapshot takes more than is judged', () => {
    const read = new Set(catalog.flatMap(({ datasets: needed, helpful = [] }) => [...needed, ...helpful]));
    expect(configurationDatasets.filter((name) => !read.has(name))).toEqual([]);
  });

  it('has at least three checks in each category', () => {
    for (const category of Category.options) {
      expect(catalog.filter((check) => check.category === category).length, category).toBeGreaterThanOrEqual(3);
    }
  });

  it('says of a check what can happen, and not its state again', () => {
    expect(catalog.filter(({ impact, title, findingTitle }) => [title, findingTitle].includes(impact))).toEqual([]);
    expect(catalog.filter(({ impact }) => !/^[A-Z].{40,220}\.$/.test(impact)).map(({ id }) => id)).toEqual([]);
  });

  it('has an example of success and of trouble for every check', () => {
    expect(checkExamples.map((example) => example.check).sort()).toEqual(catalog.map((check) => check.id).sort());
  });
});

describe.each(checkExamples)('$check', ({ check, good, bad, says, best = 'pass' }) => {
  test(`says ${best} where all is well`, () => {
    const verdict = verdictFor(check, good);
    expect(verdict.status, verdict.message).toBe(best);
    expect(Verdict.safeParse(verdict).success).toBe(true);
  });

  test(`says "${says}" where it is not, and what to do`, () => {
    const verdict = verdictFor(check, bad);
    expect(verdict.status, verdict.message).toBe(says);
    expect(verdict.message).not.toBe('');
    expect(verdict.recommendation.length).toBeGreaterThan(20);
  });

  test('says nothing about the tenant where its data was refused or is missing', () => {
    const definition = catalog.find((item) => item.id === check);
    if (definition === undefined) throw new Error(`there is no check ${check}`);
    for (const name of definition.datasets) {
      const { facts, exemptions } = factsFromSnapshot(good, testNow);
      for (const result of [refusal, undefined]) {
        const verdict = verdictOf(definition, { ...facts, [name]: result }, { now: testNow, exemptions });
        expect(['notPermitted', 'notLicensed', 'couldNotCheck'], `${name}: ${verdict.message}`).toContain(
          verdict.status,
        );
      }
    }
  });
});

describe('without data', () => {
  test.each([
    ['notPermitted', refusal],
    ['notLicensed', { ...refusal, reason: 'notLicensed', code: 'AadPremiumLicenseRequired' } as const],
    ['couldNotCheck', { ...refusal, reason: 'couldNotCheck', status: 503, code: 'ServiceUnavailable' } as const],
  ])('every check says %s when every dataset failed so', (status, failure) => {
    const outcome = evaluateFacts(allFailed(failure), { now: testNow });
    expect(new Set(outcome.verdicts.map((verdict) => verdict.status))).toEqual(new Set([status]));
    expect(outcome.score).toBeNull();
    expect(outcome.status).toBeNull();
    expect(outcome.coverage.evaluated).toBe(0);
  });

  test('a tenant of which nothing was collected has no score and no status', () => {
    const outcome = evaluateFacts({}, { now: testNow });
    expect(new Set(outcome.verdicts.map((verdict) => verdict.status))).toEqual(new Set(['couldNotCheck']));
    expect(outcome).toMatchObject({ score: null, status: null });
  });

  test('a refused permission is named, so that it can be granted', () => {
    const verdict = evaluateFacts(allFailed(refusal), { now: testNow }).verdicts.find(
      (item) => item.checkId === 'spo.sharing',
    );
    expect(verdict?.recommendation).toContain('SharePointTenantSettings.Read.All');
  });
});
