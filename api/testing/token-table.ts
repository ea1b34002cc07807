/**
 * What a token may do with each call of the API, as it was decided call by call (decision 074). A new call is entered here the day it is
 * made, under what it is open for, or under why it is not; `http/access-matrix.test.ts` holds it against the contract.
 */
export const openToTokens = {
  /** It tells what the token's owner may see, and changes nothing. */
  read: [
    ...['openapi', 'token-current'],
    ...['tenants', 'managed-tenants', 'tenant-summary', 'tenant-summaries', 'tenant-labels', 'tenant-groups'],
    ...['tenant-schedule', 'tenant-permissions', 'required-permissions', 'tenant-configuration', 'tenant-users'],
    ...['sign-in-log'],
    ...['emergency-accounts', 'm365-status', 'auth-status', 'data-freshness', 'report-time-zone'],
    ...['scans', 'scan-get', 'scan-runs', 'scan-run-get', 'scan-run-scans', 'internal-policies', 'checklist'],
    ...['findings', 'finding-get', 'finding-groups', 'findings-download', 'risk-indicators'],
    ...['audits', 'audit-get', 'audit-latest', 'audit-sampled-passes', 'drift', 'changes', 'change-watch'],
    ...['compliance', 'compliance-framework', 'compliance-download', 'secure-score', 'm365-secure-score'],
    ...['questionnaires', 'questionnaire', 'questionnaire-download'],
    ...['matrix', 'matrix-row', 'matrix-cell', 'stats', 'dashboard-stats'],
    ...['baselines', 'baseline-checks', 'baseline-alignment', 'baseline-exceptions', 'tenant-baselines'],
    ...['mcp-stream', 'mcp-session-end'],
    ...['mailflow', 'tenant-mailflow', 'mail-domains'],
    ...['what-if-start', 'what-if-drafts', 'what-if-draft'],
    ...['reports', 'report', 'report-file', 'report-pdf', 'report-comparisons'],
    ...['approvals', 'approvals-own', 'approvals-by-remedy', 'approvals-assignees', 'approval-get'],
    ...['tasks', 'tenant-tasks', 'task-get', 'task-remedies', 'task-assignees'],
    ...['project-plan', 'project-sample', 'project-plan-preview', 'project-readiness'],
    ...['activities', 'recent-activity', 'audit-trail', 'audit-trail-verification'],
    ...['system-health', 'system-history'],
  ],
  /** It asks for what a person decides on, or for a look that decides nothing; by MCP the calls that are open. */
  propose: [
    ...['approval-request', 'scan-start', 'finding-recheck', 'report-generate', 'mcp'],
    ...['what-if-evaluate', 'what-if-draft-propose'],
  ],
} as const;

/** Why the others are closed to every token. */
export const closedToEveryToken = {
  'Nobody has to be signed in: a token opens nothing there': [
    ...['auth-registration-status', 'setup-status', 'auth-local', 'auth-local-code', 'auth-logout', 'auth-options'],
    ...['auth-register', 'setup-first-admin', 'auth-callback', 'auth-azure', 'auth-microsoft'],
    ...['client-link', 'client-sign-in', 'client-microsoft'],
    ...['reset-link-check', 'reset-link-use', 'health-probe', 'evidence-keys'],
  ],
  'It asks who is there, which a token cannot prove': [
    ...['microsoft-questions-change'],
    ...['settings-change', 'auth-settings-change', 'role-mapping-create', 'role-mapping-change', 'role-mapping-delete'],
    ...['user-create', 'user-change', 'user-delete', 'user-password-reset', 'user-reset-link'],
    ...['user-authenticator-reset', 'profile-authenticator-begin', 'profile-recovery-codes'],
    ...['profile-token-make', 'profile-token-revoke', 'service-token-make', 'service-token-revoke'],
    ...['service-token-sponsor', 'credentials-save', 'graph-settings-save', 'tenant-create', 'tenant-offboard'],
    ...['tenant-group-change', 'tenant-labels-change', 'approval-approve', 'approval-change', 'approvals-decide'],
    ...['export-database', 'export-sql', 'audit-trail-export', 'export-download', 'oauth-errors-export'],
    ...['findings-export', 'matrix-export', 'baseline-alignment-export', 'evidence-pack-make'],
    ...['evidence-time-stamp-change'],
    ...['ticket-system-create', 'ticket-system-change', 'notice-channel-create', 'notice-channel-change'],
    ...['client-invite', 'client-access-end'],
    ...['notice-channel-rotate-secret', 'mail-settings-change', 'report-schedule-create', 'report-schedule-change'],
  ],
  'The browser itself goes there': ['auth-step-up-microsoft', 'connect-start', 'reconnect-start'],
  'It is about who signs in, and what with': [
    ...['auth-session', 'auth-step-up', 'auth-step-up-options', 'profile', 'profile-theme', 'profile-time-zone'],
    ...['profile-password', 'profile-sessions', 'profile-session-end', 'profile-sessions-end', 'changes-seen'],
    ...['profile-authenticator-confirm', 'profile-authenticator-off', 'users', 'user-tenants', 'role-mappings'],
    ...['profile-tokens', 'service-tokens', 'notices', 'notices-unread', 'notices-read', 'notices-read-all'],
  ],
  'It is the room of a client, and what is said in it': [
    ...[
      'client-summary',
      'client-logo',
      'client-decisions',
      'client-questions',
      'client-reports',
      'client-report-file',
    ],
    ...['client-approval-answer', 'client-risk-answer', 'client-question-ask', 'task-client-reply', 'client-room'],
    ...['approval-ask-client', 'approval-ask-client-end', 'finding-offer-risk', 'finding-offer-risk-end'],
    ...['client-room-change'],
  ],
  'It decides what is right for a tenant': [
    ...['approval-deny', 'approvals-decision-run', 'finding-accept', 'finding-acceptance-withdraw'],
    ...['finding-set-status', 'findings-set-status', 'emergency-account-declare', 'emergency-account-change'],
    ...['emergency-account-remove', 'mail-use-answer', 'checklist-change', 'baseline-exception-make'],
    ...['baseline-exception-end', 'audit-delete'],
    ...['questionnaire-answer'],
  ],
  'It gives out work that nobody approved, or changes what is under way': [
    ...['task-create', 'task-change', 'tasks-change', 'tasks-save', 'project-plan-make'],
    ...['scan-run', 'scan-run-cancel', 'scan-run-retry', 'scan-cancel', 'scan-retry', 'internal-scan', 'scan-internal'],
    ...['finding-ask-microsoft', 'sign-in-log-read', 'sign-in-log-replay'],
    ...['tenant-users-sync', 'system-health-check', 'audit-trail-verify', 'task-ticket-open', 'ticket-retry'],
  ],
  'It is a setting of the installation or of a tenant': [
    ...['settings', 'auth-settings', 'config-status', 'graph-settings', 'price-list', 'price-list-change'],
    ...['approval-rules', 'approval-rules-change', 'report-settings', 'report-settings-change', 'report-logo'],
    ...['report-time-zone-choose', 'tenant-change', 'tenant-group-create', 'tenant-group-delete'],
    ...['tenant-schedule-set', 'tenant-schedules-set', 'baseline-create', 'baseline-change', 'baseline-delete'],
    ...['baseline-preview', 'tenant-contacts', 'tenant-contacts-change', 'microsoft-questions', 'evidence-time-stamp'],
  ],
  'It sends something out, or says to whom and where': [
    ...['notice-rules', 'notice-rule-create', 'notice-rule-change', 'notice-rule-delete', 'notice-channels'],
    ...['notice-channel-delete', 'notice-channel-test', 'notice-channel-deliveries', 'mail-settings', 'mail-test'],
    ...['report-schedules', 'report-schedule-delete', 'report-schedule-run', 'report-deliveries'],
    ...['ticket-systems', 'ticket-system-delete', 'ticket-system-test', 'ticket-system-choices', 'tickets'],
    ...['ticket-company-matches', 'ticket-companies', 'ticket-companies-match', 'task-tickets'],
  ],
  'It is about connections to Microsoft, their credentials and what is asked by them': [
    ...['credential', 'credentials', 'credential-test', 'working-tenants', 'connect-continue', 'partner-sync'],
    ...['graph-test', 'graph-query', 'oauth-debug', 'oauth-errors', 'oauth-errors-clear'],
  ],
  'A person keeps there what they try out': ['what-if-draft-create', 'what-if-draft-change', 'what-if-draft-delete'],
  'It is the room of a client, for contacts who are signed in': [
    ...[
      'client-questionnaires',
      'client-questionnaire',
      'client-questionnaire-answer',
      'client-questionnaire-download',
    ],
  ],
  'It hands out what changes a tenant, for a person to run': ['remedy-script'],
  'It is handed over by a person, who answers for it': [
    'evidence-packs',
    'evidence-pack-download',
    'evidence-pack-share',
    'report-release',
  ],
  'It belongs to a session: exports of everything': ['exports', 'export-get'],
} as const;
