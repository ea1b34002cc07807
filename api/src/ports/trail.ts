import type { Scalar } from './collection.ts';

/** A value in the details of an entry: lists and objects of such, four deep at most (`domain/audit-trail/trail-forms.ts`). */
export type TrailValue = Scalar | readonly TrailValue[] | { readonly [name: string]: TrailValue };
export type TrailDetails = Record<string, TrailValue>;

export type TrailEvent =
  | 'user_created'
  | 'user_signed_in'
  | 'user_signed_out'
  | 'sign_in_failed'
  | 'identity_confirmed'
  | 'identity_check_failed'
  | 'password_changed'
  | 'profile_changed'
  | 'session_ended'
  | 'authenticator_turned_on'
  | 'authenticator_turned_off'
  | 'authenticator_reset'
  | 'recovery_codes_renewed'
  | 'recovery_code_used'
  | 'user_role_changed'
  | 'user_changed'
  | 'user_disabled'
  | 'user_enabled'
  | 'user_deleted'
  | 'password_reset'
  | 'password_reset_link_created'
  | 'role_mapping_created'
  | 'role_mapping_changed'
  | 'role_mapping_deleted'
  | 'settings_changed'
  | 'microsoft_asked'
  | 'price_list_changed'
  | 'tenant_created'
  | 'tenant_changed'
  | 'tenant_group_created'
  | 'tenant_group_changed'
  | 'tenant_group_deleted'
  | 'tenant_labels_changed'
  | 'tenant_contacts_changed'
  | 'mail_tested'
  | 'report_schedule_created'
  | 'report_schedule_changed'
  | 'report_schedule_deleted'
  | 'report_schedule_run'
  | 'report_sent'
  | 'report_not_sent'
  | 'baseline_created'
  | 'baseline_changed'
  | 'baseline_deleted'
  | 'baseline_exception_made'
  | 'baseline_exception_ended'
  | 'baseline_alignment_exported'
  | 'token_created'
  | 'token_revoked'
  | 'token_ended'
  | 'token_sponsor_changed'
  | 'notice_rule_created'
  | 'notice_rule_changed'
  | 'notice_rule_deleted'
  | 'notice_channel_created'
  | 'notice_channel_changed'
  | 'notice_channel_deleted'
  | 'notice_channel_secret_rotated'
  | 'notice_channel_tested'
  | 'what_if_draft_created'
  | 'what_if_draft_changed'
  | 'what_if_draft_deleted'
  | 'what_if_draft_proposed'
  | 'what_if_draft_compared'
  | 'ticket_system_created'
  | 'ticket_system_changed'
  | 'ticket_system_deleted'
  | 'ticket_system_tested'
  | 'ticket_company_matched'
  | 'ticket_company_unmatched'
  | 'ticket_requested'
  | 'ticket_retried'
  | 'ticket_opened'
  | 'ticket_noted'
  | 'ticket_closed'
  | 'ticket_closed_there'
  | 'ticket_dropped'
  | 'tenant_offboarding_started'
  | 'tenant_offboarded'
  | 'audit_deleted'
  | 'tenant_connected'
  | 'tenant_reconnected'
  | 'tenant_connection_lost'
  | 'tenant_simulated'
  | 'tenant_going_live'
  | 'simulated_results_purged'
  | 'credentials_saved'
  | 'credentials_tested'
  | 'client_secret_disabled'
  | 'data_key_rotated'
  | 'graph_query'
  | 'oauth_log_cleared'
  | 'oauth_log_exported'
  | 'credentials_viewed'
  | 'directory_sync_requested'
  | 'sign_in_log_requested'
  | 'sign_ins_replayed'
  | 'scan_schedule_changed'
  | 'scan_triggered'
  | 'scan_cancelled'
  | 'scan_run_started'
  | 'scan_run_cancelled'
  | 'scan_completed'
  | 'scan_failed'
  | 'finding_status_changed'
  | 'findings_status_changed'
  | 'finding_recheck_requested'
  | 'finding_rechecked'
  | 'finding_accepted'
  | 'finding_acceptance_ended'
  | 'emergency_account_declared'
  | 'emergency_account_changed'
  | 'emergency_account_removed'
  | 'mail_use_answered'
  | 'approval_created'
  | 'approval_changed'
  | 'approval_approved'
  | 'approval_denied'
  | 'approvals_decided'
  | 'approval_rules_changed'
  | 'approval_closed'
  | 'approval_carried_out'
  | 'task_created'
  | 'task_changed'
  | 'tasks_changed'
  | 'task_recheck_requested'
  | 'task_rechecked'
  | 'task_completed'
  | 'task_reopened'
  | 'task_planned'
  | 'project_plan_created'
  | 'project_plan_extended'
  | 'checklist_updated'
  | 'questionnaire_answered'
  | 'questionnaire_downloaded'
  | 'remedy_script_handed_out'
  | 'findings_exported'
  | 'matrix_exported'
  | 'compliance_exported'
  | 'database_exported'
  | 'audit_trail_exported'
  | 'export_downloaded'
  | 'report_requested'
  | 'report_generated'
  | 'report_settings_changed'
  | 'report_time_zone_changed'
  | 'report_downloaded';

export type TrailEntry = {
  eventType: TrailEvent;
  /** Who did it: a user's name, or `system`. */
  user: string;
  /** What it was done to, in words an auditor finds it by. Never a secret. */
  target: string;
  tenantId: string | null;
  /** What a change was is in `before` and `after` (`domain/audit-trail/what-changed.ts`). Never a secret. */
  details: TrailDetails;
};

/**
 * An entry that waits on the record it is about, written in the same step as the change itself. `batch`: the change is one of several
 * that one entry of that id is to tell, in whose `members` it is this one (`domain/audit-trail/batch.ts`).
 */
export type OutboxEntry = TrailEntry & { id: string; timestamp: string; batch?: { id: string; member: string } };

/** The audit trail: every change, in order, sealed. A change is answered only once its entry is sealed. */
export interface Trail {
  record(entry: TrailEntry): Promise<void>;
  /** The same for entries that got their ids before: recorded once, however often this is called, or by the entry of their batch. */
  recordOutbox(entries: readonly OutboxEntry[]): Promise<void>;
  /** Seals entries whose process died between writing and sealing them. How many there were. */
  sealOrphans(): Promise<number>;
  /** Keeps the head of the chain outside the store: once an hour, and at each month's end. Comes after a sweep. */
  anchor(): Promise<void>;
}
