import type { App } from './compose.ts';
import { activityRoutes } from './features/activities/activity-routes.ts';
import { adminPanelRoutes } from './features/admin-panel/admin-panel-routes.ts';
import { approvalRoutes } from './features/approvals/approval-routes.ts';
import { approvalRuleRoutes } from './features/approvals/approval-rule-routes.ts';
import { auditTrailRoutes } from './features/audit-trail/audit-trail-routes.ts';
import { auditRoutes } from './features/audits/audit-routes.ts';
import { authRoutes } from './features/auth/auth-routes.ts';
import { microsoftRoutes, oauthCookie } from './features/auth/microsoft-routes.ts';
import { profileRoutes } from './features/auth/profile-routes.ts';
import { baselineRoutes } from './features/baselines/baseline-routes.ts';
import { changeRoutes } from './features/changes/change-routes.ts';
import { checklistRoutes } from './features/checklists/checklist-routes.ts';
import { clientPageRoutes } from './features/client-room/client-pages.ts';
import { clientRoomRoutes } from './features/client-room/client-room-routes.ts';
import { complianceRoutes } from './features/compliance/compliance-routes.ts';
import { connectionRoutes } from './features/connections/connection-routes.ts';
import { dashboardRoutes } from './features/dashboard/dashboard-routes.ts';
import { directoryRoutes } from './features/directory/directory-routes.ts';
import { driftRoutes } from './features/drift/drift-routes.ts';
import { emergencyAccountRoutes } from './features/emergency-accounts/emergency-account-routes.ts';
import { evidenceRoutes } from './features/evidence/evidence-routes.ts';
import { exportRoutes } from './features/export/export-routes.ts';
import { findingRoutes } from './features/findings/finding-routes.ts';
import { microsoftQuestionRoutes } from './features/findings/microsoft-question-routes.ts';
import { graphToolsRoutes } from './features/graph-tools/graph-tools-routes.ts';
import { healthRoutes } from './features/health/health-routes.ts';
import { mailRoutes } from './features/mail/mail-routes.ts';
import { mailDomainRoutes } from './features/mail-domains/mail-domain-routes.ts';
import { mailFlowRoutes } from './features/mailflow/mailflow-routes.ts';
import { matrixRoutes } from './features/matrix/matrix-routes.ts';
import { mcpRoutes } from './features/mcp/mcp-routes.ts';
import { notificationRoutes } from './features/notifications/notification-routes.ts';
import { offboardingRoutes } from './features/offboarding/offboarding-routes.ts';
import { priceListRoutes } from './features/price-list/price-list-routes.ts';
import { projectPlanRoutes } from './features/project-plan/project-plan-routes.ts';
import { questionnaireRoutes } from './features/questionnaires/questionnaire-routes.ts';
import { remedyScriptRoutes } from './features/remedy-scripts/remedy-script-routes.ts';
import { reportScheduleRoutes } from './features/report-schedules/report-schedule-routes.ts';
import { clientReportRoutes } from './features/reports/client-room-routes.ts';
import { createQuestionnairePress } from './features/reports/questionnaire/questionnaire-press.ts';
import { reportRoutes } from './features/reports/report-routes.ts';
import { roleMappingRoutes } from './features/role-mappings/role-mapping-routes.ts';
import { scanRoutes } from './features/scans/scan-routes.ts';
import { scanRunRoutes } from './features/scans/scan-run-routes.ts';
import { scheduleRoutes } from './features/schedules/schedule-routes.ts';
import { signInReplayRoutes } from './features/sign-in-replay/sign-in-replay-routes.ts';
import { systemRoutes } from './features/system/system-routes.ts';
import { taskRoutes } from './features/tasks/task-routes.ts';
import { tenantConfigurationRoutes } from './features/tenant-configuration/tenant-configuration-routes.ts';
import { tenantContactRoutes } from './features/tenant-contacts/tenant-contact-routes.ts';
import { tenantGroupRoutes } from './features/tenant-groups/tenant-group-routes.ts';
import { tenantRoutes } from './features/tenants/tenant-routes.ts';
import { ticketRoutes } from './features/tickets/ticket-routes.ts';
import { tokenRoutes } from './features/tokens/token-routes.ts';
import { userRoutes } from './features/users/user-routes.ts';
import { whatIfRoutes } from './features/what-if/what-if-routes.ts';
import { createInProcessCalls } from './http/in-process.ts';
import type { Route } from './http/route.ts';

/** The calls that tools of Model Context Protocol stand on: the routes themselves, by the one way in. */
function mcpRoutesOf(app: App, routes: readonly Route[]): Route[] {
  const { config, stores, clock, telemetry, mcp, prepare } = app;
  const { publicOrigin, trustedProxies } = config;
  const { tenants, tenantGroups } = stores;
  const within = { publicOrigin, trustedProxies, ready: prepare, tenants, tenantGroups, clock, telemetry };
  return mcpRoutes({ ...mcp, callsOf: createInProcessCalls(routes, within) });
}

/** Every call of the API. A test holds this list against the contract's table: neither may have more. */
export function routesOf(app: App): Route[] {
  const { config, stores, clock, trail, vault, microsoft } = app;
  const { organizationName } = config;
  const shared = { ...stores, ...microsoft, clock, trail, vault, organizationName };
  const oauthCookieName = `${config.session.cookieName}-oauth`;
  const routes = [
    ...authRoutes({ ...app, setupCodeRequired: config.setupCode !== null }),
    ...profileRoutes({ ...app, users: stores.users }),
    ...microsoftRoutes({
      ...shared,
      finishConnection: microsoft.connections.finish,
      clientSignIn: app.clientSignIn,
      mail: app.mail,
      sessions: app.sessions,
      oauthCookieName,
    }),
    ...userRoutes({ ...app, tenants: stores.tenants }),
    ...roleMappingRoutes({ ...shared, isMicrosoftConfigured: microsoft.microsoftSignIn.isSetUp }),
    ...graphToolsRoutes(shared),
    ...connectionRoutes({
      ...shared,
      credentialStore: stores.credentials,
      oauthCookieName,
      oauthCookie,
      trailNotice: app.trailVerification.notice,
    }),
    ...offboardingRoutes(app),
    ...tenantRoutes({ ...shared, credentialStore: stores.credentials }),
    ...directoryRoutes({ ...shared, directorySync: app.directorySync }),
    ...signInReplayRoutes({ ...shared, signInLogs: app.signInLogs, signInReadings: app.signInReadings }),
    ...activityRoutes(shared),
    ...scanRoutes(app),
    ...scanRunRoutes(app),
    ...scheduleRoutes(app),
    ...emergencyAccountRoutes(app),
    ...tenantConfigurationRoutes({
      ...shared,
      tenantConfigurations: app.tenantConfigurations,
      settings: config.tenantConfiguration,
    }),
    ...remedyScriptRoutes({ ...shared, archive: app.archive, scriptHosts: app.scriptHosts }),
    ...findingRoutes({
      ...shared,
      queue: app.queue,
      answerAfterMs: config.scanAnswerAfterMs,
      acceptance: app.acceptance,
    }),
    ...microsoftQuestionRoutes(shared),
    ...auditRoutes({ ...shared, auditDeletion: app.auditDeletion }),
    ...auditTrailRoutes({ ...app, tenants: stores.tenants }),
    ...exportRoutes(app),
    ...driftRoutes(app),
    ...tenantGroupRoutes({ ...app, ...stores }),
    ...baselineRoutes(shared),
    ...mailDomainRoutes(stores),
    ...mailRoutes({ ...shared, mail: app.mail, publicOrigin: config.publicOrigin }),
    ...changeRoutes({ ...stores, changeWatch: app.changeWatch, clock: app.clock }),
    ...notificationRoutes(app.notifying),
    ...matrixRoutes({ ...stores, ...shared, credentialStore: stores.credentials }),
    ...complianceRoutes(shared),
    ...questionnaireRoutes({
      ...shared,
      printQuestionnaire: createQuestionnairePress({ ...shared, ...app, organizationName }),
    }),
    ...evidenceRoutes({ ...app, ...shared, answerAfterMs: config.scanAnswerAfterMs }),
    ...dashboardRoutes(shared),
    ...approvalRoutes({ ...app, ...shared }),
    ...approvalRuleRoutes(shared),
    ...adminPanelRoutes({ ...shared, installation: app.installation, leases: app.leases }),
    ...checklistRoutes(app),
    ...taskRoutes({
      ...shared,
      queue: app.queue,
      ticketing: app.ticketing,
      answerAfterMs: config.scanAnswerAfterMs,
    }),
    ...ticketRoutes(app.ticketing.parts),
    ...priceListRoutes(shared),
    ...projectPlanRoutes({ ...shared, projectPlans: app.projectPlans }),
    ...mailFlowRoutes(app),
    ...whatIfRoutes({ ...app, microsoft365: shared.microsoft365 }),
    ...reportRoutes({
      ...app,
      ...shared,
      answerAfterMs: config.scanAnswerAfterMs,
      redirectUri: app.microsoft.redirectUri,
    }),
    ...reportScheduleRoutes(app),
    ...tenantContactRoutes({ ...shared, userAccess: app.userAccess }),
    ...clientRoomRoutes(app.clientRooms),
    ...clientPageRoutes(shared),
    ...clientReportRoutes({ ...app, ...shared }),
    ...healthRoutes(app),
    ...tokenRoutes(shared),
    ...systemRoutes({ cookieName: config.session.cookieName }),
  ];
  return [...routes, ...mcpRoutesOf(app, routes)];
}
