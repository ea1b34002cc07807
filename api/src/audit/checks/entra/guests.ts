import { enumAt, type JsonObject, objectsAt, textAt } from '../../facts/json-reader.ts';
import { type Check, type CheckVerdict, evidenceFrom, verdict } from '../shared/check.ts';
import { withData } from '../shared/missing-data.ts';
import { worstPolicy } from './authorization-policy.ts';

const base = { category: 'external-sharing' } as const;
const restrictedGuest = '2af84b1e-32c8-42b7-82bc-daa82404023b';
const limitedGuest = '10dae51f-b6af-4016-8d66-8c2a99b929b3';
const memberLikeGuest = 'a0b1b346-4d3e-4e8b-98f8-753987be4970';
const collaboration = 'Microsoft Entra admin center > Entra ID > External Identities > External collaboration settings';

/** CIS 5.1.6.2 and MS.AAD.8.1 take both restricted levels; only access like a member's fails. */
const guestAccess = worstPolicy((policy) => {
  const role = enumAt(policy, 'guestUserRoleId');
  const evidence = [evidenceFrom('authorizationPolicies', `guestUserRoleId = ${role ?? 'not reported'}`)];
  if (role === restrictedGuest) return verdict('pass', 'Guests see only their own entry of the directory.', evidence);
  if (role === limitedGuest) return verdict('pass', 'Guests have limited access to the directory.', evidence);
  if (role === memberLikeGuest) return verdict('fail', 'Guests can read the directory like members.', evidence);
  return verdict('couldNotCheck', 'Microsoft does not say what guests can see in the directory.', evidence);
});

const inviters: ReadonlyMap<string, string> = new Map([
  ['adminsguestinvitersandallmembers', 'every member'],
  ['everyone', 'everyone, guests included'],
]);

const guestInvite = worstPolicy((policy) => {
  const value = enumAt(policy, 'allowInvitesFrom');
  const evidence = [evidenceFrom('authorizationPolicies', `allowInvitesFrom = ${value ?? 'not reported'}`)];
  if (value === 'none') return verdict('pass', 'Only Global Administrators can invite guests.', evidence);
  if (value === 'adminsandguestinviters')
    return verdict('pass', 'Only administrators and guest inviters can invite guests.', evidence);
  const who = inviters.get(value ?? '');
  if (who === undefined) return verdict('couldNotCheck', 'Microsoft does not say who can invite guests.', evidence);
  return verdict('fail', `Guests can be invited by ${who}.`, evidence);
});

/** Whether a default keeps out everybody, or every application: `blocked` may be said of some only. */
function blocksAll(policy: JsonObject, part: 'usersAndGroups' | 'applications', all: string): boolean {
  const blocked = enumAt(policy, 'b2bCollaborationInbound', part, 'accessType') === 'blocked';
  const targets = objectsAt(policy, 'b2bCollaborationInbound', part, 'targets');
  return blocked && targets.some((target) => enumAt(target, 'target') === all);
}

/** Shared channels need no guest account: what collaboration keeps out may come in by direct connect. */
function directConnectIsOpen(policy: JsonObject): boolean {
  return (['usersAndGroups', 'applications'] as const).every(
    (part) => enumAt(policy, 'b2bDirectConnectInbound', part, 'accessType') === 'allowed',
  );
}

function crossTenant(policy: JsonObject): CheckVerdict {
  const parts = ['usersAndGroups', 'applications'] as const;
  const observed = parts.map((part) => {
    const targets = objectsAt(policy, 'b2bCollaborationInbound', part, 'targets').map((item) => textAt(item, 'target'));
    const access = enumAt(policy, 'b2bCollaborationInbound', part, 'accessType') ?? 'not reported';
    return `${part} ${access} for ${targets.join(', ') || 'nobody named'}`;
  });
  const evidence = [evidenceFrom('crossTenantAccessPolicy', `b2bCollaborationInbound: ${observed.join('; ')}`)];
  if (blocksAll(policy, 'usersAndGroups', 'allusers') || blocksAll(policy, 'applications', 'allapplications')) {
    if (!directConnectIsOpen(policy))
      return verdict('pass', 'Only named organizations are allowed in by default.', evidence);
    evidence.push(
      evidenceFrom('crossTenantAccessPolicy', 'b2bDirectConnectInbound: usersAndGroups and applications allowed'),
    );
    return verdict(
      'warning',
      'Every other Microsoft Entra organization is allowed in by default through B2B direct connect.',
      evidence,
    );
  }
  const access = parts.map((part) => enumAt(policy, 'b2bCollaborationInbound', part, 'accessType'));
  if (!access.every((type) => type === 'allowed' || type === 'blocked'))
    return verdict(
      'couldNotCheck',
      "Microsoft's response does not contain the defaults for other organizations.",
      evidence,
    );
  const every = access.every((type) => type === 'allowed');
  return verdict(
    'warning',
    every
      ? 'Guests from every other Microsoft Entra organization are allowed in by default.'
      : 'Guests from other Microsoft Entra organizations are allowed in by default, with exceptions.',
    evidence,
  );
}

export const guestChecks: readonly Check[] = [
  {
    ...base,
    id: 'guest.access',
    title: 'Guest access to the directory is restricted',
    findingTitle: 'Guest access to the directory is not restricted',
    severity: 'medium',
    endangers: 'data',
    frameworks: { cis: ['5.1.6.2'], prowler: ['entra_policy_guest_users_access_restrictions'] },
    datasets: ['authorizationPolicies'],
    recommendation: `${collaboration} > Guest user access: choose limited access or, better, the most restrictive option.`,
    impact:
      "A guest, or anyone who compromises the guest's account, can look up employees and groups to prepare phishing.",
    evaluate: guestAccess,
  },
  {
    ...base,
    id: 'guest.access.limited',
    title: 'Guests have limited access to the directory',
    findingTitle: 'Guests can read the directory like members',
    severity: 'low',
    endangers: 'data',
    frameworks: { scuba: ['MS.AAD.8.1v1'], nist: ['PR.AA-05'], iso: ['A.5.15', 'A.8.3'] },
    datasets: ['authorizationPolicies'],
    recommendation: `${collaboration} > Guest user access: choose limited access or the most restrictive option.`,
    impact:
      "A guest, or anyone who compromises the guest's account, can read the whole directory: every employee, group and role holder.",
    evaluate: guestAccess,
  },
  {
    ...base,
    id: 'guest.invite',
    title: 'Guest invitations restricted',
    findingTitle: 'Every member can invite guests',
    severity: 'medium',
    endangers: 'data',
    frameworks: {
      scuba: ['MS.AAD.8.2v1'],
      cis: ['5.1.6.3'],
      prowler: ['entra_policy_guest_invite_only_for_admin_roles'],
      nist: ['PR.AA-05'],
      iso: ['A.5.16'],
    },
    datasets: ['authorizationPolicies'],
    recommendation: `${collaboration} > Guest invite settings: choose "Only users assigned to specific admin roles can invite guest users".`,
    impact: 'Anyone can be invited without a check, and a compromised account can invite the attacker.',
    evaluate: guestInvite,
  },
  {
    ...base,
    id: 'guest.xtap',
    title: 'Access from other organizations is limited by default',
    findingTitle: 'Access from other organizations is not fully blocked by default',
    severity: 'medium',
    endangers: 'data',
    // A part of both: the list of domains that may be invited (External collaboration settings) is not in Graph v1.0.
    frameworks: { scuba: ['MS.AAD.8.3v1'], cis: ['5.1.6.1'], nist: ['PR.IR-01'], iso: ['A.5.15'] },
    datasets: ['crossTenantAccessPolicy'],
    recommendation:
      'Microsoft Entra admin center > Entra ID > External Identities > Cross-tenant access settings > Default settings: block inbound collaboration and add partners one by one.',
    impact: 'Accounts from any other organization can be invited or connected, however poorly they are protected.',
    evaluate: withData(['crossTenantAccessPolicy'], ([policy]) => crossTenant(policy)),
  },
];
