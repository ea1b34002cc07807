import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../facts/json-reader.ts';
import { verdictFor } from '../testing/verdict-for.ts';

const account = (id: string, more: JsonObject = {}): JsonObject => ({
  '@odata.type': '#microsoft.graph.user',
  id,
  userPrincipalName: `${id}@example.com`,
  userType: 'Member',
  accountEnabled: true,
  onPremisesSyncEnabled: null,
  ...more,
});
const ga = (...members: JsonObject[]): JsonObject => ({
  directoryRoles: [{ displayName: 'Global Administrator', members }],
});
const refused = { error: { status: 403, code: 'Authorization_RequestDenied' } };
const typed = (type: string, id: string): JsonObject => ({ '@odata.type': `#microsoft.graph.${type}`, id });

type Row = [name: string, check: string, snapshot: JsonObject, status: string];

function holds(rows: readonly Row[]): void {
  test.each(rows)('%s (%s)', (_name, check, snapshot, status) => {
    const found = verdictFor(check, snapshot);
    expect(found.status, found.message).toBe(status);
  });
}

describe('Global Administrators', () => {
  holds([
    [
      'one enabled and one disabled are one',
      'role.ga.count',
      ga(account('a'), account('b', { accountEnabled: false })),
      'fail',
    ],
    ['a group without members', 'role.ga.count', ga(account('a'), account('b'), typed('group', 'g')), 'couldNotCheck'],
    ['an application is no person', 'role.ga.count', ga(account('a'), typed('servicePrincipal', 's')), 'fail'],
    ['nor is one without a type', 'role.ga.count', ga(account('a'), { id: 's', appId: 'x' }), 'fail'],
    [
      'a kind of holder to come',
      'role.ga.count',
      ga(account('a'), account('b'), typed('syntheticUser', 's')),
      'couldNotCheck',
    ],
    ['the account of an agent counts', 'role.ga.count', ga(account('a'), typed('agentUser', 's')), 'pass'],
    ['an agent identity is no person', 'role.ga.count', ga(account('a'), typed('agentIdentity', 's')), 'fail'],
    [
      'one source of two refused',
      'role.ga.count',
      { ...ga(account('a'), account('b')), privilegedUsers: refused },
      'notPermitted',
    ],
    ['nobody', 'role.ga.count', { directoryRoles: [] }, 'couldNotCheck'],
    ['a guest', 'role.guest.admin', ga(account('a', { userType: 'Guest' })), 'fail'],
    ['one of unknown kind', 'role.guest.admin', ga({ id: 'a' }), 'couldNotCheck'],
  ]);

  test('a disabled one is told apart in the evidence', () => {
    const { evidence } = verdictFor('role.ga.count', ga(account('a'), account('b', { accountEnabled: false })));
    expect(evidence[0]?.observed).toContain('1 disabled account not counted');
  });
});

describe('registration of second factors', () => {
  const rows = (...capable: unknown[]): JsonObject[] =>
    capable.map((isMfaCapable, index) => ({ id: 'abc'[index], userType: 'member', isMfaCapable }));
  const users = [account('a'), account('b'), account('c')];
  holds([
    [
      'a report that does not say',
      'mfa.registration',
      { userRegistrationDetails: rows(undefined), users },
      'couldNotCheck',
    ],
    [
      'a report that lacks members',
      'mfa.registration',
      { userRegistrationDetails: rows(true), users },
      'couldNotCheck',
    ],
    ['a whole report', 'mfa.registration', { userRegistrationDetails: rows(true, true, true), users }, 'pass'],
    ['a member without', 'mfa.registration', { userRegistrationDetails: rows(true, false, true), users }, 'fail'],
    [
      'an administrator of whom it is not told',
      'mfa.admins.registration',
      { ...ga(account('a')), userRegistrationDetails: rows(null) },
      'couldNotCheck',
    ],
    [
      'an administrator without',
      'mfa.admins.registration',
      { ...ga(account('a')), userRegistrationDetails: rows(false) },
      'fail',
    ],
    [
      'a group of administrators',
      'mfa.admins.registration',
      { ...ga(account('a'), typed('group', 'g')), userRegistrationDetails: rows(true) },
      'couldNotCheck',
    ],
  ]);
});

describe('sign-ins, risk and alerts', () => {
  const legacy = (more: JsonObject): JsonObject => ({ signIns: [{ clientAppUsed: 'IMAP4', userId: 'u', ...more }] });
  const risk = (...rows: JsonObject[]): JsonObject => ({ riskyUsers: rows });
  const old = { createdDateTime: '2020-01-01T00:00:00Z' };
  holds([
    ['a legacy sign-in of unknown outcome', 'signin.legacy.use', legacy({}), 'couldNotCheck'],
    ['one of last year', 'signin.legacy.use', legacy({ status: { errorCode: 0 }, ...old }), 'pass'],
    [
      'one of now',
      'signin.legacy.use',
      legacy({ status: { errorCode: 0 }, createdDateTime: '2026-11-19T00:00:00Z' }),
      'fail',
    ],
    ['a hidden level of risk', 'user.risky', risk({ id: 'u', riskState: 'atRisk', riskLevel: 'hidden' }), 'warning'],
    ['a row without a state', 'user.risky', risk({ id: 'u' }), 'couldNotCheck'],
    ['a risk that is dealt with', 'user.risky', risk({ id: 'u', riskState: 'remediated', riskLevel: 'high' }), 'pass'],
    ['an alert without a date', 'tenant.alerts', { alerts: [{ id: 'a', severity: 'high', status: 'new' }] }, 'warning'],
    [
      'an account that is only attacked',
      'user.stale',
      {
        users: [
          account('a', {
            ...old,
            signInActivity: { lastSuccessfulSignInDateTime: null, lastSignInDateTime: '2026-11-19T00:00:00Z' },
          }),
        ],
      },
      'fail',
    ],
    [
      'an account that may be disabled',
      'user.stale',
      {
        users: [
          account('a', {
            accountEnabled: null,
            signInActivity: { lastSuccessfulSignInDateTime: '2020-01-01T00:00:00Z' },
          }),
        ],
      },
      'couldNotCheck',
    ],
  ]);

  test('a hidden level is not called medium or low', () => {
    const hidden = risk({ id: 'u', riskState: 'atRisk', riskLevel: 'hidden' });
    expect(verdictFor('user.risky', hidden).message).not.toContain('medium');
  });

  test('only those of high risk are named where they are what fails', () => {
    const found = verdictFor(
      'user.risky',
      risk({ id: 'u', riskState: 'atRisk', riskLevel: 'high' }, { id: 'v', riskState: 'atRisk', riskLevel: 'low' }),
    );
    expect(found).toMatchObject({ status: 'fail', affectedCount: 1, affected: [{ id: 'u' }] });
  });
});

describe('settings of the tenant', () => {
  const consent = (policy: JsonObject): JsonObject => ({ authorizationPolicy: policy });
  const inbound = (accessType: string, target: string): JsonObject => ({ accessType, targets: [{ target }] });
  const partners = (usersAndGroups: JsonObject, applications: JsonObject): JsonObject => ({
    crossTenantAccessPolicy: { b2bCollaborationInbound: { usersAndGroups, applications } },
  });
  const everyApp = inbound('allowed', 'AllApplications');
  const timeout = (definition: string, more: JsonObject = {}): JsonObject => ({
    activityBasedTimeoutPolicies: [{ isOrganizationDefault: true, definition: [definition], ...more }],
  });
  const idle = (ApplicationId: string): string =>
    JSON.stringify({
      ActivityBasedTimeoutPolicy: { ApplicationPolicies: [{ ApplicationId, WebSessionIdleTimeout: '00:15:00' }] },
    });
  const lockout = (value: string, more: JsonObject = {}): JsonObject => ({
    groupSettings: [{ values: [{ name: 'LockoutThreshold', value }], ...more }],
  });
  const workflow = { groupSettings: [{ values: [{ name: 'EnableAdminConsentRequests', value: 'true' }] }] };
  holds([
    ['consent of which nothing is said', 'app.consent', consent({ defaultUserRolePermissions: {} }), 'couldNotCheck'],
    ['an empty policy', 'app.register', consent({}), 'couldNotCheck'],
    ['no policy at all', 'guest.invite', { authorizationPolicies: [] }, 'couldNotCheck'],
    ['inviters named like a property', 'guest.invite', consent({ allowInvitesFrom: 'constructor' }), 'couldNotCheck'],
    [
      'requests of which it is not told who reviews them',
      'app.consent.workflow',
      { adminConsentRequestPolicy: { isEnabled: true, reviewers: null } },
      'pass',
    ],
    [
      'requests that nobody reviews',
      'app.consent.workflow',
      { adminConsentRequestPolicy: { isEnabled: true, reviewers: [] } },
      'fail',
    ],
    [
      'reviewers that are no list',
      'app.consent.workflow',
      { adminConsentRequestPolicy: { isEnabled: true, reviewers: 'everyone' } },
      'couldNotCheck',
    ],
    [
      'an older setting beside a refusal',
      'app.consent.workflow',
      { ...workflow, adminConsentRequestPolicy: refused },
      'notPermitted',
    ],
    [
      'days written as text',
      'user.pwd.expiry',
      { domains: [{ id: 'a.com', passwordValidityPeriodInDays: '90' }] },
      'couldNotCheck',
    ],
    [
      'federated domains only',
      'user.pwd.expiry',
      { domains: [{ id: 'a.com', authenticationType: 'Federated' }] },
      'notApplicable',
    ],
    ['a block of some people', 'guest.xtap', partners(inbound('blocked', 'some-group'), everyApp), 'warning'],
    ['a block of all people', 'guest.xtap', partners(inbound('blocked', 'AllUsers'), everyApp), 'pass'],
    [
      'access of a kind to come',
      'guest.xtap',
      partners(inbound('unknownFutureValue', 'AllUsers'), everyApp),
      'couldNotCheck',
    ],
    [
      'a time-out of the Azure portal alone',
      'session.idle',
      timeout(idle('c44b4083-3bb0-49c1-b47d-974e53cbdf3c')),
      'fail',
    ],
    [
      'a time-out that is not the default',
      'session.idle',
      timeout(idle('default'), { isOrganizationDefault: false }),
      'fail',
    ],
    ['a time-out of all applications', 'session.idle', timeout(idle('default')), 'pass'],
    ['a time-out that is no JSON', 'session.idle', timeout('{'), 'couldNotCheck'],
    ['a threshold that is no number', 'user.lockout.threshold', lockout('10x'), 'couldNotCheck'],
    ['a threshold without a template', 'user.lockout.threshold', lockout('50'), 'fail'],
    [
      'a migration of unknown state',
      'mfa.methods.migration',
      { authenticationMethodsPolicy: { policyMigrationState: 'unknownFutureValue' } },
      'couldNotCheck',
    ],
    [
      'an app policy that is null',
      'app.credentials.add',
      { defaultAppManagementPolicy: { isEnabled: null } },
      'couldNotCheck',
    ],
    [
      'sharing named like a property',
      'spo.sharing',
      { sharepointSettings: { sharingCapability: 'constructor' } },
      'couldNotCheck',
    ],
    [
      'sharing of a kind to come',
      'spo.sharing',
      { sharepointSettings: { sharingCapability: 'unknownFutureValue' } },
      'couldNotCheck',
    ],
    [
      'domains of a list that is not told',
      'spo.domains.managed',
      {
        sharepointSettings: { sharingCapability: 'externalUserSharingOnly', sharingDomainRestrictionMode: 'blockList' },
      },
      'couldNotCheck',
    ],
    [
      'a group of unknown visibility',
      'group.public',
      { groups: [{ id: 'g', groupTypes: ['Unified'] }] },
      'couldNotCheck',
    ],
    [
      'a rule for some guests',
      'guest.dynamic.group',
      {
        groups: [
          {
            id: 'g',
            groupTypes: ['DynamicMembership'],
            membershipRule: '(user.userType -eq "Guest") and (user.city -eq "X")',
          },
        ],
      },
      'warning',
    ],
    [
      'secrets that are not told',
      'role.sp.secret',
      { privilegedApplications: [{ id: 'a', roles: ['Global Administrator'] }] },
      'couldNotCheck',
    ],
    ['no branding, as 404', 'branding', { branding: { error: { status: 404, code: 'ResourceNotFound' } } }, 'warning'],
    ['a synchronization of which nothing is said', 'sync.phs', { organization: [{ id: 'o' }] }, 'couldNotCheck'],
    ['no organization', 'user.pwd.onpremises', { organization: [], groupSettings: [] }, 'couldNotCheck'],
  ]);
});

describe('Secure Score', () => {
  const score = (createdDateTime: string | undefined): JsonObject => ({
    secureScores: [
      {
        createdDateTime,
        currentScore: 80,
        maxScore: 100,
        controlScores: [{ controlName: 'exo_mailboxaudit', scoreInPercentage: 100 }],
      },
    ],
  });
  holds([
    ['of this week', 'score.secure', score('2026-11-19T00:00:00Z'), 'pass'],
    ['of last year', 'score.secure', score('2025-11-19T00:00:00Z'), 'couldNotCheck'],
    ['without a date', 'score.secure', score(undefined), 'couldNotCheck'],
    ['of last year, standing in for Exchange', 'exo.audit', score('2025-11-19T00:00:00Z'), 'couldNotCheck'],
    ['of another form', 'score.secure', { secureScores: [{ score: 5 }] }, 'couldNotCheck'],
  ]);
});

describe('role activation', () => {
  const plan = (servicePlanName: string): JsonObject => ({ subscribedSkus: [{ servicePlans: [{ servicePlanName }] }] });
  const role = (more: JsonObject): JsonObject => ({
    privilegedRoles: [{ displayName: 'Global Administrator', ...more }],
  });
  const approval = role({ rules: [{ id: 'Approval_EndUser_Assignment', setting: { isApprovalRequired: true } }] });
  const alert = (isDefaultRecipientsEnabled: boolean): JsonObject =>
    role({
      rules: [{ id: 'Notification_Admin_EndUser_Assignment', notificationRecipients: [], isDefaultRecipientsEnabled }],
    });
  const schedule = (more: JsonObject): JsonObject => role({ assignments: [{ principalId: 'a', ...more }] });
  holds([
    ['under Entra ID Governance', 'role.pim.approval', { ...plan('Entra_Identity_Governance'), ...approval }, 'pass'],
    ['under P1', 'role.pim.approval', { ...plan('AAD_PREMIUM'), ...approval }, 'notLicensed'],
    [
      'under a license without its plans',
      'role.pim.approval',
      { subscribedSkus: [{ skuPartNumber: 'SPE_E5' }], ...approval },
      'couldNotCheck',
    ],
    [
      'alerts to the default recipients',
      'role.pim.alerts.ga',
      { ...plan('AAD_PREMIUM_P2'), ...alert(true) },
      'warning',
    ],
    ['alerts to nobody', 'role.pim.alerts.ga', { ...plan('AAD_PREMIUM_P2'), ...alert(false) }, 'fail'],
    [
      'an assignment without an end',
      'role.permanent',
      { ...plan('AAD_PREMIUM_P2'), ...schedule({ endDateTime: null }) },
      'fail',
    ],
    ['an end that is not told', 'role.permanent', { ...plan('AAD_PREMIUM_P2'), ...schedule({}) }, 'couldNotCheck'],
  ]);
});
