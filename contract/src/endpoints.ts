import * as activities from './activities.ts';
import * as adminStats from './admin-stats.ts';
import * as approvalDecisions from './approval-decisions.ts';
import * as approvalRules from './approval-rules.ts';
import * as approvals from './approvals.ts';
import * as auditTrail from './audit-trail.ts';
import * as audits from './audits.ts';
import * as auth from './auth.ts';
import * as baselineList from './baseline-list.ts';
import * as baselines from './baselines.ts';
import * as changes from './changes.ts';
import * as checklist from './checklist.ts';
import * as clientDecisions from './client-decisions.ts';
import * as clientQuestions from './client-questions.ts';
import * as clientReports from './client-reports.ts';
import * as clientRoom from './client-room.ts';
import * as clientSignIn from './client-sign-in.ts';
import * as clientSummary from './client-summary.ts';
import * as compliance from './compliance.ts';
import * as configStatus from './config-status.ts';
import * as connectionStatus from './connection-status.ts';
import * as connections from './connections.ts';
import * as dashboard from './dashboard.ts';
import * as directory from './directory.ts';
import * as drift from './drift.ts';
import * as emergencyAccounts from './emergency-accounts.ts';
import type { Endpoint } from './endpoint.ts';
import * as evidence from './evidence.ts';
import * as evidenceTimeStamp from './evidence-time-stamp.ts';
import * as exports from './exports.ts';
import * as findings from './findings.ts';
import * as firstAdmin from './first-admin.ts';
import * as generatedReports from './generated-reports.ts';
import * as graphTools from './graph-tools.ts';
import * as health from './health.ts';
import * as internalScan from './internal-scan.ts';
import * as mailDomains from './mail-domains.ts';
import * as mailSettings from './mail-settings.ts';
import * as mailflow from './mailflow.ts';
import * as managedAudits from './managed-audits.ts';
import * as managedTenants from './managed-tenants.ts';
import * as matrix from './matrix.ts';
import * as mcp from './mcp.ts';
import * as microsoftQuestions from './microsoft-questions.ts';
import * as microsoftSignIn from './microsoft-sign-in.ts';
import * as noticeChannels from './notice-channels.ts';
import * as noticeRules from './notice-rules.ts';
import * as notices from './notices.ts';
import * as ownAccount from './own-account.ts';
import * as priceList from './price-list.ts';
import * as profile from './profile.ts';
import * as projectPlan from './project-plan.ts';
import * as projectReadiness from './project-readiness.ts';
import * as questionnaires from './questionnaires.ts';
import * as remedyScripts from './remedy-scripts.ts';
import * as reportSchedules from './report-schedules.ts';
import * as reportSettings from './report-settings.ts';
import * as resetLink from './reset-link.ts';
import * as roleMappings from './role-mappings.ts';
import * as sampledPasses from './sampled-passes.ts';
import * as scanRuns from './scan-runs.ts';
import * as scans from './scans.ts';
import * as signInCode from './sign-in-code.ts';
import * as signInReplay from './sign-in-replay.ts';
import * as stepUp from './step-up.ts';
import * as system from './system.ts';
import * as tasks from './tasks.ts';
import * as tenantConfiguration from './tenant-configuration.ts';
import * as tenantContacts from './tenant-contacts.ts';
import * as tenantGroups from './tenant-groups.ts';
import * as tenantPermissions from './tenant-permissions.ts';
import * as tenantSchedules from './tenant-schedules.ts';
import * as tenantSummaries from './tenant-summaries.ts';
import * as tenants from './tenants.ts';
import * as ticketSystems from './ticket-systems.ts';
import * as tickets from './tickets.ts';
import * as tokens from './tokens.ts';
import * as unreadNotices from './unread-notices.ts';
import * as users from './users.ts';
import * as whatIf from './what-if.ts';

function endpointsOf(module: Record<string, unknown>): Endpoint[] {
  return Object.values(module).filter(
    (member): member is Endpoint =>
      typeof member === 'object' && member !== null && 'method' in member && 'path' in member,
  );
}

/** Every call of the API. The browser imports the area it needs instead, so that a page loads no other area's schemas. */
export const endpoints: readonly Endpoint[] = [
  auth,
  signInCode,
  signInReplay,
  stepUp,
  profile,
  ownAccount,
  firstAdmin,
  microsoftSignIn,
  roleMappings,
  users,
  resetLink,
  connections,
  managedTenants,
  managedAudits,
  tenantGroups,
  tenantPermissions,
  tenantConfiguration,
  remedyScripts,
  connectionStatus,
  graphTools,
  tenants,
  ticketSystems,
  tickets,
  tenantSummaries,
  directory,
  emergencyAccounts,
  activities,
  scans,
  sampledPasses,
  scanRuns,
  tenantSchedules,
  findings,
  audits,
  auditTrail,
  exports,
  drift,
  compliance,
  questionnaires,
  evidence,
  evidenceTimeStamp,
  dashboard,
  adminStats,
  configStatus,
  baselineList,
  baselines,
  changes,
  notices,
  unreadNotices,
  noticeRules,
  noticeChannels,
  mailDomains,
  matrix,
  mcp,
  microsoftQuestions,
  checklist,
  internalScan,
  generatedReports,
  reportSettings,
  mailSettings,
  reportSchedules,
  tenantContacts,
  clientRoom,
  clientSignIn,
  clientSummary,
  clientDecisions,
  clientQuestions,
  clientReports,
  approvals,
  approvalDecisions,
  approvalRules,
  tasks,
  priceList,
  projectPlan,
  projectReadiness,
  mailflow,
  whatIf,
  health,
  system,
  tokens,
].flatMap(endpointsOf);
