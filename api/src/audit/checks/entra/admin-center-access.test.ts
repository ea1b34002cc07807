import { block, type PolicyParts, policy } from '../../testing/policies.ts';
import { policiesOf, refused } from '../../testing/snapshots.ts';
import { statusTable } from '../../testing/status-table.ts';
import { verdictTable } from '../../testing/verdict-table.ts';

const everyone = { includeUsers: ['All'], excludeRoles: ['62e90394-69f5-4237-9190-012177145e10'] };
const portals = (parts: PolicyParts = {}) =>
  policiesOf(
    policy({
      applications: { includeApplications: ['MicrosoftAdminPortals'] },
      users: everyone,
      grant: block,
      ...parts,
    }),
  );

verdictTable('tenant.admincenter', [
  {
    when: 'a policy blocks whoever has no role',
    snapshot: portals(),
    says: 'pass',
    message: 'A Conditional Access policy blocks the admin portals for users without a role.',
    evidence: ['conditionalAccessPolicies: …'],
  },
  {
    when: 'there is no policy',
    snapshot: policiesOf(),
    says: 'warning',
    message: 'does not show whether "Restrict access to Microsoft Entra admin center" is on.',
    evidence: [
      'conditionalAccessPolicies: No enabled Conditional Access policy ensures …',
      'conditionalAccessPolicies: not covered: the Microsoft admin portals',
    ],
  },
]);

statusTable('tenant.admincenter', [
  ['the policy leaves out a person', portals({ users: { ...everyone, excludeUsers: ['ada'] } }), 'warning'],

  ['the policy is for some', portals({ users: { includeUsers: ['ada'] } }), 'warning'],
  ['the policy is off', portals({ state: 'disabled' }), 'warning'],
  ['the policy only reports', portals({ state: 'enabledForReportingButNotEnforced' }), 'warning'],
  ['the policy asks for a second factor', portals({ grant: { operator: 'OR', builtInControls: ['mfa'] } }), 'warning'],
  [
    'the policy is for another application',
    portals({ applications: { includeApplications: ['Office365'] } }),
    'warning',
  ],
  ['the policy blocks everything', portals({ applications: { includeApplications: ['All'] } }), 'pass'],
  ['a policy cannot be read', policiesOf({ id: 'p', displayName: 'P', state: 'enabled' }), 'couldNotCheck'],
  ['policies were refused', { conditionalAccessPolicies: refused }, 'notPermitted'],
  ['policies were not collected', {}, 'couldNotCheck'],
]);
