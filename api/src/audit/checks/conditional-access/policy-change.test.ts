import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../facts/json-reader.ts';
import { factsFromSnapshot } from '../../snapshot/snapshot.ts';
import { block, phishingResistantStrength, policy } from '../../testing/policies.ts';
import { testNow } from '../../testing/verdict-for.ts';
import { groupsOfFacts, policyChange } from './policy-change.ts';
import { tenantWith } from './testing/random-tenant.ts';

const member = { id: '10000000-0000-4000-8000-000000000001', userType: 'Member', external: false } as const;
const group = '20000000-0000-4000-8000-000000000001';

function met(before: JsonObject[], after: JsonObject[]) {
  const { facts } = factsFromSnapshot(tenantWith(before, true), testNow);
  return policyChange(facts, groupsOfFacts(facts, [...before, ...after]), { before, after }).of(member);
}

describe('what an account meets newly', () => {
  test('MFA where none was asked, in an ordinary sign-in, by the policy that asks', () => {
    expect(met([], [policy({ name: 'MFA' })])).toEqual([
      { effect: 'mfa', isSure: true, because: null, when: [], by: { id: 'id-of-MFA', name: 'MFA' } },
    ]);
  });

  test('nothing where another policy asked already, or the policy is renamed, in report-only, or excludes them', () => {
    const all = policy({ name: 'MFA' });
    expect(met([all], [all, policy({ name: 'Again' })])).toEqual([]);
    expect(met([all], [{ ...all, displayName: 'Renamed' }])).toEqual([]);
    expect(met([], [policy({ state: 'enabledForReportingButNotEnforced' })])).toEqual([]);
    expect(met([], [policy({ users: { includeUsers: ['All'], excludeUsers: [member.id.toUpperCase()] } })])).toEqual(
      [],
    );
  });

  test('a block under its conditions alone, told by them', () => {
    const flow = policy({ grant: block, conditions: { authenticationFlows: { transferMethods: 'deviceCodeFlow' } } });
    expect(met([], [flow])).toMatchObject([{ effect: 'blocked', isSure: true, when: ['flow:devicecodeflow'] }]);
  });

  test('a device that it does not have blocks; where MFA is enough instead, MFA is asked for', () => {
    const device = { operator: 'OR', builtInControls: ['compliantDevice'] };
    const either = { operator: 'OR', builtInControls: ['compliantDevice', 'mfa'] };
    expect(met([], [policy({ grant: device })]).map(({ effect }) => effect)).toEqual(['blocked']);
    expect(met([], [policy({ grant: either })]).map(({ effect }) => effect)).toEqual(['mfa']);
    expect(met([policy()], [policy(), policy({ name: 'Device', grant: device })]).map(({ effect }) => effect)).toEqual([
      'blocked',
    ]);
  });

  test('more than MFA where MFA was asked for before', () => {
    const strong = policy({ name: 'Strong', grant: phishingResistantStrength });
    expect(met([policy()], [policy(), strong]).map(({ effect }) => effect)).toEqual(['phishingResistantMfa']);
  });

  test('may be, with the reason, where a group decides whose members were not read', () => {
    const found = met([], [policy({ users: { includeGroups: [group] } })]);
    expect(found).toMatchObject([{ effect: 'mfa', isSure: false }]);
    expect(found[0]?.because).toContain('The members of a group that a policy names are not known');
    const sure = met([], [policy({ name: 'All' }), policy({ name: 'Group', users: { includeGroups: [group] } })]);
    expect(sure).toMatchObject([{ effect: 'mfa', isSure: true }]);
  });

  test('an app that is not approved is blocked by a policy that asks for one', () => {
    const approved = { operator: 'OR', builtInControls: ['approvedApplication', 'compliantApplication'] };
    expect(met([], [policy({ grant: approved })]).map(({ effect }) => effect)).toEqual(['blocked']);
  });
});
