import { numberAt, objectAt, objectsAt, textsAt } from '../../../../facts/json-reader.ts';
import { settingAtScan, update } from '../plan-settings.ts';
import type { JsonBody, RemedyPlan, ScriptTenant, UpdateStep } from '../remedy-plan.ts';
import { roleHolders } from '../role-holders-at-scan.ts';

/** One change of the authorization policy (learn.microsoft.com/graph, "Update authorizationPolicy"). */
function authorization(tenant: ScriptTenant, title: string, closes: readonly string[], set: JsonBody): UpdateStep {
  return update({
    title,
    closes,
    path: '/policies/authorizationPolicy',
    method: 'PATCH',
    set,
    seen: settingAtScan(tenant, 'authorizationPolicies'),
    read: 'Policy.Read.All',
    write: ['Policy.ReadWrite.Authorization'],
  });
}

const forUsers = (set: JsonBody): JsonBody => ({ defaultUserRolePermissions: set });

export const restrictGuests: RemedyPlan = (tenant) => [
  authorization(tenant, 'Guests see only their own entry of the directory', ['guest.access', 'guest.access.limited'], {
    guestUserRoleId: '2af84b1e-32c8-42b7-82bc-daa82404023b',
  }),
  authorization(tenant, 'Only administrators and guest inviters invite guests', ['guest.invite'], {
    allowInvitesFrom: 'adminsAndGuestInviters',
  }),
];

/** Consent by users themselves; what owners of groups and chats consent to for these stays. */
const selfConsent = /^managepermissiongrantsforself\./i;

/** The policy is sent whole. Who reviews already goes on, and how long a request waits stays. */
function consentRequests(tenant: ScriptTenant): UpdateStep {
  const seen = settingAtScan(tenant, 'adminConsentRequestPolicy');
  const there = objectsAt(seen, 'reviewers') as JsonBody[];
  const administrators = () =>
    roleHolders(tenant, 'Global Administrator').map((id) => ({ query: `/users/${id}`, queryType: 'MicrosoftGraph' }));
  const reviewers = there.length > 0 ? there : administrators();
  const days = numberAt(seen, 'requestDurationInDays') ?? 0;
  return update({
    title: `Users ask for consent, and those who are ${there.length > 0 ? 'named as reviewers' : 'Global Administrator'} now review it`,
    closes: ['app.consent.workflow'],
    path: '/policies/adminConsentRequestPolicy',
    method: 'PUT',
    set: {
      isEnabled: true,
      notifyReviewers: true,
      remindersEnabled: true,
      requestDurationInDays: days > 0 ? days : 30,
      reviewers,
    },
    seen,
    read: 'Policy.Read.All',
    write: ['Policy.ReadWrite.ConsentRequest'],
  });
}

export const restrictAppConsent: RemedyPlan = (tenant) => {
  const seen = objectAt(settingAtScan(tenant, 'authorizationPolicies'), 'defaultUserRolePermissions');
  const kept = textsAt(seen, 'permissionGrantPoliciesAssigned').filter((item) => !selfConsent.test(item));
  return [
    // First the way to ask: work must not stop in between.
    ...(tenant.open.has('app.consent.workflow') ? [consentRequests(tenant)] : []),
    authorization(
      tenant,
      'Users cannot consent to applications',
      ['app.consent'],
      forUsers({ permissionGrantPoliciesAssigned: kept }),
    ),
    authorization(
      tenant,
      'Users cannot register applications',
      ['app.register'],
      forUsers({ allowedToCreateApps: false }),
    ),
  ];
};

export const restrictUserPermissions: RemedyPlan = (tenant) => [
  authorization(tenant, 'Users create no tenants', ['tenant.create'], forUsers({ allowedToCreateTenants: false })),
  authorization(
    tenant,
    'Users create no security groups',
    ['group.create.security'],
    forUsers({ allowedToCreateSecurityGroups: false }),
  ),
  authorization(
    tenant,
    'Users do not read BitLocker keys of their own devices',
    ['user.bitlocker'],
    forUsers({ allowedToReadBitlockerKeysForOwnedDevice: false }),
  ),
];
