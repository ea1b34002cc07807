import type { JsonObject } from '../json-reader.ts';
import { saysExactly } from '../testing/exact-verdicts.ts';
import { authorization, refused } from '../testing/snapshots.ts';

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

saysExactly('app.register', [
  {
    when: 'one of two policies allows it',
    snapshot: {
      authorizationPolicies: [
        { defaultUserRolePermissions: { allowedToCreateApps: false } },
        { defaultUserRolePermissions: { allowedToCreateApps: true } },
      ],
    },
    says: 'fail',
    message: 'Every user can register applications.',
    evidence: [
      'authorizationPolicies: allowedToCreateApps = false',
      'authorizationPolicies: allowedToCreateApps = true',
    ],
  },
  {
    when: 'one of two does not tell',
    snapshot: { authorizationPolicies: [{ defaultUserRolePermissions: { allowedToCreateApps: false } }, {}] },
    says: 'couldNotCheck',
    message: "Microsoft's answer does not carry the setting allowedToCreateApps.",
    evidence: [
      'authorizationPolicies: allowedToCreateApps = false',
      'authorizationPolicies: allowedToCreateApps = not told',
    ],
  },
  {
    when: 'there is no policy',
    snapshot: { authorizationPolicies: [] },
    says: 'couldNotCheck',
    message: "Microsoft's answer does not carry the setting allowedToCreateApps.",
  },
]);

saysExactly('app.consent', [
  {
    when: 'low-impact and others',
    snapshot: authorization(
      consent(['ManagePermissionGrantsForSelf.microsoft-user-default-low', 'managePermissionGrantsForSelf.own']),
    ),
    says: 'fail',
    message: 'Users can grant applications access to company data by themselves.',
    evidence: [
      'authorizationPolicies: permissionGrantPoliciesAssigned = ManagePermissionGrantsForSelf.microsoft-user-default-low managePermissionGrantsForSelf.own',
    ],
  },
  {
    when: 'for groups only',
    snapshot: authorization(consent(['ManagePermissionGrantsForOwnedResource.x'])),
    says: 'pass',
    message: 'Users cannot grant applications access to company data by themselves.',
    evidence: ['authorizationPolicies: permissionGrantPoliciesAssigned = none for users'],
  },
  {
    when: 'there is no policy',
    snapshot: { authorizationPolicies: [] },
    says: 'couldNotCheck',
    message: "Microsoft's answer holds no authorization policy.",
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
    message: 'Users can grant applications access to company data by themselves.',
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
    message: 'Users can grant low-impact permissions to applications of verified publishers.',
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
    message: "Microsoft's answer does not say what users may consent to.",
  },
]);

saysExactly('app.consent.workflow', [
  {
    when: 'it is off',
    snapshot: { adminConsentRequestPolicy: { isEnabled: false, reviewers: [{ query: 'x' }] } },
    says: 'fail',
    message: 'Users have no way to ask an administrator for an application.',
    evidence: ['adminConsentRequestPolicy: isEnabled = false, 1 reviewer'],
  },
  {
    when: 'it is not told',
    snapshot: { adminConsentRequestPolicy: {} },
    says: 'couldNotCheck',
    message: "Microsoft's answer does not say whether users can ask for consent.",
    evidence: ['adminConsentRequestPolicy: isEnabled = not told, reviewers not told'],
  },
  {
    when: 'the older setting is on',
    snapshot: workflow('True'),
    says: 'pass',
    message: 'Users can ask an administrator for an application.',
    evidence: ['groupSettings: EnableAdminConsentRequests = True'],
  },
  {
    when: 'the older settings differ',
    snapshot: workflow('true', 'false'),
    says: 'fail',
    message: 'Users have no way to ask an administrator for an application.',
    evidence: ['groupSettings: EnableAdminConsentRequests = true, false'],
  },
  {
    when: 'the older setting is on, and the policy was refused',
    snapshot: { ...workflow('true'), adminConsentRequestPolicy: refused },
    says: 'notPermitted',
    message: 'Microsoft refused to show this data (admin consent request policy) to the audit application.',
    recommendation: 'Grant the application permission Policy.Read.All and give admin consent again.',
    evidence: ['adminConsentRequestPolicy: 403 Authorization_RequestDenied: '],
  },
  {
    when: 'neither is there',
    snapshot: { groupSettings: [] },
    says: 'couldNotCheck',
    message: 'This was not checked, because the data was not collected: admin consent request policy.',
    recommendation: 'Run a scan that collects this data, then look again.',
  },
]);

saysExactly('user.pwd.expiry', [
  {
    when: 'in two of three',
    snapshot: { domains: [domainOf('a.example', 90), domainOf('b.example', 30), domainOf('c.example', null)] },
    says: 'fail',
    message: 'Passwords expire after some days in a.example (90), b.example (30), which leads to weaker passwords.',
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
    message: 'Passwords do not expire.',
    evidence: ['domains: a.example: passwordValidityPeriodInDays = 2147483647'],
  },
  {
    when: 'every domain is federated',
    snapshot: { domains: [domainOf('a.example', 90, { authenticationType: 'Federated' })] },
    says: 'notApplicable',
    message: 'Every domain signs in at a directory of its own, where passwords are managed.',
  },
  {
    when: 'it is not told in one',
    snapshot: { domains: [domainOf('a.example', 2147483647), domainOf('b.example', undefined)] },
    says: 'couldNotCheck',
    message: "Microsoft's answer does not say whether passwords expire in every domain.",
    evidence: [
      'domains: a.example: passwordValidityPeriodInDays = 2147483647',
      'domains: b.example: passwordValidityPeriodInDays = null',
    ],
  },
  {
    when: 'there is no domain',
    snapshot: { domains: [] },
    says: 'couldNotCheck',
    message: "Microsoft's answer does not say whether passwords expire in every domain.",
  },
]);

saysExactly('branding', [
  {
    when: 'bannerLogoRelativeUrl is set',
    snapshot: { branding: { bannerLogoRelativeUrl: 'x' } },
    says: 'pass',
    message: 'The sign-in page carries the branding of the organization.',
    evidence: ['branding: set: bannerLogoRelativeUrl'],
  },
  {
    when: 'backgroundImageRelativeUrl is set',
    snapshot: { branding: { backgroundImageRelativeUrl: 'x' } },
    says: 'pass',
    message: 'The sign-in page carries the branding of the organization.',
    evidence: ['branding: set: backgroundImageRelativeUrl'],
  },
  {
    when: 'backgroundImage is set',
    snapshot: { branding: { backgroundImage: 'x' } },
    says: 'pass',
    message: 'The sign-in page carries the branding of the organization.',
    evidence: ['branding: set: backgroundImage'],
  },
  {
    when: 'squareLogoRelativeUrl is set',
    snapshot: { branding: { squareLogoRelativeUrl: 'x' } },
    says: 'pass',
    message: 'The sign-in page carries the branding of the organization.',
    evidence: ['branding: set: squareLogoRelativeUrl'],
  },
  {
    when: 'all is empty',
    snapshot: { branding: { bannerLogo: '', signInPageText: null } },
    says: 'warning',
    message: 'The sign-in page has no branding, so a forged page is harder to tell.',
    evidence: ['branding: no branding is set'],
  },
  {
    when: 'two are set',
    snapshot: { branding: { bannerLogo: 'x', signInPageText: 'y' } },
    says: 'pass',
    message: 'The sign-in page carries the branding of the organization.',
    evidence: ['branding: set: bannerLogo, signInPageText'],
  },
  {
    when: 'one has another form',
    snapshot: { branding: { bannerLogo: 5 } },
    says: 'couldNotCheck',
    message: 'The branding of the sign-in page does not have a form that is known.',
    evidence: ['branding: no branding is set'],
  },
]);
