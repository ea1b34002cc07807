import type { Facts } from '../../facts/facts.ts';
import { enumAt } from '../../facts/json-reader.ts';
import { adminCheck } from '../conditional-access/admin-check.ts';
import { caCheck } from '../conditional-access/ca-check.ts';
import { has, needsExplicitPolicy } from '../conditional-access/explicit-policy.ts';
import {
  blocks,
  deviceExceptOn,
  mfaExceptOn,
  needsManagedDevice,
  needsMfa,
  needsMfaOrManagedDevice,
  needsPhishingResistantMfa,
  phishingResistantMfaExceptOn,
  remediatesUserRisk,
} from '../conditional-access/grant.ts';
import { type CaPolicy, sessionEnabled } from '../conditional-access/policy.ts';
import { judgeStatus, type Requirement, type Target } from '../conditional-access/requirement.ts';
import { signInSpace } from '../conditional-access/sign-in-spaces.ts';
import {
  everyClient,
  everyGuest,
  legacyClientsOnly,
  modernClientsOnly,
  unmanagedDevices,
} from '../conditional-access/targets.ts';
import type { Check, CheckVerdict } from '../shared/check.ts';

/** Who is blocked cannot sign in with a password alone either. */
const mfaOrBlock = ({ grant }: CaPolicy): boolean => needsMfa(grant) || blocks(grant);
const phishingResistantOrBlock = ({ grant }: CaPolicy): boolean => needsPhishingResistantMfa(grant) || blocks(grant);
const mfaOrDevice = ({ grant }: CaPolicy) => mfaExceptOn(grant);
const phishingResistantOrDevice = ({ grant }: CaPolicy) => phishingResistantMfaExceptOn(grant);
const blocked = ({ grant }: CaPolicy): boolean => blocks(grant);
/** Where a grant control is asked for, a block closes a gap but is not that control. */
const byBlock = blocked;

const isFresh = (policy: CaPolicy): boolean =>
  enumAt(policy.session, 'signInFrequency', 'frequencyInterval') === 'everytime' &&
  sessionEnabled(policy, 'signInFrequency');
const freshMfaOrBlock = (policy: CaPolicy): boolean =>
  blocks(policy.grant) || (needsMfa(policy.grant) && isFresh(policy));

const risky = (kind: string, levels: readonly string[], label: string): Target[] =>
  levels.flatMap((level) => everyClient([`${kind}:${level}`], `${level}-risk ${label}`));

const riskyUsers = risky('userrisk', ['high'], 'users');
const blockedOrRecovering = ({ grant }: CaPolicy): boolean => blocks(grant) || remediatesUserRisk(grant);

const registration = unmanagedDevices(
  modernClientsOnly(['action:urn:user:registersecurityinfo'], 'registration of sign-in methods'),
);

/** A failure is a warning where the policies that are enabled give at least this; `message` says what, without its full stop. */
const orAtLeast =
  (least: Pick<Requirement, 'targets' | 'satisfies'>, message: string) =>
  (judged: CheckVerdict, policies: readonly CaPolicy[], facts: Facts): CheckVerdict => {
    if (judged.status !== 'fail') return judged;
    const live = policies.filter((policy) => policy.state === 'enabled');
    const other = judgeStatus(live, least, signInSpace(policies, facts)).status;
    if (other === 'fail') return judged;
    const except = other === 'pass' ? '' : ', except for what the policies exclude';
    return { ...judged, status: 'warning', message: `${message}${except}.` };
  };

/** Less than CISA and CIS ask, and still no open door: a thief of a password alone cannot register a method. */
const orMfa = orAtLeast(
  { targets: registration, satisfies: ({ grant }) => needsMfaOrManagedDevice(grant) || blocks(grant) },
  'Security info can be registered from any device, but not with a password alone',
);

/** What CIS 5.2.2.6 and Microsoft ask for (howto-conditional-access-policy-risk-user); CISA's MS.AAD.2.1v1 asks for the block. */
const orRecover = orAtLeast(
  { targets: riskyUsers, satisfies: blockedOrRecovering },
  'High-risk users are not blocked, but have to pass MFA and change their password',
);

/** What security defaults do (learn.microsoft.com/entra/fundamentals/security-defaults). */
const allUnderDefaults =
  'all users have to register for MFA and are prompted when Microsoft sees a risk, administrators at every sign-in';

const notAllUnderDefaults = 'Accounts without an administrator role are not prompted at every sign-in.';

export const caMfaAll: Check = caCheck({
  id: 'ca.mfa.all',
  title: 'MFA for all users',
  findingTitle: 'MFA is not ensured for all users',
  category: 'mfa',
  severity: 'critical',
  endangers: 'everyone',
  frameworks: {
    scuba: ['MS.AAD.3.2v2'],
    cis: ['5.2.2.2'],
    prowler: ['entra_users_mfa_enabled'],
    nist: ['PR.AA-03'],
    iso: ['A.6.7', 'A.8.5'],
  },
  goal: 'MFA is required for all users and all resources',
  policy: 'all users, all resources, grant "Require multifactor authentication", no other conditions',
  note: 'Exclude emergency accounts only.',
  impact: 'A stolen or guessed password is enough to sign in to mail, files and Teams.',
  securityDefaults: allUnderDefaults,
  securityDefaultsLack: notAllUnderDefaults,
  requirement: { targets: everyClient(), satisfies: mfaOrBlock, alternative: byBlock, exceptOn: mfaOrDevice },
});

export const conditionalAccessChecks: readonly Check[] = [
  caMfaAll,
  adminCheck({
    id: 'ca.mfa.admins',
    title: 'MFA for administrators',
    findingTitle: 'MFA is not ensured for all administrators',
    category: 'mfa',
    severity: 'critical',
    endangers: 'tenant',
    frameworks: { cis: ['5.2.2.1'], prowler: ['entra_admin_users_mfa_enabled'], nist: ['PR.AA-03'], iso: ['A.8.2'] },
    goal: 'MFA is required for all administrators',
    policy:
      'all administrative directory roles, all resources, grant "Require multifactor authentication", no role excluded',
    impact: 'One stolen administrator password gives an attacker control of accounts, mail and settings.',
    securityDefaults: 'administrators need MFA at every sign-in',
    satisfies: mfaOrBlock,
    alternative: byBlock,
    exceptOn: mfaOrDevice,
  }),
  adminCheck({
    id: 'ca.mfa.admins.phish',
    title: 'Phishing-resistant MFA for administrators',
    findingTitle: 'Phishing-resistant MFA is not ensured for all administrators',
    severity: 'high',
    endangers: 'tenant',
    frameworks: {
      scuba: ['MS.AAD.3.6v1'],
      cis: ['5.2.2.5'],
      prowler: ['entra_admin_users_phishing_resistant_mfa_enabled'],
      nist: ['PR.AA-03'],
      iso: ['A.8.2'],
    },
    goal: 'administrators can sign in with phishing-resistant MFA only',
    policy:
      'all administrative directory roles, all resources, grant "Require authentication strength: Phishing-resistant MFA"',
    note: 'Register passkeys, security keys or Windows Hello for Business for the administrators first.',
    impact: 'A phishing site in the middle can steal the session of an administrator despite MFA by code or push.',
    satisfies: phishingResistantOrBlock,
    alternative: byBlock,
    exceptOn: phishingResistantOrDevice,
  }),
  caCheck({
    id: 'ca.mfa.all.phish',
    title: 'Phishing-resistant MFA for all users',
    findingTitle: 'Phishing-resistant MFA is not ensured for all users',
    severity: 'medium',
    endangers: 'everyone',
    frameworks: { scuba: ['MS.AAD.3.1v1'] },
    goal: 'all users can sign in with phishing-resistant MFA only',
    policy: 'all users, all resources, grant "Require authentication strength: Phishing-resistant MFA"',
    note: 'Plan the rollout of passkeys or security keys first.',
    impact: 'A phishing site in the middle can steal the session of a user despite MFA by code or push.',
    requirement: {
      targets: everyClient(),
      satisfies: phishingResistantOrBlock,
      alternative: byBlock,
      exceptOn: phishingResistantOrDevice,
    },
  }),
  caCheck({
    id: 'ca.mfa.guests',
    title: 'MFA for guests',
    findingTitle: 'MFA is not ensured for all guests',
    severity: 'high',
    endangers: 'some',
    frameworks: { prowler: ['entra_conditional_access_policy_mfa_enforced_for_guest_users'], nist: ['PR.AA-03'] },
    goal: 'MFA is required for all guests and external users',
    securityDefaults: 'guests are treated like members and prompted for MFA when Microsoft sees a risk',
    securityDefaultsLack: notAllUnderDefaults,
    policy: 'guest or external users (all six types), all resources, grant "Require multifactor authentication"',
    impact: 'A guest account taken over at a partner opens the shared files and teams.',
    requirement: { targets: everyGuest(), satisfies: mfaOrBlock, alternative: byBlock, exceptOn: mfaOrDevice },
  }),
  caCheck({
    id: 'ca.mfa.azure',
    title: 'MFA for Azure management',
    findingTitle: 'MFA is not ensured for Azure management',
    severity: 'high',
    endangers: 'tenant',
    frameworks: { prowler: ['entra_conditional_access_policy_require_mfa_for_management_api'], iso: ['A.8.18'] },
    goal: 'MFA is required for the Windows Azure Service Management API',
    securityDefaults: 'everyone who opens the Azure portal, Azure PowerShell or the Azure CLI needs MFA',
    policy: 'all users, resource "Windows Azure Service Management API", grant "Require multifactor authentication"',
    impact: 'A stolen password is enough to change, delete or run up costs on Azure resources.',
    requirement: {
      targets: everyClient(['app:797f4846-ba00-4fd7-ba43-dac1f8f63013']),
      satisfies: mfaOrBlock,
      alternative: byBlock,
      exceptOn: mfaOrDevice,
    },
  }),
  caCheck({
    id: 'ca.mfa.secinfo',
    title: 'Security info registration is protected',
    findingTitle: 'Security info registration is not limited to managed devices',
    severity: 'medium',
    endangers: 'everyone',
    frameworks: {
      scuba: ['MS.AAD.3.8v1'],
      cis: ['5.2.2.10'],
      prowler: ['entra_managed_device_required_for_mfa_registration'],
      nist: ['PR.AA-02'],
    },
    goal: 'security info can be registered from managed devices only',
    policy:
      'all users, user action "Register security information", grant "Require device to be marked as compliant" or "Require Microsoft Entra hybrid joined device"',
    impact: 'An attacker with a stolen password can register an MFA method of their own and keep the account.',
    requirement: { targets: registration, satisfies: ({ grant }) => needsManagedDevice(grant) || blocks(grant) },
    refine: orMfa,
  }),
  caCheck({
    id: 'ca.legacy',
    title: 'Legacy authentication is blocked',
    findingTitle: 'Legacy authentication is not fully blocked',
    severity: 'critical',
    endangers: 'everyone',
    frameworks: {
      scuba: ['MS.AAD.1.1v1'],
      cis: ['5.2.2.3'],
      prowler: ['entra_legacy_authentication_blocked'],
      nist: ['PR.AA-03'],
      iso: ['A.8.5'],
    },
    goal: 'legacy authentication is blocked for all users',
    policy:
      'all users, all resources, client apps "Exchange ActiveSync clients" and "Other clients", grant "Block access"',
    impact: 'IMAP, POP, SMTP and ActiveSync sign-ins bypass MFA: password spray works again.',
    securityDefaults: 'legacy authentication is blocked for all users',
    requirement: { targets: legacyClientsOnly(), satisfies: blocked },
  }),
  caCheck({
    id: 'ca.risk.user',
    title: 'High-risk users are blocked or must recover',
    findingTitle: 'High-risk users are not reliably blocked or made to recover',
    severity: 'high',
    endangers: 'everyone',
    // CISA's policy for them is ca.risk.user.block: to recover is less than to be blocked.
    frameworks: {
      cis: ['5.2.2.6'],
      prowler: ['entra_identity_protection_user_risk_enabled'],
      nist: ['RS.MI-01'],
      iso: ['A.5.26'],
    },
    goal: 'high-risk users are blocked or have to pass MFA and change their password',
    policy:
      'all users, all resources, user risk High, grant "Block access", or "Require multifactor authentication" and "Require password change" together',
    impact: 'Anyone with the leaked password can keep using the account.',
    needsP2: true,
    requirement: {
      targets: riskyUsers,
      satisfies: blockedOrRecovering,
      exceptOn: ({ grant }) => deviceExceptOn(grant),
    },
  }),
  caCheck({
    id: 'ca.risk.user.block',
    title: 'High-risk users are blocked',
    findingTitle: 'High-risk users are not reliably blocked',
    severity: 'low',
    endangers: 'everyone',
    frameworks: { scuba: ['MS.AAD.2.1v1'] },
    goal: 'high-risk users are blocked',
    policy: 'all users, all resources, user risk High, grant "Block access"',
    note: 'Blocked users wait for an administrator, where others change their password themselves: see that somebody looks at risky users every day.',
    impact: 'An attacker with a stolen session or phone can recover the account in the name of its user.',
    needsP2: true,
    requirement: { targets: riskyUsers, satisfies: blocked },
    refine: orRecover,
  }),
  caCheck({
    id: 'ca.risk.signin',
    title: 'Risky sign-ins need MFA',
    findingTitle: 'Policies do not ensure fresh MFA for risky sign-ins',
    severity: 'high',
    endangers: 'everyone',
    frameworks: { cis: ['5.2.2.7'], prowler: ['entra_identity_protection_sign_in_risk_enabled'], nist: ['RS.MI-01'] },
    goal: 'sign-ins at medium or high risk need fresh MFA or are blocked',
    policy:
      'all users, all resources, sign-in risk Medium and High, grant "Require multifactor authentication", session "Sign-in frequency: Every time"',
    impact: 'A stolen session or password is not stopped even though Microsoft flagged the sign-in as suspicious.',
    needsP2: true,
    requirement: {
      targets: risky('signinrisk', ['medium', 'high'], 'sign-ins'),
      satisfies: freshMfaOrBlock,
      exceptOn: (policy) => (isFresh(policy) ? mfaExceptOn : deviceExceptOn)(policy.grant),
      readsSession: true,
    },
  }),
  caCheck({
    id: 'ca.risk.signin.high',
    title: 'High-risk sign-ins are blocked',
    findingTitle: 'High-risk sign-ins are not reliably blocked',
    severity: 'medium',
    endangers: 'everyone',
    frameworks: { scuba: ['MS.AAD.2.3v1'] },
    goal: 'high-risk sign-ins are blocked',
    policy: 'all users, all resources, sign-in risk High, grant "Block access"',
    impact: 'A sign-in that Microsoft rates as high risk gets in with one approved MFA prompt.',
    needsP2: true,
    requirement: { targets: risky('signinrisk', ['high'], 'sign-ins'), satisfies: blocked },
  }),
  caCheck({
    id: 'ca.risk.signin.block',
    title: 'Medium- and high-risk sign-ins are blocked',
    findingTitle: 'Medium- and high-risk sign-ins are not reliably blocked',
    severity: 'medium',
    endangers: 'everyone',
    frameworks: { cis: ['5.2.2.8'], prowler: ['entra_conditional_access_policy_block_high_medium_sign_in_risk'] },
    goal: 'sign-ins at medium or high risk are blocked',
    policy: 'all users, all resources, sign-in risk Medium and High, grant "Block access"',
    impact: 'A suspicious sign-in gets in with one approved MFA prompt.',
    needsP2: true,
    requirement: { targets: risky('signinrisk', ['medium', 'high'], 'sign-ins'), satisfies: blocked },
  }),
  caCheck({
    id: 'ca.devicecode',
    title: 'Device code flow is blocked',
    findingTitle: 'Device code flow is not reliably blocked',
    severity: 'high',
    endangers: 'everyone',
    frameworks: {
      scuba: ['MS.AAD.3.9v1'],
      cis: ['5.2.2.12'],
      prowler: ['entra_conditional_access_policy_device_code_flow_blocked'],
      nist: ['PR.AA-04'],
    },
    goal: 'device code flow is blocked',
    policy: 'all users, all resources, condition "Authentication flows: Device code flow", grant "Block access"',
    impact: 'A user who enters a code from a phishing mail signs the attacker in, MFA included.',
    requirement: { targets: modernClientsOnly(['flow:devicecodeflow'], 'device code sign-ins'), satisfies: blocked },
    refine: needsExplicitPolicy(has('authenticationFlows'), 'device code sign-ins'),
  }),
  caCheck({
    id: 'ca.authtransfer',
    title: 'Authentication transfer is blocked',
    findingTitle: 'Authentication transfer is not reliably blocked',
    severity: 'medium',
    endangers: 'everyone',
    frameworks: {
      cis: ['5.2.2.17'],
      prowler: ['entra_conditional_access_policy_authentication_transfer_blocked'],
      nist: ['PR.AA-04'],
    },
    goal: 'authentication transfer is blocked',
    policy: 'all users, all resources, condition "Authentication flows: Authentication transfer", grant "Block access"',
    impact: 'A session can be moved by QR code to a device that meets no requirement.',
    requirement: {
      targets: modernClientsOnly(['flow:authenticationtransfer'], 'transferred sign-ins'),
      satisfies: blocked,
    },
    refine: needsExplicitPolicy(has('authenticationFlows'), 'transferred sign-ins'),
  }),
  caCheck({
    id: 'ca.device',
    title: 'Managed devices are required',
    findingTitle: 'Sign-in is not reliably limited to managed devices',
    severity: 'medium',
    endangers: 'everyone',
    frameworks: {
      scuba: ['MS.AAD.3.7v1'],
      cis: ['5.2.2.9'],
      prowler: ['entra_managed_device_required_for_authentication'],
      nist: ['PR.IR-01'],
      iso: ['A.6.7', 'A.8.1'],
    },
    goal: 'only compliant or hybrid joined devices can sign in',
    policy:
      'all users, all resources, grant "Require device to be marked as compliant" or "Require Microsoft Entra hybrid joined device"',
    impact:
      'Company data ends up on personal, unpatched or infected devices, and stolen credentials work from any computer.',
    requirement: {
      targets: unmanagedDevices(everyClient()),
      satisfies: ({ grant }) => needsManagedDevice(grant) || blocks(grant),
      alternative: byBlock,
    },
  }),
];
