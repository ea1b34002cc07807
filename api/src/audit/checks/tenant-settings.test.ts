import type { JsonObject } from '../json-reader.ts';
import { authorization, refused } from '../testing/snapshots.ts';
import { verdictTable } from '../testing/verdict-table.ts';

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
const domainOf = (
  id: string,
  passwordValidityPeriodInDays: number | null | undefined,
  more: JsonObject = {},
): JsonObject => ({
  id,
  isVerified: true,
  isRoot: true,
  authenticationType: 'Managed',
  passwordValidityPeriodInDays,
  ...more,
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
    message: 'answer … allowedToCreateApps',
    evidence: [
      'authorizationPolicies: allowedToCreateApps = false',
      'authorizationPolicies: allowedToCreateApps = not told',
    ],
  },
  {
    when: 'there is no policy',
    snapshot: { authorizationPolicies: [] },
    says: 'couldNotCheck',
    message: 'answer … allowedToCreateApps',
  },
]);

verdictTable('app.consent', [
  {
    when: 'low-impact and others',
    snapshot: authorization(
      consent(['ManagePermissionGrantsForSelf.microsoft-user-default-low', 'managePermissionGrantsForSelf.own']),
    ),
    says: 'fail',
    message: 'can grant … by themselves',
    evidence: [
      'authorizationPolicies: permissionGrantPoliciesAssigned = ManagePermissionGrantsForSelf.microsoft-user-default-low managePermissionGrantsForSelf.own',
    ],
  },
  {
    when: 'for groups only',
    snapshot: authorization(consent(['ManagePermissionGrantsForOwnedResource.x'])),
    says: 'pass',
    message: 'cannot grant',
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
    message: 'can grant … by themselves',
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
    message: 'no way to ask',
    evidence: ['adminConsentRequestPolicy: isEnabled = false, 1 reviewer'],
  },
  {
    when: 'it is not told',
    snapshot: { adminConsentRequestPolicy: {} },
    says: 'couldNotCheck',
    message: 'does not say … ask',
    evidence: ['adminConsentRequestPolicy: isEnabled = not told, reviewers not told'],
  },
  {
    when: 'the older setting is on',
    snapshot: workflow('True'),
    says: 'pass',
    message: 'can ask',
    evidence: ['groupSettings: EnableAdminConsentRequests = True'],
  },
  {
    when: 'the older settings differ',
    snapshot: workflow('true', 'false'),
    says: 'fail',
    message: 'no way to ask',
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

verdictTable('user.pwd.expiry', [
  {
    when: 'in two of three',
    snapshot: { domains: [domainOf('a.example', 90), domainOf('b.example', 30), domainOf('c.example', null)] },
    says: 'fail',
    message: 'a.example (90), b.example (30)',
    evidence: [
      'domains: a.example: passwordValidityPeriodInDays = 90',
      'domains: b.example: passwordValidityPeriodInDays = 30',
      'domains: c.example: passwordValidityPeriodInDays = null',
    ],
    affected: ['domain a.example: a.example', 'domain b.example: b.example'],
  },
  {
    when: 'not in those that do not count',
    snapshot: {
      domains: [
        domainOf('a.example', 2147483647),
        domainOf('b.example', 90, { isVerified: false }),
        domainOf('c.example', 90, { isRoot: false }),
        domainOf('d.example', 90, { authenticationType: 'Federated' }),
      ],
    },
    says: 'pass',
    message: 'do not expire',
    evidence: ['domains: a.example: passwordValidityPeriodInDays = 2147483647'],
  },
  {
    when: 'every domain is federated',
    snapshot: { domains: [domainOf('a.example', 90, { authenticationType: 'Federated' })] },
    says: 'notApplicable',
    message: 'directory of its own',
  },
  {
    when: 'it is not told in one',
    snapshot: { domains: [domainOf('a.example', 2147483647), domainOf('b.example', undefined)] },
    says: 'couldNotCheck',
    message: 'does not say … every domain',
    evidence: [
      'domains: a.example: passwordValidityPeriodInDays = 2147483647',
      'domains: b.example: passwordValidityPeriodInDays = null',
    ],
  },
  {
    when: 'there is no domain',
    snapshot: { domains: [] },
    says: 'couldNotCheck',
    message: 'does not say … every domain',
  },
]);

verdictTable('branding', [
  {
    when: 'bannerLogoRelativeUrl is set',
    snapshot: { branding: { bannerLogoRelativeUrl: 'x' } },
    says: 'pass',
    message: 'carries the branding',
    evidence: ['branding: set: bannerLogoRelativeUrl'],
  },
  {
    when: 'backgroundImageRelativeUrl is set',
    snapshot: { branding: { backgroundImageRelativeUrl: 'x' } },
    says: 'pass',
    message: 'carries the branding',
    evidence: ['branding: set: backgroundImageRelativeUrl'],
  },
  {
    when: 'backgroundImage is set',
    snapshot: { branding: { backgroundImage: 'x' } },
    says: 'pass',
    message: 'carries the branding',
    evidence: ['branding: set: backgroundImage'],
  },
  {
    when: 'squareLogoRelativeUrl is set',
    snapshot: { branding: { squareLogoRelativeUrl: 'x' } },
    says: 'pass',
    message: 'carries the branding',
    evidence: ['branding: set: squareLogoRelativeUrl'],
  },
  {
    when: 'all is empty',
    snapshot: { branding: { bannerLogo: '', signInPageText: null } },
    says: 'warning',
    message: 'no branding',
    evidence: ['branding: no branding is set'],
  },
  {
    when: 'two are set',
    snapshot: { branding: { bannerLogo: 'x', signInPageText: 'y' } },
    says: 'pass',
    message: 'carries the branding',
    evidence: ['branding: set: bannerLogo, signInPageText'],
  },
  {
    when: 'one has another form',
    snapshot: { branding: { bannerLogo: 5 } },
    says: 'couldNotCheck',
    message: 'branding … not … known',
    evidence: ['branding: no branding is set'],
  },
]);
