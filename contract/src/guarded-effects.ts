/** Something that is not to happen because a session was left open or taken (decision 026), and all ways to it. */
export type GuardedEffect = {
  what: string;
  /** Events of the trail that tell that it happened. */
  events: readonly string[];
  /** Calls that bring it about, by name: each asks who is there, always or where its input has the effect. */
  calls: readonly string[];
  /** Calls that leave such an event and do not ask, and why that is so. */
  unasked: Readonly<Record<string, string>>;
};

/**
 * The one table of what asks who is there. Tests hold it from both sides: a call that is marked `stepUp` stands here, one that
 * stands here is marked, and a call that leaves one of these events in the trail is named by the event's row.
 */
export const guardedEffects: readonly GuardedEffect[] = [
  {
    what: 'Somebody gets a role, tenants or an account, or loses them',
    events: ['user_created', 'user_role_changed', 'user_changed', 'user_enabled', 'user_disabled', 'user_deleted'],
    calls: [
      'user-create',
      'user-change',
      'user-delete',
      'approval-approve',
      'approval-change',
      'approvals-decide',
      'tenant-group-change',
      'tenant-labels-change',
    ],
    unasked: {
      'auth-register': 'Nobody has a session before the first administrator: the setup code is the proof.',
      'setup-first-admin': 'As auth-register.',
      'auth-callback': 'Microsoft has just proven who it is, and the role is what the mappings say.',
    },
  },
  {
    what: 'Who gets into the room of a client, and who no more',
    events: ['client_invited', 'client_access_ended'],
    calls: ['client-invite', 'client-access-end'],
    unasked: {
      'tenant-contacts-change': 'Who is a contact no more loses the room with that: nobody gains anything by it.',
    },
  },
  {
    what: 'Work is approved without anybody deciding',
    events: ['approval_rules_changed'],
    calls: ['approval-rules-change', 'tenant-group-change', 'tenant-labels-change'],
    unasked: {},
  },
  {
    what: 'How everybody signs in, and which roles sign-ins with Microsoft give',
    events: ['role_mapping_created', 'role_mapping_changed', 'role_mapping_deleted', 'settings_changed'],
    calls: [
      'role-mapping-create',
      'role-mapping-change',
      'role-mapping-delete',
      'settings-change',
      'microsoft-questions-change',
      'evidence-time-stamp-change',
      'auth-settings-change',
      'graph-settings-save',
      'mail-settings-change',
    ],
    unasked: {},
  },
  {
    what: 'To which addresses reports of tenants go by themselves',
    events: ['report_schedule_created', 'report_schedule_changed'],
    calls: ['report-schedule-create', 'report-schedule-change'],
    unasked: {},
  },
  {
    what: 'What somebody signs in with',
    events: [
      'password_reset',
      'password_reset_link_created',
      'password_changed',
      'authenticator_reset',
      'authenticator_turned_on',
      'authenticator_turned_off',
      'recovery_codes_renewed',
    ],
    calls: [
      'user-password-reset',
      'user-reset-link',
      'user-authenticator-reset',
      'profile-authenticator-begin',
      'profile-recovery-codes',
    ],
    unasked: {
      'profile-authenticator-confirm': 'Its key was given out by profile-authenticator-begin, which asks.',
      'profile-password': 'It takes the password itself.',
      'profile-authenticator-off': 'It takes the password and a code.',
      'reset-link-use': 'The link is the proof: whoever made it was asked.',
    },
  },
  {
    what: 'Keys: a client secret of the installation, of a tenant or of a ticket system',
    events: ['credentials_saved', 'ticket_system_created', 'ticket_system_changed'],
    calls: ['credentials-save', 'graph-settings-save', 'tenant-create', 'ticket-system-create', 'ticket-system-change'],
    unasked: {},
  },
  {
    what: 'Notifications go somewhere else: a channel, its address and its secret',
    events: ['notice_channel_created', 'notice_channel_changed', 'notice_channel_secret_rotated'],
    calls: ['notice-channel-create', 'notice-channel-change', 'notice-channel-rotate-secret'],
    unasked: {},
  },
  {
    what: 'What leaves in bulk: the database, the trail, the OAuth log, findings or verdicts of all tenants',
    events: [
      'database_exported',
      'audit_trail_exported',
      'export_downloaded',
      'oauth_log_exported',
      'findings_exported',
      'matrix_exported',
      'baseline_alignment_exported',
    ],
    calls: [
      'export-database',
      'export-sql',
      'audit-trail-export',
      'export-download',
      'oauth-errors-export',
      'findings-export',
      'matrix-export',
      'baseline-alignment-export',
    ],
    unasked: {
      'findings-download': 'Findings of one tenant are daily work.',
    },
  },
  {
    what: 'A snapshot with every name of a tenant leaves in an evidence pack',
    events: ['evidence_pack_requested'],
    calls: ['evidence-pack-make'],
    unasked: {},
  },
  {
    what: 'A token of the API is made, revoked or given another sponsor',
    events: ['token_created', 'token_revoked', 'token_sponsor_changed'],
    calls: [
      'profile-token-make',
      'profile-token-revoke',
      'service-token-make',
      'service-token-revoke',
      'service-token-sponsor',
    ],
    unasked: {},
  },
  {
    what: 'A tenant is deleted',
    events: ['tenant_offboarding_started', 'tenant_offboarded'],
    calls: ['tenant-offboard'],
    unasked: {},
  },
];
