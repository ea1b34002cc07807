import { describe } from 'vitest';
import type { JsonObject } from '../../facts/json-reader.ts';
import { policy } from '../../testing/policies.ts';
import { account, all, globalAdministrators, policiesOf, registeredMethods } from '../../testing/snapshots.ts';
import { verdictTable } from '../../testing/verdict-table.ts';

const e1 = account('e1', { onPremisesSyncEnabled: null });
const declaring = (...users: string[]): JsonObject => ({
  exemptions: Object.fromEntries(
    ['ca.breakglass', 'ca.breakglass.admin', 'ca.breakglass.key'].map((id) => [id, { capExclusions: { users } }]),
  ),
});
const block = { operator: 'OR', builtInControls: ['block'] };
const mfaBut = (name: string, ...excludeUsers: string[]) => policy({ name, users: all({ excludeUsers }) });
const forGuests = { includeGuestsOrExternalUsers: { guestOrExternalUserTypes: 'b2bCollaborationGuest' } };
const e2 = account('e2', { onPremisesSyncEnabled: null });
const members = [e1, e2];
const untold = (id: string): JsonObject => ({ '@odata.type': '#microsoft.graph.user', id });

describe('of declared accounts', () => {
  verdictTable('ca.breakglass', [
    {
      when: 'all are excluded everywhere',
      snapshot: { ...policiesOf(mfaBut('A', 'E1', 'e2'), mfaBut('B', 'e1', 'e2')), ...declaring('E1', 'e2') },
      says: 'pass',
      message: 'All 2 declared emergency accounts are excluded',
      evidence: [
        'conditionalAccessPolicies: e1: excluded from 2 of 2 blocking or MFA policies (e1)',
        'conditionalAccessPolicies: e2: excluded from 2 of 2 blocking or MFA policies (e2)',
      ],
    },
    {
      when: 'one is not excluded from one policy',
      snapshot: { ...policiesOf(mfaBut('A', 'e1', 'e2'), mfaBut('B', 'e1')), ...declaring('e1', 'e2'), users: members },
      says: 'warning',
      message: 'e2@example.com is not excluded from "B"',
      recommendation: 'exclude the affected accounts',
      evidence: [
        'conditionalAccessPolicies: e1@example.com: excluded from 2 of 2 blocking or MFA policies (e1)',
        'conditionalAccessPolicies: e2@example.com: excluded from 1 of 2 blocking or MFA policies, not from "B" (e2)',
      ],
      affected: ['user e2: e2@example.com'],
    },
    {
      when: 'another is excluded everywhere, and the declared one nowhere',
      snapshot: { ...policiesOf(mfaBut('A', 'other'), mfaBut('B', 'other')), ...declaring('e1') },
      says: 'fail',
      message: 'e1 is not excluded from "A", "B": a faulty policy can lock everybody out',
      recommendation: 'exclude the affected accounts',
      evidence: [
        'conditionalAccessPolicies: e1: excluded from 0 of 2 blocking or MFA policies, not from "A", "B" (e1)',
      ],
      affected: ['user e1: e1'],
    },
    {
      when: 'other policies are about others, or do not take effect',
      snapshot: {
        ...policiesOf(
          mfaBut('A', 'e1'),
          policy({ name: 'B', users: { includeUsers: ['somebody'] } }),
          policy({ name: 'C', state: 'enabledForReportingButNotEnforced' }),
          policy({ name: 'D', users: forGuests }),
        ),
        ...declaring('e1'),
        users: members,
      },
      says: 'pass',
      message: 'The only declared emergency account is excluded',
      evidence: ['conditionalAccessPolicies: e1@example.com: excluded from 1 of 1 blocking or MFA policy (e1)'],
    },
    {
      when: 'a policy excludes a group whose members are not known',
      snapshot: { ...policiesOf(policy({ name: 'A', users: all({ excludeGroups: ['grp'] }) })), ...declaring('e1') },
      says: 'couldNotCheck',
      message: 'not known whether e1 is excluded',
      evidence: ['conditionalAccessPolicies: e1: excluded from 0 of 1 blocking or MFA policy, not known of "A" (e1)'],
    },
    {
      when: 'it is excluded by its group',
      snapshot: {
        ...policiesOf(policy({ name: 'A', users: all({ excludeGroups: ['grp'] }) })),
        groups: [{ id: 'grp', displayName: 'Break glass', members: [{ id: 'e1' }] }],
        ...declaring('e1'),
      },
      says: 'pass',
      message: 'is excluded',
      evidence: ['conditionalAccessPolicies: e1: excluded from 1 of 1 blocking or MFA policy (e1)'],
    },
    {
      when: 'the only one was deleted, though policies exclude it still',
      snapshot: { ...policiesOf(mfaBut('A', 'gone')), ...declaring('gone'), users: members },
      says: 'fail',
      message: 'gone is declared, but no longer exists',
      recommendation: 'Remove the declaration of gone',
      evidence: ['users: gone: not in the directory (gone)'],
      affected: ['user gone: gone'],
    },
    {
      when: 'one of two was deleted',
      snapshot: { ...policiesOf(mfaBut('A', 'e1', 'gone')), ...declaring('e1', 'gone'), users: members },
      says: 'warning',
      message: 'gone is declared, but no longer exists',
      recommendation: 'Remove the declaration of gone',
      evidence: [
        'conditionalAccessPolicies: e1@example.com: excluded from 1 of 1 blocking or MFA policy (e1)',
        'users: gone: not in the directory (gone)',
      ],
      affected: ['user gone: gone'],
    },
    {
      when: 'nothing blocks or requires MFA',
      snapshot: { ...policiesOf(policy({ state: 'disabled', grant: block })), ...declaring('e1') },
      says: 'pass',
      message: 'No enabled policy',
      evidence: ['conditionalAccessPolicies: e1: no policy that blocks or requires MFA is about it (e1)'],
    },
  ]);

  const sees = { ...policiesOf(mfaBut('A')), ...declaring('e1', 'e2'), users: members };
  verdictTable('ca.breakglass.admin', [
    {
      when: 'both are fit, though no policy excludes them',
      snapshot: { ...sees, ...globalAdministrators(e1, e2) },
      says: 'pass',
      message: 'All 2 declared emergency accounts are enabled, cloud-only Global Administrators',
      evidence: ['roles: e1@example.com: enabled … (e1)', 'roles: e2@example.com: enabled … (e2)'],
    },
    {
      when: 'one is synced and holds no role',
      snapshot: { ...sees, users: [e1, { ...e2, onPremisesSyncEnabled: true }], ...globalAdministrators(e1) },
      says: 'warning',
      message: 'e2@example.com is synced from on-premises, not a permanent Global Administrator',
      evidence: ['roles: e1@example.com: enabled … (e1)', 'roles: e2@example.com: synced … not a permanent … (e2)'],
      affected: ['user e2: e2@example.com'],
    },
    {
      when: 'none is of use',
      snapshot: { ...sees, ...globalAdministrators(account('other')) },
      says: 'fail',
      message: 'No declared emergency account',
      evidence: ['roles: e1@example.com: not a permanent … (e1)', 'roles: e2@example.com: not a permanent … (e2)'],
      affected: ['user e1: e1@example.com', 'user e2: e2@example.com'],
    },
    {
      when: 'accounts are not known',
      snapshot: { ...sees, users: undefined, ...globalAdministrators(untold('e1'), untold('e2')) },
      says: 'couldNotCheck',
      message: 'details of e1, e2 are not known',
      evidence: ['roles: e1: not everything … (e1)', 'roles: e2: not everything … (e2)'],
    },
  ]);

  verdictTable('ca.breakglass.key', [
    {
      when: 'one that no policy excludes has none',
      snapshot: {
        ...policiesOf(mfaBut('A', 'other')),
        ...declaring('e1', 'E2'),
        userRegistrationDetails: registeredMethods(
          ['e1', ['fido2SecurityKey']],
          ['e2', ['mobilePhone']],
          ['other', ['sms']],
        ),
      },
      says: 'fail',
      message: 'without a security key: e2',
      evidence: [
        'registration: e1: security key registered (e1)',
        'registration: e2: security key not registered (e2)',
      ],
      affected: ['user e2: e2'],
    },
  ]);
});
