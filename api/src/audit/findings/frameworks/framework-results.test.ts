import { type Verdict, VerdictStatus } from '@tenantry/contract/verdicts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalog } from '../../checks/catalog.ts';
import type { Framework } from './framework.ts';
import { type FrameworkResult, frameworkResults } from './framework-results.ts';
import { frameworks } from './frameworks.ts';

const verdict = (checkId: string, status: VerdictStatus): Verdict => ({
  checkId,
  title: checkId,
  category: 'mfa',
  severity: 'high',
  status,
  message: '',
  recommendation: '',
  evidence: [],
  affected: [],
  affectedCount: 0,
  references: [],
});

/** One control of two checks. */
const twoChecks = (coverage: 'whole' | 'partial'): Framework => ({
  id: 'cis-m365',
  name: 'Test 1',
  version: '1',
  publisher: 'Test',
  source: 'https://publisher.example',
  mapping: { by: 'tenantry', note: '' },
  groups: [{ id: 'g', label: 'Group' }],
  controls: [{ id: 'c', title: 'Control', level: null, group: 'g', checkIds: ['a', 'b'], coverage, because: null }],
});
const statusOf = (coverage: 'whole' | 'partial', ...statuses: VerdictStatus[]) =>
  frameworkResults(
    twoChecks(coverage),
    statuses.map((status, index) => verdict(['a', 'b'][index] ?? '', status)),
  ).controls[0]?.status;

const anyFramework = fc.constantFrom(...frameworks);
const anyStatus = fc.constantFrom(...VerdictStatus.options);
const wholeAudit = fc
  .array(anyStatus, { minLength: catalog.length, maxLength: catalog.length })
  .map((statuses) => catalog.map(({ id }, index) => verdict(id, statuses[index] ?? 'pass')));
const statuses = ({ controls }: FrameworkResult) => controls.map(({ status }) => status);

describe('a control', () => {
  it.each([
    ['met', 'whole', 'pass', 'pass'],
    ['met', 'whole', 'pass', 'notApplicable'],
    ['supported', 'partial', 'pass', 'pass'],
    ['partlyMet', 'whole', 'pass', 'warning'],
    ['partlyMet', 'partial', 'warning', 'warning'],
    ['notMet', 'whole', 'pass', 'fail'],
    ['notMet', 'partial', 'fail', 'couldNotCheck'],
    ['couldNotJudge', 'whole', 'pass', 'notLicensed'],
    ['couldNotJudge', 'whole', 'warning', 'notPermitted'],
    ['couldNotJudge', 'partial', 'notApplicable', 'couldNotCheck'],
    ['notApplicable', 'whole', 'notApplicable', 'notApplicable'],
  ] as const)('is %s where its checks cover it %s and say %s and %s', (expected, coverage, a, b) => {
    expect(statusOf(coverage, a, b)).toBe(expected);
    expect(statusOf(coverage, b, a)).toBe(expected);
  });

  it('could not be judged where the audit is older than one of its checks, and says so', () => {
    const [control] = frameworkResults(twoChecks('whole'), [verdict('a', 'pass')]).controls;
    expect(control).toMatchObject({ status: 'couldNotJudge', unknownBecause: ['notInAudit'] });
    expect(control?.checks).toMatchObject([{ verdict: { status: 'pass' } }, { checkId: 'b', verdict: null }]);
  });

  it('names every reason once', () => {
    const [control] = frameworkResults(twoChecks('whole'), [
      verdict('a', 'notLicensed'),
      verdict('b', 'notPermitted'),
    ]).controls;
    expect(control?.unknownBecause).toEqual(['notPermitted', 'notLicensed']);
  });

  it('stays as it is or becomes unknown when verdicts are taken away or lose their data', () => {
    fc.assert(
      fc.property(anyFramework, wholeAudit, fc.infiniteStream(fc.nat(3)), (framework, verdicts, choices) => {
        const before = statuses(frameworkResults(framework, verdicts));
        const less = verdicts.flatMap((one): Verdict[] => {
          const choice = choices.next().value ?? 3;
          if (choice === 0) return [];
          return [choice === 1 ? { ...one, status: 'couldNotCheck' } : one];
        });
        const after = statuses(frameworkResults(framework, less));
        for (const [index, status] of after.entries()) expect([before[index], 'couldNotJudge']).toContain(status);
      }),
    );
  });

  it('without a check is never anything but not assessed', () => {
    fc.assert(
      fc.property(anyFramework, wholeAudit, (framework, verdicts) => {
        for (const { control, status } of frameworkResults(framework, verdicts).controls) {
          expect(status === 'notAssessed').toBe(control.checkIds.length === 0);
        }
      }),
    );
  });

  it('of which the checks speak for a part is never met', () => {
    const all = catalog.map(({ id }) => verdict(id, 'pass'));
    for (const framework of frameworks) {
      for (const { control, status } of frameworkResults(framework, all).controls) {
        if (control.checkIds.length > 0) expect(status).toBe(control.coverage === 'partial' ? 'supported' : 'met');
      }
    }
  });
});

describe('coverage', () => {
  it('counts every control once, and the judged among the assessed', () => {
    fc.assert(
      fc.property(anyFramework, wholeAudit, (framework, verdicts) => {
        const { counts, coverage } = frameworkResults(framework, verdicts);
        expect(Object.values(counts).reduce((sum, one) => sum + one, 0)).toBe(coverage.total);
        expect(coverage.assessed).toBe(coverage.total - counts.notAssessed);
        expect(coverage.judged).toBe(coverage.assessed - counts.couldNotJudge - counts.notApplicable);
      }),
    );
  });

  it('of an audit without verdicts judges nothing', () => {
    for (const framework of frameworks) {
      const { counts, coverage } = frameworkResults(framework, []);
      expect(coverage.judged).toBe(0);
      expect(counts.couldNotJudge).toBe(coverage.assessed);
    }
  });
});
