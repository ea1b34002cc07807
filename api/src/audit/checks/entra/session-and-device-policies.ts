import { enumAt, numberAt, textsAt } from '../../facts/json-reader.ts';
import { adminCheck } from '../conditional-access/admin-check.ts';
import { caCheck } from '../conditional-access/ca-check.ts';
import { blocks, deviceExceptOn, mfaExceptOn, needsApprovedApp, needsMfa } from '../conditional-access/grant.ts';
import { type CaPolicy, sessionEnabled } from '../conditional-access/policy.ts';
import type { Target } from '../conditional-access/requirement.ts';
import { everyClient, modernClientsOnly } from '../conditional-access/targets.ts';
import type { Check } from '../shared/check.ts';

const everyTime = (policy: CaPolicy): boolean =>
  sessionEnabled(policy, 'signInFrequency') &&
  enumAt(policy.session, 'signInFrequency', 'frequencyInterval') === 'everytime';

/** Hours between sign-ins; 0 for every time; null where the policy sets none. */
function frequencyHours(policy: CaPolicy): number | null {
  if (!sessionEnabled(policy, 'signInFrequency')) return null;
  if (everyTime(policy)) return 0;
  const value = numberAt(policy.session, 'signInFrequency', 'value');
  const unit = enumAt(policy.session, 'signInFrequency', 'type');
  if (value === null || value <= 0 || (unit !== 'hours' && unit !== 'days')) return null;
  return unit === 'days' ? value * 24 : value;
}

/**
 * Without a policy a session rolls on for 90 days (Microsoft Learn, Conditional Access session lifetime); a week is what
 * Prowler asks for CIS 5.2.2.13.
 */
const longestUserSessionHours = 7 * 24;

function shortAdminSession(policy: CaPolicy, { aspect }: Target): boolean {
  if (aspect === 'persistence')
    return (
      sessionEnabled(policy, 'persistentBrowser') && enumAt(policy.session, 'persistentBrowser', 'mode') === 'never'
    );
  const hours = frequencyHours(policy);
  return hours !== null && hours <= 4;
}

/** Both are asked for, and two policies may share them out. */
function sessionTargets(items: readonly string[], label: string): Target[] {
  const persistence: Target = {
    items: [...items, 'client:browser'],
    label: `browser sessions that stay, in ${label}`,
    group: `browser sessions that stay, in ${label}`,
    aspect: 'persistence',
  };
  return [...modernClientsOnly(items, `time-out in ${label}`), persistence];
}

const tokenApps = {
  '00000002-0000-0ff1-ce00-000000000000': 'Exchange Online',
  '00000003-0000-0ff1-ce00-000000000000': 'SharePoint Online',
  'cc15fd57-2c6c-4117-a88c-83b1d56b4bbe': 'Microsoft Teams',
};

const tokenTargets = Object.entries(tokenApps).map(([id, name]) => ({
  items: [`app:${id}`, 'platform:windows', 'client:mobileappsanddesktopclients'],
  label: `${name} on Windows`,
  group: name,
}));

/** The applications that know such restrictions (Microsoft Learn, Conditional Access: Session): "All" does not reach them. */
const restrictedApps = [
  { id: '00000002-0000-0ff1-ce00-000000000000', name: 'Exchange Online' },
  { id: '00000003-0000-0ff1-ce00-000000000000', name: 'SharePoint Online' },
];
const namesRestrictedApp = (policy: CaPolicy): boolean =>
  textsAt(policy.raw, 'conditions', 'applications', 'includeApplications')
    .map((app) => app.trim().toLowerCase())
    .some((app) => app === 'office365' || restrictedApps.some(({ id }) => id === app));

const mobileTargets = ['android', 'ios'].map((platform) => ({
  items: [`platform:${platform}`, 'client:mobileappsanddesktopclients'],
  label: `apps on ${platform}`,
  group: platform,
}));

/** A policy without a condition on platforms is no explicit policy on mobile devices. */
const namesPlatforms = (policy: CaPolicy): boolean =>
  textsAt(policy.raw, 'conditions', 'platforms', 'includePlatforms').length > 0;

export const sessionAndDeviceChecks: readonly Check[] = [
  caCheck({
    id: 'ca.mfa.device.reg',
    title: 'MFA to register or join devices',
    findingTitle: 'Policies do not ensure MFA to register or join devices',
    severity: 'medium',
    endangers: 'everyone',
    frameworks: { prowler: ['entra_conditional_access_policy_device_registration_mfa_required'], nist: ['PR.AA-02'] },
    goal: 'MFA is required to register or join a device',
    policy: 'all users, user action "Register or join devices", grant "Require multifactor authentication"',
    impact: 'An attacker with a stolen password can join a device of their own and pass as a trusted one.',
    requirement: {
      targets: modernClientsOnly(['action:urn:user:registerdevice'], 'registration of devices'),
      satisfies: ({ grant }) => needsMfa(grant) || blocks(grant),
      alternative: ({ grant }) => blocks(grant),
      exceptOn: ({ grant }) => mfaExceptOn(grant),
    },
  }),
  adminCheck({
    id: 'ca.signinfreq.admins',
    title: 'Administrator sessions are short',
    findingTitle: 'Short sessions are not ensured for all administrators',
    severity: 'medium',
    endangers: 'tenant',
    frameworks: { cis: ['5.2.2.4'], prowler: ['entra_admin_users_sign_in_frequency_enabled'] },
    goal: 'administrators sign in again after at most four hours, without persistent browser sessions',
    policy:
      'all administrative directory roles, all resources, session "Sign-in frequency" 4 hours or every time and "Persistent browser session: Never persistent"',
    impact: 'A stolen token or an unlocked computer gives administrator access for days.',
    satisfies: shortAdminSession,
    targets: sessionTargets,
    readsSession: true,
  }),
  caCheck({
    id: 'ca.signinfreq.all',
    title: 'User sessions end',
    findingTitle: 'Time-limited sessions are not ensured for all users',
    severity: 'low',
    endangers: 'everyone',
    frameworks: { cis: ['5.2.2.13'], prowler: ['entra_conditional_access_policy_sign_in_frequency_all_users'] },
    goal: 'all users sign in again after at most seven days',
    policy: 'all users, all resources, session "Sign-in frequency" 7 days or less',
    impact: 'A stolen token or a lost device gives access for up to 90 days.',
    requirement: {
      targets: modernClientsOnly(),
      satisfies: (policy) => (frequencyHours(policy) ?? Number.POSITIVE_INFINITY) <= longestUserSessionHours,
      readsSession: true,
    },
  }),
  caCheck({
    id: 'ca.intune.enrol',
    title: 'Fresh MFA to enroll devices in Intune',
    findingTitle: 'Policies do not ensure fresh MFA for Intune enrollment',
    severity: 'low',
    endangers: 'everyone',
    frameworks: { cis: ['5.2.2.11'], prowler: ['entra_intune_enrollment_sign_in_frequency_every_time'] },
    goal: 'Intune enrollment needs fresh MFA',
    policy:
      'all users, resource "Microsoft Intune Enrollment", grant "Require multifactor authentication", session "Sign-in frequency: Every time"',
    impact: 'An attacker with a stolen session can enroll a device of their own, which then counts as managed.',
    requirement: {
      targets: modernClientsOnly(['app:d4ebce55-015a-49b5-a083-c84d1797ae8c'], 'Intune enrollment'),
      satisfies: (policy) => (needsMfa(policy.grant) && everyTime(policy)) || blocks(policy.grant),
      alternative: ({ grant }) => blocks(grant),
      exceptOn: (policy) => (everyTime(policy) ? mfaExceptOn : deviceExceptOn)(policy.grant),
      readsSession: true,
    },
  }),
  caCheck({
    id: 'ca.token',
    title: 'Token protection on Windows',
    findingTitle: 'Token protection on Windows is not ensured',
    severity: 'low',
    endangers: 'everyone',
    frameworks: {
      cis: ['5.2.2.16'],
      prowler: ['entra_conditional_access_policy_token_protection_enforced'],
      nist: ['PR.AA-04'],
    },
    goal: 'tokens of Windows apps are bound to their device',
    policy:
      'all users, resources Exchange Online, SharePoint Online and Microsoft Teams, device platform Windows, client apps "Mobile apps and desktop clients", session "Require token protection for sign-in sessions"',
    impact: 'A token stolen from one computer works on any other, without password or MFA.',
    requirement: {
      targets: tokenTargets,
      satisfies: (policy) => sessionEnabled(policy, 'secureSignInSession'),
      readsSession: true,
    },
  }),
  caCheck({
    id: 'ca.apps.mobile',
    title: 'Approved or protected apps on mobile devices',
    // A policy without a platform condition is not counted as one on mobile devices.
    findingTitle: 'Policies do not ensure approved or protected apps on mobile devices',
    severity: 'low',
    endangers: 'data',
    frameworks: { prowler: ['entra_conditional_access_policy_approved_client_app_required_for_mobile'] },
    goal: 'mobile devices use approved or protected apps only',
    policy: 'all users, all resources, device platforms Android and iOS, grant "Require app protection policy"',
    impact: 'Company mail and files end up in personal apps on phones, where they cannot be wiped.',
    requirement: {
      targets: mobileTargets,
      satisfies: (policy) => needsApprovedApp(policy.grant) && namesPlatforms(policy),
    },
  }),
  caCheck({
    id: 'ca.app.restrictions',
    title: 'App-enforced restrictions for Microsoft 365',
    findingTitle: 'Policies do not ensure app-enforced restrictions for all Office 365',
    severity: 'low',
    endangers: 'data',
    frameworks: { prowler: ['entra_conditional_access_policy_app_enforced_restrictions'] },
    goal: 'Microsoft 365 limits what unmanaged devices can do',
    policy: 'all users, resource "Office 365", session "Use app enforced restrictions"',
    impact: 'Files and attachments can be downloaded to personal devices and stay there.',
    requirement: {
      targets: restrictedApps.flatMap(({ id, name }) => modernClientsOnly([`app:${id}`], `sign-ins to ${name}`)),
      readsSession: true,
      satisfies: (policy) => sessionEnabled(policy, 'applicationEnforcedRestrictions') && namesRestrictedApp(policy),
    },
  }),
  caCheck({
    id: 'ca.insider',
    title: 'Users with elevated insider risk are blocked',
    findingTitle: 'Users with elevated insider risk are not reliably blocked',
    severity: 'low',
    endangers: 'data',
    frameworks: { prowler: ['entra_conditional_access_policy_block_elevated_insider_risk'] },
    goal: 'users with elevated insider risk are blocked',
    policy: 'all users, all resources, condition "Insider risk: Elevated", grant "Block access"',
    note: 'It needs Microsoft Purview Adaptive Protection.',
    impact: 'A user whom Purview has flagged for data theft keeps access to everything.',
    requirement: {
      targets: everyClient(['insiderrisk:elevated'], 'users with elevated insider risk'),
      satisfies: blocksInsiderRisk,
    },
  }),
  caCheck({
    id: 'ca.insider.office',
    title: 'Office 365 is blocked at elevated insider risk',
    findingTitle: 'Office 365 is not reliably blocked at elevated insider risk',
    severity: 'low',
    endangers: 'data',
    frameworks: { prowler: ['entra_conditional_access_policy_block_o365_elevated_insider_risk'] },
    goal: 'Office 365 is blocked for users with elevated insider risk',
    policy: 'all users, resource "Office 365", condition "Insider risk: Elevated", grant "Block access"',
    note: 'It needs Microsoft Purview Adaptive Protection.',
    impact: 'A user whom Purview has flagged for data theft keeps access to mail and files.',
    requirement: {
      targets: everyClient(['app:office365', 'insiderrisk:elevated'], 'users with elevated insider risk'),
      satisfies: blocksInsiderRisk,
    },
  }),
];

/** For legacy clients any block will do: nobody aims one at them and at insider risk at once. */
function blocksInsiderRisk(policy: CaPolicy, { minor = false }: Target): boolean {
  const named = enumAt(policy.raw, 'conditions', 'insiderRiskLevels') ?? '';
  return blocks(policy.grant) && (minor || named !== '');
}
