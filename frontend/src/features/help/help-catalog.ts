import type { Severity } from '@tenantry/contract/verdicts';

type TopicBadge = 'Popular' | 'Essential' | 'Critical';

/** An article in a category; what it is called stands in its file. */
export type Topic = { id: string; badge?: TopicBadge; severity?: Severity };
type HelpCategory = { title: string; description: string; topics: readonly Topic[] };

/** The categories of the help page with their topics (specification, section 2). */
export const helpCategories: readonly HelpCategory[] = [
  {
    title: 'User Management',
    description: 'Who works with Tenantry, what they may do, and how they sign in',
    topics: [
      { id: 'roles-and-access', badge: 'Essential' },
      { id: 'manage-users', badge: 'Popular' },
      { id: 'microsoft-role-mapping' },
      { id: 'passwords-and-sign-in', badge: 'Popular' },
      { id: 'declare-break-glass-accounts', badge: 'Critical' },
    ],
  },
  {
    title: 'Security & Auditing',
    description: 'Connect tenants, scan them, and read what a scan says',
    topics: [
      { id: 'connect-a-tenant', badge: 'Essential' },
      { id: 'required-permissions', badge: 'Critical' },
      { id: 'run-and-schedule-scans', badge: 'Popular' },
      { id: 'score-and-coverage', badge: 'Essential' },
      { id: 'changes-and-compliance' },
    ],
  },
  {
    title: 'Audit Findings & Remediation',
    description: 'Guides to the findings that most tenants have',
    topics: [
      { id: 'anti-phishing-protections', severity: 'high' },
      { id: 'login-branding', severity: 'medium' },
      { id: 'dmarc-record', severity: 'high' },
      { id: 'auto-forwarding-restriction', severity: 'critical' },
      { id: 'secure-score-improvement', severity: 'medium' },
    ],
  },
  {
    title: 'Mail Flow Security',
    description: 'What the DNS says about the mail of a domain',
    topics: [
      { id: 'mail-flow-check', badge: 'Popular' },
      { id: 'spf-record', badge: 'Essential' },
      { id: 'dkim-signing', badge: 'Essential' },
      { id: 'mta-sts-and-tls-rpt' },
      { id: 'domains-without-mail' },
    ],
  },
  {
    title: 'Reports & Tasks',
    description: 'From a finding to a task, a plan and a report for the client',
    topics: [
      { id: 'findings-at-work', badge: 'Popular' },
      { id: 'approvals', badge: 'Essential' },
      { id: 'task-center' },
      { id: 'project-plan-and-prices' },
      { id: 'reports', badge: 'Popular' },
    ],
  },
];

type FixGroup = { title: string; articles: readonly string[] };

/** What mends findings: an article for each remedy of the audit (api/src/audit/findings/remedies/remedies.ts), under the same name. */
export const fixGroups: readonly FixGroup[] = [
  {
    title: 'MFA and sign-in',
    articles: [
      'require-mfa',
      'require-phishing-resistant-mfa',
      'register-mfa-methods',
      'protect-registration',
      'strengthen-authentication-methods',
      'password-protection',
      'block-legacy-authentication',
      'turn-off-legacy-protocols',
      'login-branding',
    ],
  },
  {
    title: 'Conditional Access',
    articles: [
      'block-risky-sign-ins',
      'block-high-risk-users',
      'block-insider-risk',
      'block-risky-sign-in-flows',
      'require-managed-devices',
      'limit-sessions',
      'limit-locations',
      'limit-admin-portals',
      'tidy-policies',
    ],
  },
  {
    title: 'Administrators',
    articles: [
      'break-glass-accounts',
      'reduce-global-administrators',
      'clean-privileged-accounts',
      'privileged-identity-management',
      'access-reviews',
    ],
  },
  {
    title: 'Users, devices and applications',
    articles: [
      'restrict-app-consent',
      'limit-application-credentials',
      'govern-agents',
      'restrict-default-user-permissions',
      'manage-groups',
      'device-settings',
      'directory-sync',
      'intune-compliance',
      'self-service-password-reset',
      'third-party-storage',
      'stale-accounts',
      'investigate-risk',
      'defender-findings',
      'secure-score-improvement',
    ],
  },
  {
    title: 'Mail',
    articles: [
      'spf-record',
      'dkim-signing',
      'dmarc-record',
      'mx-records',
      'auto-forwarding-restriction',
      'mailbox-auditing',
      'anti-phishing-protections',
      'anti-malware-policy',
      'safe-attachments',
      'safe-links',
      'spam-filter-exceptions',
      'outbound-spam',
      'external-mail-warnings',
      'alert-policies',
      'report-messages',
      'outlook-and-bookings',
      'block-shared-mailbox-sign-in',
    ],
  },
  {
    title: 'Teams',
    articles: ['teams-meetings', 'teams-external-access', 'teams-apps-and-files'],
  },
  {
    title: 'Data protection',
    articles: ['data-loss-prevention', 'sensitivity-labels', 'customer-lockbox'],
  },
  {
    title: 'Guests and sharing',
    articles: [
      'limit-external-sharing',
      'limit-file-sync',
      'restrict-guests',
      'cross-tenant-access',
      'calendar-sharing',
    ],
  },
];

/** To which another article leads, and the search: a category has five topics at most (specification, section 2). */
const furtherArticles: readonly string[] = [
  'client-room',
  'exclusions',
  'set-up-tenant-configuration',
  'groups-and-baselines',
  'notifications',
  'questionnaires',
  'scheduled-reports',
  'tickets',
  'what-if',
];

/** Every article that a page of help leads to, each once. */
export const listedArticles: readonly string[] = [
  ...new Set([
    ...helpCategories.flatMap(({ topics }) => topics.map(({ id }) => id)),
    ...fixGroups.flatMap(({ articles }) => articles),
    ...furtherArticles,
  ]),
];
