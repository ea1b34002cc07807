import { fieldWords, sentenceCase } from './field-words.ts';

/** What kind of event it is: the color of its badge. */
export type TrailEventKind = 'made' | 'changed' | 'removed' | 'failed' | 'read' | 'access' | 'scan' | 'system';

/**
 * Every type of event in the audit trail, by what it is. A type that is missing here shows all the same, as a change; a test of the
 * API holds this list against the events that it writes.
 */
export const trailEventKinds: Readonly<Record<string, TrailEventKind>> = {
  user_created: 'made',
  user_signed_in: 'access',
  user_signed_out: 'access',
  sign_in_failed: 'failed',
  user_role_changed: 'changed',
  role_mapping_created: 'made',
  role_mapping_changed: 'changed',
  role_mapping_deleted: 'removed',
  settings_changed: 'changed',
  tenant_created: 'made',
  tenant_connected: 'made',
  tenant_reconnected: 'changed',
  tenant_connection_lost: 'failed',
  tenant_simulated: 'changed',
  tenant_going_live: 'changed',
  simulated_results_purged: 'removed',
  credentials_saved: 'changed',
  credentials_tested: 'read',
  client_secret_disabled: 'removed',
  data_key_rotated: 'system',
  graph_query: 'read',
  oauth_log_cleared: 'removed',
  oauth_log_exported: 'read',
  credentials_viewed: 'read',
  directory_sync_requested: 'scan',
  scan_schedule_changed: 'changed',
  scan_triggered: 'scan',
  scan_cancelled: 'scan',
  scan_run_started: 'scan',
  scan_run_cancelled: 'scan',
  scan_completed: 'scan',
  scan_failed: 'failed',
  finding_status_changed: 'changed',
  finding_accepted: 'changed',
  finding_acceptance_ended: 'changed',
  emergency_account_declared: 'made',
  emergency_account_changed: 'changed',
  emergency_account_removed: 'removed',
  mail_use_answered: 'changed',
  task_created: 'made',
  findings_exported: 'read',
  compliance_exported: 'read',
  database_exported: 'read',
  audit_trail_exported: 'read',
  export_downloaded: 'read',
  report_generated: 'read',
};

/** A type of event in words: `user_created` becomes 'User created'. */
export const trailEventLabel = (eventType: string): string =>
  sentenceCase(fieldWords(eventType).replace(/^oauth/i, 'OAuth')) || 'Unknown';

export const trailEventKind = (eventType: string): TrailEventKind =>
  Object.hasOwn(trailEventKinds, eventType) ? (trailEventKinds[eventType] ?? 'changed') : 'changed';
