import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../facts/json-reader.ts';
import { policy } from '../testing/policies.ts';
import { verdictFor } from '../testing/verdict-for.ts';

const policies = (...conditionalAccessPolicies: JsonObject[]): JsonObject => ({ conditionalAccessPolicies });

type Row = [name: string, check: string, snapshot: JsonObject, status: string];

function holds(rows: readonly Row[]): void {
  test.each(rows)('%s (%s)', (_name, check, snapshot, status) => {
    const found = verdictFor(check, snapshot);
    expect(found.status, found.message).toBe(status);
  });
}

describe('secrets of applications', () => {
  const always = { state: 'enabled', restrictForAppsCreatedAfterDateTime: '0001-01-01T00:00:00Z' };
  const appPolicy = (...passwordCredentials: JsonObject[]): JsonObject => ({
    defaultAppManagementPolicy: {
      isEnabled: true,
      applicationRestrictions: { passwordCredentials },
      servicePrincipalRestrictions: { passwordCredentials },
    },
  });
  const addition = { ...always, restrictionType: 'passwordAddition' };
  const lifetime = { ...always, restrictionType: 'passwordLifetime', maxLifetime: 'P90D' };
  const keyAddition = { ...always, restrictionType: 'symmetricKeyAddition' };
  const keyLifetime = { ...always, restrictionType: 'symmetricKeyLifetime', maxLifetime: 'P90D' };
  const off = { state: 'disabled' };
  holds([
    ['passwords and symmetric keys blocked', 'app.credentials.add', appPolicy(addition, keyAddition), 'pass'],
    ['symmetric keys not listed', 'app.credentials.add', appPolicy(addition), 'pass'],
    ['symmetric keys left open', 'app.credentials.add', appPolicy(addition, { ...keyAddition, ...off }), 'fail'],
    [
      'symmetric keys of new applications only',
      'app.credentials.add',
      appPolicy(addition, { ...keyAddition, restrictForAppsCreatedAfterDateTime: '2026-01-01T00:00:00Z' }),
      'fail',
    ],
    ['symmetric keys alone', 'app.credentials.add', appPolicy(keyAddition), 'fail'],
    [
      'symmetric keys in a state to come',
      'app.credentials.add',
      appPolicy(addition, { ...keyAddition, state: 'unknownFutureValue' }),
      'couldNotCheck',
    ],
    ['long-lived symmetric keys', 'app.credentials.secret', appPolicy(lifetime, keyLifetime), 'pass'],
    [
      'symmetric keys for a year',
      'app.credentials.secret',
      appPolicy(lifetime, { ...keyLifetime, maxLifetime: 'P1Y' }),
      'fail',
    ],
    [
      'symmetric keys without a limit in force',
      'app.credentials.secret',
      appPolicy(lifetime, { ...keyLifetime, ...off }),
      'fail',
    ],
  ]);

  test('what is open is named', () => {
    const { message } = verdictFor('app.credentials.add', appPolicy(addition, { ...keyAddition, ...off }));
    expect(message).toContain('symmetric keys of applications: off');
  });
});

describe('takeover by directory synchronization', () => {
  const refused = { error: { status: 403, code: 'Authorization_RequestDenied' } };
  const off = [{ features: { blockSoftMatchEnabled: false, blockCloudObjectTakeoverThroughHardMatchEnabled: false } }];
  const organization = (onPremisesSyncEnabled: boolean | null): JsonObject => ({
    organization: [{ id: 'o', onPremisesSyncEnabled }],
  });
  holds([
    ['nothing is synchronized', 'sync.takeover', { ...organization(null), onPremisesSynchronization: off }, 'pass'],
    ['nothing any more', 'sync.takeover', { ...organization(false), onPremisesSynchronization: refused }, 'pass'],
    [
      'switches of a directory unseen',
      'sync.takeover',
      { ...organization(true), onPremisesSynchronization: refused },
      'notPermitted',
    ],
    ['no directory is named', 'sync.takeover', { organization: [], onPremisesSynchronization: off }, 'fail'],
  ]);
});

describe('ends of sessions', () => {
  const idle = (WebSessionIdleTimeout: string): JsonObject => ({
    activityBasedTimeoutPolicies: [
      {
        definition: [
          JSON.stringify({
            ActivityBasedTimeoutPolicy: { ApplicationPolicies: [{ ApplicationId: 'default', WebSessionIdleTimeout }] },
          }),
        ],
      },
    ],
  });
  const everybody = (signInFrequency: JsonObject): JsonObject =>
    policies(policy({ grant: null, session: { signInFrequency: { isEnabled: true, ...signInFrequency } } }));
  const sharePoint = (signOutAfterInSeconds: number): JsonObject => ({
    sharepointSettings: { idleSessionSignOut: { isEnabled: true, signOutAfterInSeconds } },
  });
  holds([
    ['three hours', 'session.idle', idle('03:00:00'), 'pass'],
    ['a second more', 'session.idle', idle('03:00:01'), 'fail'],
    ['after no time', 'session.idle', idle('00:00:00'), 'fail'],
    ['after no time in SharePoint', 'spo.idle', sharePoint(0), 'couldNotCheck'],
    ['seven days', 'ca.signinfreq.all', everybody({ value: 7, type: 'days' }), 'pass'],
    ['as many hours', 'ca.signinfreq.all', everybody({ value: 168, type: 'hours' }), 'pass'],
    ['an hour more', 'ca.signinfreq.all', everybody({ value: 169, type: 'hours' }), 'fail'],
    ['every time', 'ca.signinfreq.all', everybody({ frequencyInterval: 'everyTime' }), 'pass'],
  ]);
});

describe('other organizations', () => {
  const part = (accessType: string, users = 'AllUsers', applications = 'AllApplications'): JsonObject => ({
    usersAndGroups: { accessType, targets: [{ target: users, targetType: 'user' }] },
    applications: { accessType, targets: [{ target: applications, targetType: 'application' }] },
  });
  const inbound = (b2bCollaborationInbound: JsonObject, b2bDirectConnectInbound?: JsonObject): JsonObject => ({
    crossTenantAccessPolicy: { b2bCollaborationInbound, b2bDirectConnectInbound },
  });
  holds([
    ['kept out both ways', 'guest.xtap', inbound(part('blocked'), part('blocked')), 'pass'],
    ['let in by direct connect', 'guest.xtap', inbound(part('blocked'), part('Allowed')), 'warning'],
    ['direct connect not told', 'guest.xtap', inbound(part('blocked')), 'pass'],
    ['let in as guests', 'guest.xtap', inbound(part('allowed'), part('blocked')), 'warning'],
  ]);
});

describe('what a log or a list may say twice, or in other words', () => {
  const signIn = (clientAppUsed: string | null): JsonObject => ({
    signIns: [{ userId: 'u', clientAppUsed, status: { errorCode: 0 }, createdDateTime: '2026-11-19T00:00:00Z' }],
  });
  const methods = (...states: [id: string, state: string][]): JsonObject => ({
    authenticationMethodsPolicy: { authenticationMethodConfigurations: states.map(([id, state]) => ({ id, state })) },
  });
  holds([
    ['IMAP, as Graph has it', 'signin.legacy.use', signIn('IMAP'), 'fail'],
    ['other clients, with which', 'signin.legacy.use', signIn('Other clients; POP'), 'fail'],
    ['ActiveSync, with a remark', 'signin.legacy.use', signIn('Exchange ActiveSync (supported)'), 'fail'],
    ['a browser', 'signin.legacy.use', signIn('Browser'), 'pass'],
    ['a client to come', 'signin.legacy.use', signIn('Telepathy'), 'couldNotCheck'],
    ['a client without a name', 'signin.legacy.use', signIn(''), 'couldNotCheck'],
    ['a method on and off', 'mfa.methods.email', methods(['Email', 'disabled'], ['email', 'enabled']), 'fail'],
    [
      'a deleted account at risk',
      'user.risky',
      { riskyUsers: [{ id: 'a', riskState: 'atRisk', riskLevel: 'high', isDeleted: true }] },
      'pass',
    ],
    [
      'a group of guests whose rule is paused',
      'guest.dynamic.group',
      {
        groups: [
          {
            id: 'g',
            groupTypes: ['DynamicMembership'],
            membershipRule: 'user.userType -eq "Guest"',
            membershipRuleProcessingState: 'Paused',
          },
        ],
      },
      'warning',
    ],
    ['a branding of spaces', 'branding', { branding: { signInPageText: ' ' } }, 'warning'],
    [
      'an assignment until the end of time',
      'role.permanent',
      {
        subscribedSkus: [{ servicePlans: [{ servicePlanName: 'AAD_PREMIUM_P2' }] }],
        privilegedRoles: [
          {
            displayName: 'Global Administrator',
            assignments: [
              { principalId: 'a', startDateTime: '2026-01-01T00:00:00Z', endDateTime: '9999-12-31T23:59:59Z' },
            ],
          },
        ],
      },
      'fail',
    ],
    [
      'an allow-list of nothing but spaces',
      'spo.domains.managed',
      {
        sharepointSettings: {
          sharingCapability: 'externalUserSharingOnly',
          sharingDomainRestrictionMode: 'allowList',
          sharingAllowedDomainList: [' '],
        },
      },
      'warning',
    ],
  ]);
});
