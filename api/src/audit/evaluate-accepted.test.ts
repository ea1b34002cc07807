import { describe, expect, it } from 'vitest';
import { evaluateFacts } from './evaluate.ts';
import { factsFromSnapshot } from './snapshot.ts';

const now = new Date('2026-11-20T12:00:00Z');
const emergency = '11111111-1111-4111-8111-111111111111';

function mfaForAll(exempt: string[]) {
  const { facts, exemptions } = factsFromSnapshot(
    {
      securityDefaults: { isEnabled: false },
      users: [
        { id: emergency, displayName: 'Break Glass', userPrincipalName: 'glass@contoso.example', accountEnabled: true },
      ],
      conditionalAccessPolicies: [
        {
          id: 'p1',
          displayName: 'MFA',
          state: 'enabled',
          conditions: {
            users: { includeUsers: ['All'], excludeUsers: [emergency] },
            applications: { includeApplications: ['All'] },
            clientAppTypes: ['all'],
          },
          grantControls: { operator: 'OR', builtInControls: ['mfa'] },
        },
      ],
      exemptions: { 'ca.mfa.all': { capExclusions: { users: exempt } } },
    },
    now,
  );
  return evaluateFacts(facts, { now, exemptions }).verdicts.find(({ checkId }) => checkId === 'ca.mfa.all');
}

describe('an account that a policy leaves out', () => {
  it('is named in a pass that accepts it as declared', () => {
    const verdict = mfaForAll([emergency.toUpperCase()]);
    expect(verdict?.status).toBe('pass');
    expect(verdict?.message).toContain('Left out as declared, and accepted: account glass@contoso.example.');
    expect(verdict?.evidence.map(({ observed }) => observed).join()).toContain('leaves out, as declared');
  });

  it('stands against a pass where nobody declared it', () => {
    const verdict = mfaForAll([]);
    expect(verdict?.status).toBe('warning');
    expect(verdict?.message).toContain('glass@contoso.example');
  });
});
