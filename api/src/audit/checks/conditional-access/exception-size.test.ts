import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../facts/json-reader.ts';
import { all, globalAdministrators, policiesOf } from '../../testing/snapshots.ts';
import { verdictFor } from '../../testing/verdict-for.ts';

const idAt = (index: number): string => `10000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
const user = (index: number, more: JsonObject = {}): JsonObject => ({
  '@odata.type': '#microsoft.graph.user',
  id: idAt(index),
  displayName: `U${index}`,
  userPrincipalName: `u${index}@a.example`,
  userType: 'Member',
  accountEnabled: true,
  ...more,
});
const people = (count: number): JsonObject => ({ users: Array.from({ length: count }, (_, index) => user(index)) });

type Parts = { users?: JsonObject; applications?: JsonObject; locations?: JsonObject; control?: string };
const policy = ({ users = {}, applications = {}, locations, control = 'mfa' }: Parts): JsonObject => ({
  id: 'p',
  displayName: 'P',
  state: 'enabled',
  conditions: {
    users: all(users),
    applications: { includeApplications: ['All'], ...applications },
    clientAppTypes: ['all'],
    ...(locations && { locations: { includeLocations: ['All'], ...locations } }),
  },
  grantControls: { operator: 'OR', builtInControls: [control] },
});
const without = (ids: readonly number[]): JsonObject => policy({ users: { excludeUsers: ids.map(idAt) } });
const firstOf = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

describe('accounts, by their share', () => {
  test.each([
    [847, 3, 'warning', '3 of 847 accounts (0.4%)'],
    [40, 1, 'warning', '1 of 40 accounts (2.5%)'],
    [40, 3, 'warning', '3 of 40 accounts (7.5%)'],
    [40, 4, 'fail', '4 of 40 accounts (10%)'],
    [10, 9, 'fail', '9 of 10 accounts (90%)'],
    [3, 2, 'warning', '2 of 3 accounts (67%)'],
  ] as const)('of %i accounts %i', (count, excluded, status, text) => {
    const found = verdictFor('ca.mfa.all', { ...policiesOf(without(firstOf(excluded))), ...people(count) });
    expect(found.status, found.message).toBe(status);
    expect(found.message).toContain(text);
  });

  test('those of a group, and of a group whose rule takes in everybody', () => {
    const group = (more: JsonObject) => ({
      ...policiesOf(policy({ users: { excludeGroups: ['g'] } })),
      ...people(20),
      groups: [{ id: 'g', displayName: 'G', groupTypes: [], ...more }],
    });
    const dynamic = (membershipRule: string) => group({ groupTypes: ['DynamicMembership'], membershipRule });
    const statusOf = (snapshot: JsonObject) => verdictFor('ca.mfa.all', snapshot).status;
    expect(statusOf(group({ members: [user(0)] }))).toBe('warning');
    expect(statusOf(group({ members: firstOf(12).map((index) => user(index)) }))).toBe('fail');
    expect(statusOf(dynamic('(user.objectId -ne null)'))).toBe('fail');
    expect(statusOf(dynamic('(user.accountEnabled -eq true) -and (user.userType -eq "Member")'))).toBe('fail');
    expect(statusOf(dynamic('user.department -eq "Service"'))).toBe('warning');
  });

  test('disabled ones let nobody in', () => {
    const snapshot = {
      users: [
        ...firstOf(10).map((index) => user(index)),
        ...[10, 11, 12].map((index) => user(index, { accountEnabled: false })),
      ],
    };
    expect(verdictFor('ca.mfa.all', { ...policiesOf(without([10, 11, 12])), ...snapshot }).message).not.toContain(
      '3 of',
    );
  });

  test('declared ones pass as before', () => {
    const exemptions = { 'ca.mfa.all': { capExclusions: { users: firstOf(9).map(idAt) } } };
    expect(verdictFor('ca.mfa.all', { ...policiesOf(without(firstOf(9))), ...people(10), exemptions }).status).toBe(
      'pass',
    );
  });
});

describe('holders of privileged roles, in a check about administrators', () => {
  const administrators = [user(0), user(1), user(2)];
  const found = (ids: readonly number[], more: JsonObject = {}) =>
    verdictFor('ca.mfa.admins', {
      ...policiesOf(without(ids)),
      ...people(40),
      ...globalAdministrators(...administrators),
      roleEligibilitySchedules: [],
      ...more,
    });
  test('all of them, or one, undeclared', () => {
    expect(found([0, 1, 2])).toMatchObject({ status: 'fail' });
    expect(found([1]).status).toBe('fail');
    expect(found([1]).message).toContain(
      '1 holder of privileged roles is let out and not declared as emergency access: u1@a.example',
    );
  });
  test('declared, or without a role', () => {
    const exemptions = { 'ca.mfa.admins': { capExclusions: { users: [idAt(1)] } } };
    expect(found([1], { exemptions }).status).not.toBe('fail');
    expect(found([30]).status).not.toBe('fail');
  });
});

describe('networks, by how much of the Internet they are', () => {
  const located = (check: string, cidrs: readonly string[], control: string, more: JsonObject = {}) =>
    verdictFor(check, {
      ...policiesOf(policy({ locations: { excludeLocations: ['AllTrusted'] }, control })),
      namedLocations: [
        {
          id: 'l',
          displayName: 'Office',
          isTrusted: true,
          ipRanges: cidrs.map((cidrAddress) => ({ cidrAddress })),
          ...more,
        },
      ],
      ...people(10),
    });
  const halves = ['0.0.0.0/1', '128.0.0.0/1'];
  test('MFA except from everywhere, and from an office', () => {
    expect(located('ca.mfa.all', halves, 'mfa')).toMatchObject({
      status: 'fail',
      recommendation: expect.stringContaining('networks of your offices alone'),
    });
    expect(located('ca.mfa.all', ['203.0.113.0/24'], 'mfa')).toMatchObject({
      status: 'warning',
      message: expect.stringContaining('256 IPv4 addresses'),
    });
  });
  test('blocked from outside of everywhere', () => {
    expect(located('ca.locations', halves, 'block').status).toBe('fail');
    expect(located('ca.locations', ['203.0.113.0/24'], 'block').status).toBe('pass');
  });
  test('ranges that overlap count once', () => {
    expect(located('ca.mfa.all', ['10.0.0.0/8', '10.1.0.0/16', '11.0.0.0/8'], 'mfa').message).toContain(
      '33,554,432 IPv4 addresses (0.8% of all)',
    );
  });
});

test('Office 365 is most of what there is', () => {
  const but = (application: string) =>
    verdictFor('ca.mfa.all', {
      ...policiesOf(policy({ applications: { excludeApplications: [application] } })),
      ...people(10),
    });
  expect(but('Office365')).toMatchObject({
    status: 'fail',
    message: expect.stringContaining('Office 365 is most of what there is to reach'),
  });
  expect(but('0af06dc6-e4b5-4f28-818e-e78e62d137a5').status).toBe('warning');
});

test('an allowlist on which everybody can get is none', () => {
  const allowed = (...sharingAllowedDomainList: string[]) =>
    verdictFor('spo.domains', {
      sharepointSettings: {
        sharingCapability: 'externalUserSharingOnly',
        sharingDomainRestrictionMode: 'allowList',
        sharingAllowedDomainList,
      },
    });
  expect(allowed('gmail.com', 'Outlook.com')).toMatchObject({
    status: 'fail',
    message: expect.stringContaining('gmail.com, outlook.com'),
  });
  expect(allowed('partner.example').status).toBe('pass');
});
