import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../facts/json-reader.ts';
import { factsFromSnapshot } from '../../snapshot/snapshot.ts';
import { block, phishingResistantStrength, policy } from '../../testing/policies.ts';
import { testNow } from '../../testing/verdict-for.ts';
import { groupsOfFacts, policyChange } from './policy-change.ts';
import { tenantWith } from './testing/random-tenant.ts';

const member = { id: '10000000-0000-4000-8000-000000000001', userType: 'Member', external: false } as const;
const group = '20000000-0000-4000-8000-000000000001';

function everything(before: JsonObject[], after: JsonObject[]) {
  const { facts } = factsFromSnapshot(tenantWith(before, true), testNow);
  return policyChange(facts, groupsOfFacts(facts, [...before, ...after]), { before, after }).of(member);
}

/** With a browser or an app. */
const met = (before: JsonObject[], after: JsonObject[]) =>
  everything(before, after).filter(({ effect }) => effect !== 'legacyBlocked');
const effectsOf = (before: JsonObject[], after: JsonObject[]) => everything(before, after).map(({ effect }) => effect);
const everyTime = { signInFrequency: { isEnabled: true, frequencyInterval: 'everyTime' } };
const hours = (value: number) => ({ signInFrequency: { isEnabled: true, type: 'hours', value } });

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

  test('a block with a legacy client, which nobody can be asked by, whatever else is asked for', () => {
    const legacy = { clientAppTypes: ['exchangeActiveSync', 'other'] };
    const asked = policy({ conditions: legacy });
    expect(everything([], [asked])).toMatchObject([{ effect: 'legacyBlocked', isSure: true, when: ['client:other'] }]);
    const terms = policy({ conditions: legacy, grant: { operator: 'OR', builtInControls: [], termsOfUse: ['t'] } });
    expect(effectsOf([], [terms])).toEqual(['legacyBlocked']);
    const device = policy({ conditions: legacy, grant: { operator: 'OR', builtInControls: ['compliantDevice'] } });
    expect(effectsOf([], [device])).toEqual(['legacyBlocked']);
    // Exchange ActiveSync tells that its device is compliant; the others do not.
    const compliant = { devices: { deviceFilter: { mode: 'include', rule: 'device.isCompliant -eq True' } } };
    const activeSync = { clientAppTypes: ['exchangeActiveSync'], ...compliant };
    expect(effectsOf([], [policy({ conditions: activeSync, grant: device.grantControls as JsonObject })])).toEqual([]);
    expect(effectsOf([policy({ conditions: legacy, grant: block })], [asked])).toEqual([]);
  });

  test('terms of use, a new password and the like, each that was not asked for before', () => {
    const terms = (id: string) => ({ operator: 'OR', builtInControls: [], termsOfUse: [id] });
    const [one, other] = [policy({ grant: terms('a') }), policy({ name: 'Other', grant: terms('b') })];
    expect(met([], [one])).toMatchObject([{ effect: 'otherProof', isSure: true, by: { name: 'Policy' } }]);
    expect(met([one], [one, other])).toMatchObject([{ effect: 'otherProof', by: { name: 'Other' } }]);
    expect(met([one], [policy({ name: 'Again', grant: terms('A') })])).toEqual([]);
    const password = policy({ grant: { operator: 'AND', builtInControls: ['mfa', 'passwordChange'] } });
    expect(met([policy()], [policy(), password])).toMatchObject([{ effect: 'otherProof' }]);
    // Who may give MFA instead, and was asked for it before, meets nothing new.
    const either = policy({ name: 'Either', grant: { ...terms('a'), builtInControls: ['mfa'] } });
    expect(met([], [either])).toMatchObject([{ effect: 'otherProof' }]);
    expect(met([policy()], [policy(), either])).toEqual([]);
  });

  test('a session that ends sooner than before, or can do less', () => {
    const session = (parts: JsonObject, name = 'Session') => policy({ name, grant: null, session: parts });
    const effect = (before: JsonObject, after: JsonObject) => effectsOf([session(before)], [session(after)]);
    expect(everything([], [session(everyTime)])).toMatchObject([{ effect: 'signInAgain', isSure: true, when: [] }]);
    expect(effect(hours(8), hours(4))).toEqual(['signInAgain']);
    expect(effect(hours(4), hours(8))).toEqual([]);
    expect(effect(everyTime, hours(1))).toEqual([]);
    const days = { signInFrequency: { isEnabled: true, type: 'days', value: 1 } };
    expect(effect(hours(24), days)).toEqual([]);
    const second = { signInFrequency: { ...hours(4).signInFrequency, authenticationType: 'secondaryAuthentication' } };
    expect(effect(hours(4), second)).toEqual([]);
    expect(effect(second, hours(4))).toEqual(['signInAgain']);
    expect(effect({}, { persistentBrowser: { isEnabled: true, mode: 'never' } })).toEqual(['signInAgain']);
    expect(effect({}, { persistentBrowser: { isEnabled: true, mode: 'always' } })).toEqual([]);
    expect(effect({}, { applicationEnforcedRestrictions: { isEnabled: true } })).toEqual(['sessionLimited']);
    expect(effect({}, { applicationEnforcedRestrictions: { isEnabled: false } })).toEqual([]);
    const downloads = (type: string) => ({ cloudAppSecurity: { isEnabled: true, cloudAppSecurityType: type } });
    expect(effect(downloads('monitorOnly'), downloads('blockDownloads'))).toEqual(['sessionLimited']);
    expect(effect({}, { disableResilienceDefaults: true })).toEqual(['sessionLimited']);
    expect(effect({}, { disableResilienceDefaults: false })).toEqual([]);
    // With MFA of before it is told beside it.
    expect(met([policy()], [policy({ session: everyTime })])).toMatchObject([{ effect: 'signInAgain' }]);
    expect(effectsOf([], [policy({ grant: block, session: everyTime })])).toEqual(['blocked', 'legacyBlocked']);
  });

  test('may be, where an authentication context or a condition that is new decides', () => {
    const context = { includeAuthenticationContextClassReferences: ['c1'] };
    expect(met([], [policy({ applications: context, grant: block })])).toMatchObject([
      { effect: 'blocked', isSure: false, because: 'Where an authentication context is asked for is not known.' },
    ]);
    const strange = policy({ name: 'Strange', grant: block, conditions: { times: { include: ['night'] } } });
    const [found] = met([], [strange]);
    expect(found).toMatchObject({ effect: 'blocked', isSure: false, because: expect.stringContaining('know: times.') });
    const other = { ...strange, conditions: { ...(strange.conditions as object), times: { include: ['day'] } } };
    expect(met([strange], [other])).toMatchObject([{ effect: 'blocked', isSure: false }]);
    // What it may have blocked already is blocked anew, perhaps; and what a policy of before asks in a context says nothing of the rest.
    expect(met([strange], [strange, policy({ grant: block })])).toMatchObject([{ effect: 'blocked', isSure: false }]);
    const before = policy({ name: 'Context', applications: context, grant: block });
    expect(met([before], [before, policy({ grant: block })])).toMatchObject([{ effect: 'blocked', isSure: true }]);
    const rule = { devices: { deviceFilter: { mode: 'include', rule: 'device.model resembles "x"' } } };
    expect(met([], [policy({ grant: block, conditions: rule })])).toMatchObject([{ effect: 'blocked', isSure: false }]);
  });

  test('accounts that policies name alike are judged once, however many they are', () => {
    const ids = Array.from({ length: 3000 }, (_, at) => `10000000-0000-4000-8000-${String(at).padStart(12, '0')}`);
    const after = [policy({ users: { includeUsers: ids } }), policy({ name: 'Rest', users: { includeUsers: ['x'] } })];
    const { facts } = factsFromSnapshot(tenantWith([], true), testNow);
    const change = policyChange(facts, groupsOfFacts(facts, after), { before: [], after });
    const answers = new Set(ids.map((id) => change.of({ id, userType: 'Member', external: false })));
    expect(answers.size).toBe(1);
    expect([...answers][0]?.map(({ effect }) => effect)).toEqual(['legacyBlocked', 'mfa']);
    expect(change.of({ id: 'other', userType: 'Member', external: false })).toEqual([]);
  });
});
