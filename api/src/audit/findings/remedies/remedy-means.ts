import { portal } from '../../microsoft/portal-paths.ts';

/** How a remedy is set, and where a person does it in Microsoft's admin centers. */
export type RemedyMeans = {
  portal: string;
  /** What is left to a person beside the script or the module, or why there is no script; null where nothing is. */
  left: string | null;
} & (
  | { by: 'graph' }
  | {
      by: 'module';
      module: 'Exchange Online PowerShell' | 'Microsoft Teams PowerShell' | 'Security & Compliance PowerShell';
    }
  | { by: 'person' }
);

const graph = (where: string, left: string | null = null): RemedyMeans => ({ by: 'graph', portal: where, left });
const person = (where: string, left: string): RemedyMeans => ({ by: 'person', portal: where, left });
const exchange = (where: string, left: string | null = null): RemedyMeans => ({
  by: 'module',
  module: 'Exchange Online PowerShell',
  portal: where,
  left,
});
const teams = (where: string): RemedyMeans => ({
  by: 'module',
  module: 'Microsoft Teams PowerShell',
  portal: where,
  left: null,
});
const compliance = (where: string, left: string | null = null): RemedyMeans => ({
  by: 'module',
  module: 'Security & Compliance PowerShell',
  portal: where,
  left,
});

const reportOnly = 'The policies enter report-only: a person switches them on after a look at the sign-in log.';
const keptAccounts =
  'Accounts that hold a role, are kept for emergencies or synchronize a directory are left to people; so are those beyond the 200 that a finding names.';
const exchangeCenter = 'Exchange admin center';
const defender = 'Microsoft Defender portal > Email & collaboration > Policies & rules > Threat policies';
const teamsCenter = 'Microsoft Teams admin center';
const purview = 'Microsoft Purview portal';
const sharePoint = 'SharePoint admin center';
const m365 = 'Microsoft 365 admin center';
const userSettings = 'Microsoft Entra admin center > Entra ID > Users > User settings';
const dnsHost = 'Where the DNS zone of the domain is kept; Tenantry > Mail Flow names the record';
const dnsBecause = 'DNS records are set at the DNS host.';

/**
 * How each remedy is set, by its id. `graph`: Microsoft Graph v1.0 has a documented call that sets it (learn.microsoft.com/graph,
 * held against permissions.json of microsoft-graph-devx-content, 2026-08-07). `module`: a PowerShell module of Microsoft's alone
 * does. `person`: people decide or do what no call can. A part that another means sets stands in `left`.
 */
export const remedyMeans: Readonly<Record<string, RemedyMeans>> = {
  'require-mfa': graph(portal.conditionalAccess, reportOnly),
  'require-phishing-resistant-mfa': graph(portal.conditionalAccess, reportOnly),
  'protect-registration': graph(portal.conditionalAccess, reportOnly),
  'block-legacy-authentication': graph(
    portal.conditionalAccess,
    `${reportOnly} Sign-ins of the last seven days close by themselves.`,
  ),
  'turn-off-legacy-protocols': graph(
    `${sharePoint} > Policies > Access control`,
    'SMTP AUTH and modern authentication of Exchange Online are set by Exchange Online PowerShell.',
  ),
  'block-risky-sign-ins': graph(portal.conditionalAccess, reportOnly),
  'block-high-risk-users': graph(portal.conditionalAccess, reportOnly),
  'block-insider-risk': graph(portal.conditionalAccess, reportOnly),
  'block-risky-sign-in-flows': graph(portal.conditionalAccess, reportOnly),
  'require-managed-devices': graph(portal.conditionalAccess, reportOnly),
  'limit-sessions': graph(portal.conditionalAccess, reportOnly),
  'limit-locations': graph(
    portal.namedLocations,
    'Which networks are trusted is known to people: the policy is made where a trusted location is there.',
  ),
  'limit-admin-portals': graph(
    portal.conditionalAccess,
    `${reportOnly} Access to the admin center itself (${userSettings}) is not in Graph v1.0; a policy for Azure DevOps is made by those who use it.`,
  ),
  'tidy-policies': graph(
    portal.conditionalAccess,
    'A policy in report-only is switched on by naming it. Groups, deleted objects and exclusions are gone through by a person.',
  ),
  'break-glass-accounts': person(
    'Microsoft Entra admin center > Entra ID > Users',
    'People hold the security keys, and keep them in two places.',
  ),
  'register-mfa-methods': person(portal.registrationCampaign, 'Each user registers a method of their own.'),
  'strengthen-authentication-methods': graph(
    portal.authenticationMethods,
    'First look who has registered weak methods alone.',
  ),
  'reduce-global-administrators': person(portal.roles, 'Who stays Global Administrator is decided by people.'),
  'clean-privileged-accounts': person(portal.roles, 'Who holds a role is decided by people.'),
  'privileged-identity-management': graph(
    portal.pim,
    'Settable by Graph v1.0 (roleManagementPolicies), no script yet: who approves and who becomes eligible is decided by people first.',
  ),
  'access-reviews': graph(
    portal.accessReviews,
    'Owners of groups review guests, and those who are Global Administrator review roles; choose others in the portal. Reviews that are there already stay.',
  ),
  'restrict-app-consent': graph(
    'Microsoft Entra admin center > Entra ID > Enterprise apps > Consent and permissions',
    'Where nobody reviews requests yet, those who are Global Administrator do; choose others in the portal.',
  ),
  'limit-application-credentials': graph(
    'Microsoft Entra admin center > Entra ID > Enterprise apps > Application policies',
    'Secrets that are there already are replaced by their owners.',
  ),
  'govern-agents': person(portal.agents, 'Who owns an agent, and what it may do, is decided by people.'),
  'restrict-default-user-permissions': graph(userSettings),
  'manage-groups': graph(
    'Microsoft Entra admin center > Entra ID > Groups > All groups',
    'Which groups are public by intent is known to people: -Only ID makes the named ones private alone. Without Microsoft Entra ID P1 no group fills itself.',
  ),
  'password-protection': graph(
    portal.passwordProtection,
    'Password protection on-premises needs its agents first. Words beside the names of the domains are added by people.',
  ),
  'device-settings': graph(portal.devices, 'Who may join devices is a group that people choose.'),
  'directory-sync': graph(
    'Microsoft Entra Connect on its server, and Microsoft Graph for takeover',
    'Password hash synchronization is set on the server of Microsoft Entra Connect.',
  ),
  'secure-score-improvement': person(
    'Microsoft Defender portal > Secure score',
    'Each action of the score is work of its own.',
  ),
  'spf-record': person(dnsHost, dnsBecause),
  'dkim-signing': exchange(
    'Microsoft Defender portal > Email & collaboration > Policies & rules > Threat policies > Email authentication settings > DKIM',
    dnsBecause,
  ),
  'dmarc-record': person(dnsHost, dnsBecause),
  'mx-records': person(dnsHost, dnsBecause),
  'auto-forwarding-restriction': exchange(`${defender} > Anti-spam > Anti-spam outbound policy`),
  'mailbox-auditing': exchange(`${purview} > Audit`),
  'anti-phishing-protections': exchange(`${defender} > Anti-phishing`),
  'limit-external-sharing': graph(
    `${sharePoint} > Policies > Sharing`,
    'Which domains are partners is known to people.',
  ),
  'limit-file-sync': graph(
    `${sharePoint} > Settings > OneDrive Sync`,
    'Settable by Graph v1.0 (admin/sharepoint/settings), no script: the GUIDs of the domains are known to Active Directory alone.',
  ),
  'restrict-guests': graph(portal.externalCollaboration),
  'cross-tenant-access': graph(
    portal.crossTenantAccess,
    'Organizations that people work with get settings of their own first.',
  ),
  'investigate-risk': person('Microsoft Defender portal > Incidents & alerts', 'What happened is found out by people.'),
  'stale-accounts': graph(
    'Microsoft Entra admin center > Entra ID > Users',
    `Whether an account is still needed, or is a service’s, is asked first: -Only ID disables the named ones alone. ${keptAccounts}`,
  ),
  'login-branding': graph(
    'Microsoft Entra admin center > Entra ID > Custom Branding',
    'Settable by Graph v1.0 (organization/branding), no script: words and pictures are the organization’s own.',
  ),
  'external-mail-warnings': exchange(`${exchangeCenter} > Mail flow > Rules`),
  'spam-filter-exceptions': exchange(`${defender} > Anti-spam`),
  'outlook-and-bookings': exchange(`${exchangeCenter} > Roles > Outlook web app policies`),
  'calendar-sharing': exchange(`${exchangeCenter} > Organization > Sharing`),
  'customer-lockbox': exchange(`${m365} > Settings > Org settings > Security & privacy > Customer lockbox`),
  'block-shared-mailbox-sign-in': graph(
    `${m365} > Users > Active users`,
    `${keptAccounts} -Only ID blocks the named ones alone.`,
  ),
  'anti-malware-policy': exchange(`${defender} > Anti-malware`),
  'safe-attachments': exchange(`${defender} > Safe Attachments`),
  'safe-links': exchange(`${defender} > Safe Links`),
  'defender-findings': person(
    'Microsoft Defender portal > Exposure management',
    'Each finding is looked at by people.',
  ),
  'outbound-spam': exchange(`${defender} > Anti-spam > Anti-spam outbound policy`),
  'teams-meetings': teams(`${teamsCenter} > Meetings > Meeting policies`),
  'teams-external-access': teams(`${teamsCenter} > Users > External access`),
  'teams-apps-and-files': teams(`${teamsCenter} > Teams apps, and Teams > Teams settings`),
  'report-messages': exchange(
    'Microsoft Defender portal > Settings > Email & collaboration > User reported settings',
    'That messages of Teams can be reported is set by Microsoft Teams PowerShell.',
  ),
  'data-loss-prevention': compliance(`${purview} > Data loss prevention > Policies`),
  'alert-policies': compliance('Microsoft Defender portal > Email & collaboration > Policies & rules > Alert policy'),
  'sensitivity-labels': compliance(
    `${purview} > Information protection > Sensitivity labels`,
    'What labels mean is decided by people.',
  ),
  'intune-compliance': graph(
    'Microsoft Intune admin center > Devices > Compliance, and Devices > Enrollment',
    'Compliance policies, and the Conditional Access policy that asks for a compliant device (require-managed-devices), come first. Enrollment restrictions for single groups are gone through by a person.',
  ),
  'third-party-storage': graph(`${m365} > Settings > Org settings > Services > Microsoft 365 on the web`),
  'self-service-password-reset': person(
    'Microsoft Entra admin center > Entra ID > Password reset > Properties',
    'Graph v1.0 has no call for users; the setting of the authorization policy is for administrators.',
  ),
};

/** @throws where a remedy is not classified, which a test holds against the list */
export function meansOf(remedyId: string): RemedyMeans {
  const means = remedyMeans[remedyId];
  if (means === undefined) throw new Error(`the remedy ${remedyId} is not classified`);
  return means;
}
