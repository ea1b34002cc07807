import type { JsonObject } from '../../facts/json-reader.ts';
import { authorization, refused } from '../../testing/snapshots.ts';
import { verdictTable } from '../../testing/verdict-table.ts';

const consent = (permissionGrantPoliciesAssigned: unknown[]): JsonObject => ({
  defaultUserRolePermissions: { permissionGrantPoliciesAssigned },
});
const workflow = (...values: string[]): JsonObject => ({
  groupSettings: values.map((value) => ({
    values: [
      { name: 'EnableAdminConsentRequests', value },
      { name: 'Other', value: 'x' },
    ],
  })),
});

verdictTable('app.register', [
  {
    when: 'one of two policies allows it',
    snapshot: {
      authorizationPolicies: [
        { defaultUserRolePermissions: { allowedToCreateApps: false } },
        { defaultUserRolePermissions: { allowedToCreateApps: true } },
      ],
    },
    says: 'fail',
    message: 'Every user',
    evidence: [
      'authorizationPolicies: allowedToCreateApps = false',
      'authorizationPolicies: allowedToCreateApps = true',
    ],
  },
  {
    when: 'one of two does not tell',
    snapshot: { authorizationPolicies: [{ defaultUserRolePermissions: { allowedToCreateApps: false } }, {}] },
    says: 'couldNotCheck',
    message: 'response … allowedToCreateApps',
    evidence: [
      'authorizationPolicies: allowedToCreateApps = false',
      'authorizationPolicies: allowedToCreateApps = not reported',
    ],
  },
  {
    when: 'there is no policy',
    snapshot: { authorizationPolicies: [] },
    says: 'couldNotCheck',
    message: 'response … allowedToCreateApps',
  },
]);

verdictTable('app.consent', [
  {
    when: 'low-impact and others',
    snapshot: authorization(
      consent(['ManagePermissionGrantsForSelf.microsoft-user-default-low', 'managePermissionGrantsForSelf.own']),
    ),
    says: 'fail',
    message: 'can give … on their own',
    evidence: [
      'authorizationPolicies: permissionGrantPoliciesAssigned = ManagePermissionGrantsForSelf.microsoft-user-default-low managePermissionGrantsForSelf.own',
    ],
  },
  {
    when: 'for groups only',
    snapshot: authorization(consent(['ManagePermissionGrantsForOwnedResource.x'])),
    says: 'pass',
    message: 'cannot give',
    evidence: ['authorizationPolicies: permissionGrantPoliciesAssigned = none for users'],
  },
  {
    when: 'there is no policy',
    snapshot: { authorizationPolicies: [] },
    says: 'couldNotCheck',
    message: 'no authorization policy',
  },
  {
    when: 'the worst of two counts (1)',
    snapshot: {
      authorizationPolicies: [
        { defaultUserRolePermissions: { permissionGrantPoliciesAssigned: ['x'] } },
        { defaultUserRolePermissions: { permissionGrantPoliciesAssigned: ['ManagePermissionGrantsForSelf.x'] } },
      ],
    },
    says: 'fail',
    message: 'can give … on their own',
    evidence: ['authorizationPolicies: permissionGrantPoliciesAssigned = ManagePermissionGrantsForSelf.x'],
  },
  {
    when: 'the worst of two counts (2)',
    snapshot: {
      authorizationPolicies: [
        {
          defaultUserRolePermissions: {
            permissionGrantPoliciesAssigned: ['ManagePermissionGrantsForSelf.microsoft-user-default-low'],
          },
        },
        { defaultUserRolePermissions: { permissionGrantPoliciesAssigned: [5] } },
      ],
    },
    says: 'warning',
    message: 'low-impact',
    evidence: [
      'authorizationPolicies: permissionGrantPoliciesAssigned = ManagePermissionGrantsForSelf.microsoft-user-default-low',
    ],
  },
  {
    when: 'the worst of two counts (3)',
    snapshot: {
      authorizationPolicies: [
        { defaultUserRolePermissions: { permissionGrantPoliciesAssigned: [] } },
        { defaultUserRolePermissions: { permissionGrantPoliciesAssigned: [5] } },
      ],
    },
    says: 'couldNotCheck',
    message: 'does not say … consent to',
  },
]);

verdictTable('app.consent.workflow', [
  {
    when: 'it is off',
    snapshot: { adminConsentRequestPolicy: { isEnabled: false, reviewers: [{ query: 'x' }] } },
    says: 'fail',
    message: 'no way to request',
    evidence: ['adminConsentRequestPolicy: isEnabled = false, 1 reviewer'],
  },
  {
    when: 'it is not reported',
    snapshot: { adminConsentRequestPolicy: {} },
    says: 'couldNotCheck',
    message: 'does not say … ask',
    evidence: ['adminConsentRequestPolicy: isEnabled = not reported, reviewers not reported'],
  },
  {
    when: 'the older setting is on',
    snapshot: workflow('True'),
    says: 'pass',
    message: 'can request',
    evidence: ['groupSettings: EnableAdminConsentRequests = True'],
  },
  {
    when: 'the older settings differ',
    snapshot: workflow('true', 'false'),
    says: 'fail',
    message: 'no way to request',
    evidence: ['groupSettings: EnableAdminConsentRequests = true, false'],
  },
  {
    when: 'the older setting is on, and the policy was refused',
    snapshot: { ...workflow('true'), adminConsentRequestPolicy: refused },
    says: 'notPermitted',
    message: 'refused … (admin consent request policy) … the audit application',
    recommendation: 'application permission Policy.Read.All … admin consent',
    evidence: ['adminConsentRequestPolicy: 403 Authorization_RequestDenied: '],
  },
  {
    when: 'neither is there',
    snapshot: { groupSettings: [] },
    says: 'couldNotCheck',
    message: 'not collected: admin consent request policy',
    recommendation: 'Run a scan',
  },
]);
