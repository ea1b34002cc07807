import { describe, expect, it } from 'vitest';
import { factsFromSnapshot } from '../snapshot/snapshot.ts';
import { evaluateFacts } from './evaluate.ts';

const now = new Date('2026-11-20T12:00:00Z');
const emergency = '11111111-1111-4111-8111-111111111111';

/** MFA for everyone but one account, split over as many policies as told, one for each application but the last. */
function mfaForAll(exempt: string[], policyCount = 1) {
  const apps = Array.from({ length: policyCount - 1 }, (_, n) => `22222222-2222-4222-8222-00000000000${n}`);
  const { facts, exemptions } = factsFromSnapshot(
    {
      securityDefaults: { isEnabled: false },
      users: [
        { id: emergency, displayName: 'Break Glass', userPrincipalName: 'glass@contoso.example', accountEnabled: true },
      ],
      conditionalAccessPolicies: Array.from({ length: policyCount }, (_, n) => ({
        id: `p${n}`,
        displayName: `MFA ${n}`,
        state: 'enabled',
        conditions: {
          // The account is excluded from the last policy alone.
          users: { includeUsers: ['All'], excludeUsers: n === policyCount - 1 ? [emergency] : [] },
          applications:
            n < apps.length
              ? { includeApplications: [apps[n]] }
              : { includeApplications: ['All'], excludeApplications: apps },
          clientAppTypes: ['all'],
        },
        grantControls: { operator: 'OR', builtInControls: ['mfa'] },
      })),
      exemptions: { 'ca.mfa.all': { capExclusions: { users: exempt } } },
    },
    now,
  );
  return evaluateFacts(facts, { now, exemptions }).verdicts.find(({ checkId }) => checkId === 'ca.mfa.all');
}

describe('an account that a policy excludes', () => {
  it('is named in a pass that accepts it as declared', () => {
    const verdict = mfaForAll([emergency.toUpperCase()]);
    expect(verdict?.status).toBe('pass');
    expect(verdict?.message).toContain('Excluded as declared: account glass@contoso.example.');
    expect(verdict?.evidence.map(({ observed }) => observed).join()).toContain('excludes, as declared');
  });

  it('is named also where it is excluded from the last of many policies that pass together', () => {
    const verdict = mfaForAll([emergency], 8);
    expect(verdict?.status).toBe('pass');
    expect(verdict?.message).toContain('Excluded as declared: account glass@contoso.example.');
    expect(verdict?.evidence.map(({ observed }) => observed).join()).toContain('"MFA 7" excludes, as declared');
  });

  it('stands against a pass where nobody declared it', () => {
    const verdict = mfaForAll([]);
    expect(verdict?.status).toBe('warning');
    expect(verdict?.message).toContain('glass@contoso.example');
  });
});
