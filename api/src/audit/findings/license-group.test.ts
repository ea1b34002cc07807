import { describe, expect, it } from 'vitest';
import { policy } from '../testing/policies.ts';
import { off } from '../testing/snapshots.ts';
import { verdictFor } from '../testing/verdict-for.ts';
import { countedOnce } from './license-group.ts';

const sku = (...plans: string[]) => ({
  subscribedSkus: [{ servicePlans: plans.map((servicePlanName) => ({ servicePlanName })) }],
});
const without = { ...off, ...sku('EXCHANGE_S_STANDARD'), conditionalAccessPolicies: [] };

describe('countedOnce', () => {
  it('takes the most severe of those that need the same license, and all others', () => {
    const list = [
      { id: 1, severity: 'high', needsLicense: 'P1' },
      { id: 2, severity: 'critical', needsLicense: 'P1' },
      { id: 3, severity: 'critical', needsLicense: 'P1' },
      { id: 4, severity: 'low', needsLicense: null },
      { id: 5, severity: 'low' },
      { id: 6, severity: 'low', needsLicense: 'P2' },
    ] as const;
    expect(countedOnce(list).map(({ id }) => id)).toEqual([2, 4, 5, 6]);
  });
});

describe('a check whose remedy is Conditional Access', () => {
  it('still fails without a license for it, and says what the license would bring', () => {
    for (const check of ['ca.mfa.all', 'ca.legacy', 'ca.locations', 'ca.admin.portals']) {
      const { status, needsLicense, recommendation } = verdictFor(check, without);
      expect({ status, needsLicense }, check).toEqual({ status: 'fail', needsLicense: 'Microsoft Entra ID P1' });
      expect(recommendation, check).toMatch(/would bring Conditional Access\. Then: all users/);
    }
  });

  it('leaves security defaults to the check on the baseline', () => {
    expect(verdictFor('ca.mfa.all', without).recommendation).not.toMatch(/security defaults/i);
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
