import type { Severity } from '@tenantry/contract/verdicts';
import { describe, expect, it } from 'vitest';
import { policy } from '../testing/policies.ts';
import { off } from '../testing/snapshots.ts';
import { verdictFor } from '../testing/verdict-for.ts';
import { areaOf, countedOnce, countedWith } from './license-group.ts';

const sku = (...plans: string[]) => ({
  subscribedSkus: [{ servicePlans: plans.map((servicePlanName) => ({ servicePlanName })) }],
});
const without = { ...off, ...sku('EXCHANGE_S_STANDARD'), conditionalAccessPolicies: [] };

const found = (checkId: string, severity: Severity, needsLicense?: string | null) => ({
  checkId,
  severity,
  ...(needsLicense !== undefined && { needsLicense }),
});

describe('countedOnce', () => {
  const list = [
    found('a', 'high', 'P1'),
    found('c', 'critical', 'P1'),
    found('b', 'critical', 'P1'),
    found('d', 'low', null),
    found('e', 'low'),
    found('f', 'low', 'P2'),
  ];

  it('takes the most severe of those that need the same license, and all others', () => {
    expect(countedOnce(list).map(({ checkId }) => checkId)).toEqual(['b', 'd', 'e', 'f']);
  });

  it('takes the same one whatever the order', () => {
    const ids = (some: typeof list) =>
      countedOnce(some)
        .map(({ checkId }) => checkId)
        .sort();
    expect(ids(list.toReversed())).toEqual(ids(list));
  });

  it('names those that count as one with it', () => {
    const [, , lead, alone] = list;
    expect(lead && countedWith(lead, list).map(({ checkId }) => checkId)).toEqual(['a', 'c', 'b']);
    expect(alone && countedWith(alone, list)).toEqual([alone]);
  });

  it('counts what needs a license in the area of Conditional Access, whatever its check looks at', () => {
    const one = { ...found('a', 'high', 'P1'), category: 'mfa' as const };
    expect(areaOf(one)).toBe('conditional-access');
    expect(areaOf({ ...one, needsLicense: null })).toBe('mfa');
  });
});

describe('a check whose remedy is Conditional Access', () => {
  it('still fails without a license for it, and says what the license would bring', () => {
    for (const check of ['ca.mfa.all', 'ca.locations', 'ca.admin.portals']) {
      const { status, needsLicense, recommendation } = verdictFor(check, without);
      expect({ status, needsLicense }, check).toEqual({ status: 'fail', needsLicense: 'Microsoft Entra ID P1' });
      expect(recommendation, check).toMatch(/would bring Conditional Access\. Then: /);
    }
  });

  it('asks for no license where security defaults close it, and for them first where they make it better', () => {
    for (const check of ['ca.legacy', 'ca.mfa.admins', 'ca.mfa.azure', 'mfa.security.defaults']) {
      const { status, needsLicense, closedBy, recommendation } = verdictFor(check, without);
      const told = { status: 'fail', needsLicense: undefined, closedBy: 'securityDefaults' };
      expect({ status, needsLicense, closedBy }, check).toEqual(told);
      expect(recommendation, check).toMatch(/turn on security defaults\. They are included in every license\.$/);
    }
    expect(verdictFor('ca.mfa.all', without).recommendation).toMatch(/turn on security defaults.+would bring/);
    expect(verdictFor('ca.locations', without).recommendation).not.toMatch(/security defaults/i);
    const baseline = verdictFor('mfa.security.defaults', without);
    expect(baseline.recommendation).toMatch(/turn on security defaults/);
    expect(baseline.needsLicense).toBeUndefined();
  });

  it.each([
    ['P1 is there', { ...without, ...sku('AAD_PREMIUM') }],
    ['P2 is there', { ...without, ...sku('AAD_PREMIUM_P2') }],
    ['licenses are not known', { ...off, conditionalAccessPolicies: [] }],
  ])('asks for no license where %s', (_when, snapshot) => {
    const { needsLicense, recommendation } = verdictFor('ca.mfa.all', snapshot);
    expect(needsLicense).toBeUndefined();
    expect(recommendation).toContain('New policy');
  });

  it('asks for none where it passes', () => {
    expect(
      verdictFor('ca.mfa.all', { ...without, conditionalAccessPolicies: [policy()] }).needsLicense,
    ).toBeUndefined();
  });
});
