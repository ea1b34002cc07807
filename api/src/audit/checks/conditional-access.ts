import type { Check, CheckVerdict } from '../check.ts';
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
import { judge, type Target } from '../conditional-access/requirement.ts';
import { signInSpace } from '../conditional-access/sign-in-spaces.ts';
import {
  everyClient,
  everyGuest,
  legacyClientsOnly,
  modernClientsOnly,
  unmanagedDevices,
} from '../conditional-access/targets.ts';
import type { Facts } from '../facts.ts';
import { enumAt } from '../json-reader.ts';

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

const registration = unmanagedDevices(
  modernClientsOnly(['action:urn:user:registersecurityinfo'], 'registration of sign-in methods'),
);

/** Less than CISA and CIS ask, and still no open door: a thief of a password alone cannot register a method. */
function orMfa(judged: CheckVerdict, policies: readonly CaPolicy[], facts: Facts): CheckVerdict {
  const satisfies = ({ grant }: CaPolicy): boolean => needsMfaOrManagedDevice(grant) || blocks(grant);
  const live = policies.filter((policy) => policy.state === 'enabled');
  const other = judge(live, { targets: registration, satisfies }, signInSpace(policies, facts)).status;
  if (judged.status !== 'fail' || other === 'fail') return judged;
  const except = other === 'pass' ? '' : ', apart from what the policies exclude';
  const message = `Sign-in methods can be registered from any device, but not with a password alone${except}.`;
  return { ...judged, status: 'warning', message };
}

const newPolicy = 'In the Entra admin center open Protection > Conditional Access > Policies and create a policy:';

/** What security defaults do (learn.microsoft.com/entra/fundamentals/security-defaults). */
const allUnderDefaults =
  'every user has to register for multifactor authentication and is asked for it when Microsoft sees a risk, administrators at every sign-in';

const notAllUnderDefaults =
  'Accounts without an administrative role are not asked at every sign-in, only when Microsoft sees a need for it.';

export const caMfaAll: Check = caCheck({
  id: 'ca.mfa.all',
  title: 'Multifactor authentication for all users',
  findingTitle: 'Multifactor authentication is not ensured for every user',
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
  goal: 'multifactor authentication is required of every user for every application',
  recommendation: `${newPolicy} users All, resources All, no further conditions, grant "Require multifactor authentication", state On. Exclude emergency accounts only. Without Entra ID P1 turn on security defaults instead.`,
  securityDefaults: allUnderDefaults,
  securityDefaultsLack: notAllUnderDefaults,
  requirement: { targets: everyClient(), satisfies: mfaOrBlock, alternative: byBlock, exceptOn: mfaOrDevice },
});

export const conditionalAccessChecks: readonly Check[] = [
  caMfaAll,
  adminCheck({
    id: 'ca.mfa.admins',
    title: 'Multifactor authentication for administrators',
    findingTitle: 'Multifactor authentication is not ensured for every administrator',
    category: 'mfa',
    severity: 'critical',
    endangers: 'tenant',
    frameworks: { cis: ['5.2.2.1'], prowler: ['entra_admin_users_mfa_enabled'], nist: ['PR.AA-03'], iso: ['A.8.2'] },
    goal: 'multifactor authentication is required of the holders of administrative roles',
    recommendation: `${newPolicy} all administrative directory roles, resources All, grant "Require multifactor authentication", state On. Exclude no role.`,
    securityDefaults: 'administrators need multifactor authentication at every sign-in',
    satisfies: mfaOrBlock,
    alternative: byBlock,
    exceptOn: mfaOrDevice,
  }),
  adminCheck({
    id: 'ca.mfa.admins.phish',
    title: 'Phishing-resistant sign-in for administrators',
    findingTitle: 'Phishing-resistant sign-in is not ensured for every administrator',
    severity: 'high',
    endangers: 'tenant',
    frameworks: {
      scuba: ['MS.AAD.3.6v1'],
      cis: ['5.2.2.5'],
      prowler: ['entra_admin_users_phishing_resistant_mfa_enabled'],
      nist: ['PR.AA-03'],
      iso: ['A.8.2'],
    },
    goal: 'administrators sign in with phishing-resistant methods only',
    recommendation: `${newPolicy} all administrative directory roles, resources All, grant "Require authentication strength: Phishing-resistant MFA", state On. Register security keys or Windows Hello for Business for the administrators first.`,
    satisfies: phishingResistantOrBlock,
    alternative: byBlock,
    exceptOn: phishingResistantOrDevice,
  }),
  caCheck({
    id: 'ca.mfa.all.phish',
    title: 'Phishing-resistant sign-in for all users',
    findingTitle: 'Phishing-resistant sign-in is not ensured for every user',
    severity: 'medium',
    endangers: 'everyone',
    frameworks: { scuba: ['MS.AAD.3.1v1'] },
    goal: 'every user signs in with phishing-resistant methods only',
    recommendation: `${newPolicy} users All, resources All, grant "Require authentication strength: Phishing-resistant MFA". Plan the roll-out of passkeys or security keys before turning it on.`,
    requirement: {
      targets: everyClient(),
      satisfies: phishingResistantOrBlock,
      alternative: byBlock,
      exceptOn: phishingResistantOrDevice,
    },
  }),
  caCheck({
    id: 'ca.mfa.guests',
    title: 'Multifactor authentication for guests',
    findingTitle: 'Multifactor authentication is not ensured for every guest',
    severity: 'high',
    endangers: 'some',
    frameworks: { prowler: ['entra_conditional_access_policy_mfa_enforced_for_guest_users'], nist: ['PR.AA-03'] },
    goal: 'multifactor authentication is required of all guests and external users',
    securityDefaults:
      'guests are treated like members and asked for multifactor authentication when Microsoft sees a risk',
    securityDefaultsLack: notAllUnderDefaults,
    recommendation: `${newPolicy} guest or external users (all six kinds), resources All, grant "Require multifactor authentication", state On.`,
    requirement: { targets: everyGuest(), satisfies: mfaOrBlock, alternative: byBlock, exceptOn: mfaOrDevice },
  }),
  caCheck({
    id: 'ca.mfa.azure',
    title: 'Multifactor authentication for Azure management',
    findingTitle: 'Multifactor authentication is not ensured for Azure management',
    severity: 'high',
    endangers: 'tenant',
    frameworks: { prowler: ['entra_conditional_access_policy_require_mfa_for_management_api'], iso: ['A.8.18'] },
    goal: 'multifactor authentication is required for the Windows Azure Service Management API',
    securityDefaults:
      'everyone who opens the Azure portal, Azure PowerShell or the Azure CLI needs multifactor authentication',
    recommendation: `${newPolicy} users All, resource "Windows Azure Service Management API", grant "Require multifactor authentication", state On.`,
    requirement: {
      targets: everyClient(['app:797f4846-ba00-4fd7-ba43-dac1f8f63013']),
      satisfies: mfaOrBlock,
      alternative: byBlock,
      exceptOn: mfaOrDevice,
    },
  }),
  caCheck({
    id: 'ca.mfa.secinfo',
    title: 'Registration of security information is protected',
    findingTitle: 'Sign-in method setup is not reliably limited to managed devices',
    severity: 'medium',
    endangers: 'everyone',
    frameworks: {
      scuba: ['MS.AAD.3.8v1'],
      cis: ['5.2.2.10'],
      prowler: ['entra_managed_device_required_for_mfa_registration'],
      nist: ['PR.AA-02'],
    },
    goal: 'sign-in methods can be registered from managed devices only',
    recommendation: `${newPolicy} users All, user action "Register security information", grant "Require device to be marked as compliant" or "Require hybrid joined device", state On.`,
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
    goal: 'legacy authentication is blocked for every user',
    recommendation: `${newPolicy} users All, resources All, client apps "Exchange ActiveSync clients" and "Other clients", grant "Block access", state On.`,
    securityDefaults: 'legacy authentication is blocked for every user',
    requirement: { targets: legacyClientsOnly(), satisfies: blocked },
  }),
  caCheck({
    id: 'ca.risk.user',
    title: 'Users at high risk are blocked or made to recover',
    findingTitle: 'Users at high risk are not reliably blocked or made to recover',
    severity: 'high',
    endangers: 'everyone',
    frameworks: {
      scuba: ['MS.AAD.2.1v1'],
      cis: ['5.2.2.6'],
      prowler: ['entra_identity_protection_user_risk_enabled'],
      nist: ['RS.MI-01'],
      iso: ['A.5.26'],
    },
    goal: 'users at high risk are blocked or have to prove themselves and change the password',
    recommendation: `${newPolicy} users All, resources All, user risk High, grant "Block access" (or MFA and "Require password change", both), state On.`,
    needsP2: true,
    requirement: {
      targets: risky('userrisk', ['high'], 'users'),
      satisfies: ({ grant }) => blocks(grant) || remediatesUserRisk(grant),
      exceptOn: ({ grant }) => deviceExceptOn(grant),
    },
  }),
  caCheck({
    id: 'ca.risk.signin',
    title: 'Risky sign-ins need multifactor authentication',
    findingTitle: 'Policies do not ensure fresh MFA for risky sign-ins',
    severity: 'high',
    endangers: 'everyone',
    frameworks: { cis: ['5.2.2.7'], prowler: ['entra_identity_protection_sign_in_risk_enabled'], nist: ['RS.MI-01'] },
    goal: 'sign-ins at medium or high risk need fresh multifactor authentication or are blocked',
    recommendation: `${newPolicy} users All, resources All, sign-in risk Medium and High, grant "Require multifactor authentication", session "Sign-in frequency: Every time", state On.`,
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
    title: 'Sign-ins at high risk are blocked',
    findingTitle: 'Sign-ins at high risk are not reliably blocked',
    severity: 'medium',
    endangers: 'everyone',
    frameworks: { scuba: ['MS.AAD.2.3v1'] },
    goal: 'sign-ins at high risk are blocked',
    recommendation: `${newPolicy} users All, resources All, sign-in risk High, grant "Block access", state On.`,
    needsP2: true,
    requirement: { targets: risky('signinrisk', ['high'], 'sign-ins'), satisfies: blocked },
  }),
  caCheck({
    id: 'ca.risk.signin.block',
    title: 'Sign-ins at medium or high risk are blocked',
    findingTitle: 'Sign-ins at medium or high risk are not reliably blocked',
    severity: 'medium',
    endangers: 'everyone',
    frameworks: { cis: ['5.2.2.8'], prowler: ['entra_conditional_access_policy_block_high_medium_sign_in_risk'] },
    goal: 'sign-ins at medium or high risk are blocked',
    recommendation: `${newPolicy} users All, resources All, sign-in risk Medium and High, grant "Block access", state On.`,
    needsP2: true,
    requirement: { targets: risky('signinrisk', ['medium', 'high'], 'sign-ins'), satisfies: blocked },
  }),
  caCheck({
    id: 'ca.devicecode',
    title: 'Device code sign-in is blocked',
    findingTitle: 'Device code sign-in is not reliably blocked',
    severity: 'high',
    endangers: 'everyone',
    frameworks: {
      scuba: ['MS.AAD.3.9v1'],
      cis: ['5.2.2.12'],
      prowler: ['entra_conditional_access_policy_device_code_flow_blocked'],
      nist: ['PR.AA-04'],
    },
    goal: 'sign-in by device code is blocked',
    recommendation: `${newPolicy} users All, resources All, condition "Authentication flows: Device code flow", grant "Block access", state On.`,
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
    goal: 'transfer of a sign-in to another device is blocked',
    recommendation: `${newPolicy} users All, resources All, condition "Authentication flows: Authentication transfer", grant "Block access", state On.`,
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
    goal: 'only compliant or hybrid-joined devices can sign in',
    recommendation: `${newPolicy} users All, resources All, grant "Require device to be marked as compliant" or "Require hybrid joined device", state On.`,
    requirement: {
      targets: unmanagedDevices(everyClient()),
      satisfies: ({ grant }) => needsManagedDevice(grant) || blocks(grant),
      alternative: byBlock,
    },
  }),
];
