import type { Activity } from '@tenantry/contract/activities';
import type { Approval } from '@tenantry/contract/approvals';
import type { Audit, DatasetStateView } from '@tenantry/contract/audits';
import type { SessionUser } from '@tenantry/contract/auth';
import type { AdminTenant, Credential } from '@tenantry/contract/connections';
import type { SecureScore } from '@tenantry/contract/dashboard';
import type { M365User } from '@tenantry/contract/directory';
import type { ComparedScan, Drift } from '@tenantry/contract/drift';
import type { listEmergencyAccounts } from '@tenantry/contract/emergency-accounts';
import type { Endpoint, Parsed } from '@tenantry/contract/endpoint';
import type { Finding, FindingDetails } from '@tenantry/contract/findings';
import type { getGraphSettings, OAuthLogEntry } from '@tenantry/contract/graph-tools';
import type { getAdminSettings, getAuthSettings, RoleMapping } from '@tenantry/contract/role-mappings';
import type { RunScan, ScanRun } from '@tenantry/contract/scan-runs';
import type { TenantSummary } from '@tenantry/contract/tenant-summaries';
import { everyItem, everyPage, type Get, pick } from './api-reading.ts';
import { readBackWork } from './read-back-work.ts';

type Answer<E extends Endpoint> = Parsed<E['response']>;

/** A row of today's list is what counts once, with those that count as one with it behind it; a row was once each finding. */
async function rowsOf(get: Get): Promise<Finding[]> {
  const rows = await everyItem<Finding>(get, '/api/graph/findings');
  const unfolded = rows.map((row) =>
    'isCounted' in row && row.countsWith > 0 ? everyItem<Finding>(get, `/api/graph/findings?group=${row.id}`) : [row],
  );
  return (await Promise.all(unfolded)).flat().sort((a, b) => a.id.localeCompare(b.id));
}

/** By id, and of each all that was seen: what comes first, and what counts once, is of the code of the day. */
async function findingsOf(get: Get) {
  const findings = await rowsOf(get);
  return Promise.all(
    findings.map(async ({ id }) => {
      // What can happen is said by the code of the day.
      const {
        tenant: _tenant,
        impact: _impact,
        countsWith: _counts,
        ...finding
      } = await get<FindingDetails>(`/api/findings/${id}`);
      return finding;
    }),
  );
}

async function runsOf(get: Get) {
  const runs = await everyItem<ScanRun>(get, '/api/admin/scan/runs');
  return Promise.all(
    // Which of a run somebody sees is of the day, not of the folder; what one of then found was not kept.
    runs.map(async ({ isPartial: _, outcome: _outcome, ...run }) => ({
      ...run,
      scans: (await everyItem<RunScan>(get, `/api/admin/scan/run/${run.runId}/scans`)).map((scan) =>
        pick(scan, 'scanLogId', 'tenantId', 'status', 'startedAt', 'completedAt', 'duration', 'errorMessage'),
      ),
    })),
  );
}

/** `license` was once spelled another way. */
type Dataset = DatasetStateView & { licence?: string | null };

async function auditOf(get: Get, tenantId: string) {
  const audit = await get<Omit<Audit, 'datasets'> & { datasets: Dataset[] }>('/api/audit/sample', tenantId);
  const verdicts = Object.values(audit.categories ?? {}).flatMap((category) => category.verdicts);
  return {
    ...pick(audit, 'auditTimestamp', 'overallScore', 'coverage', 'userCount'),
    ...pick(audit, 'isSimulated', 'isSample'),
    verdicts: Object.fromEntries(verdicts.map(({ checkId, status }) => [checkId, status])),
    datasets: audit.datasets.map((one) => ({
      ...pick(one, 'name', 'state', 'fetchedAt', 'status', 'code', 'permission'),
      license: one.license ?? one.licence ?? null,
    })),
  };
}

/** How ready an account is comes from scans of this version on. */
async function emergencyAccountsOf(get: Get, tenantId: string) {
  const path = `/api/admin/tenants/${tenantId}/emergency-accounts`;
  const { accounts } = await get<Answer<typeof listEmergencyAccounts>>(path);
  return { accounts: accounts.map(({ state: _, ...declared }) => declared) };
}

async function secureScoreOf(get: Get, tenantId: string) {
  const score = await get<SecureScore>(`/api/secure-score?tenantId=${tenantId}`);
  return { ...pick(score, 'currentScore', 'maxScore', 'trend', 'lastUpdated'), points: score.history.length };
}

/** Between the two latest completed scans: read from the settings that each of them archived. */
async function driftOf(get: Get, tenantId: string) {
  const drift = await get<Drift>(`/api/drift?tenantId=${tenantId}`);
  return {
    ...pick(drift, 'from', 'to'),
    verdicts: drift.verdicts.map((one) => pick(one, 'checkId', 'from', 'to', 'affectedBefore', 'affectedAfter')),
    settings: drift.settings.map(({ who, ...change }) => ({
      ...pick(change, 'dataset', 'objectId', 'objectName', 'path', 'kind', 'scope', 'before', 'after'),
      who: who.entries,
    })),
    notComparable: drift.notComparable.map(({ dataset }) => dataset),
  };
}

async function directoryOf(get: Get, tenantId: string) {
  type UserPage = { users: M365User[]; total: number | null; syncedAt: string | null; nextCursor?: string };
  const pages = await everyPage<UserPage>(get, `/api/admin/tenants/${tenantId}/users`);
  const users = pages.flatMap((page) => page.users);
  const first = pages[0];
  return {
    total: first?.total ?? null,
    syncedAt: first?.syncedAt ?? null,
    users: users.length,
    mfaEnforced: users.filter(({ mfaEnforced }) => mfaEnforced).length,
    withRoles: users
      .filter(({ directoryRoles }) => directoryRoles !== null && directoryRoles.length > 0)
      .map((user) => pick(user, 'id', 'displayName', 'userPrincipalName', 'jobTitle', 'directoryRoles')),
  };
}

/**
 * What an administrator finds in the product, list by list: the same of a data folder whatever version opens it. Only
 * paths and fields of the public API are named, so that older and newer versions can be asked alike.
 */
export async function readBack(get: Get) {
  const { tenants } = await get<{ tenants: AdminTenant[] }>('/api/admin/tenants');
  const ids = tenants.map(({ id }) => id);
  const ofEach = async <T>(read: (tenantId: string) => Promise<T>): Promise<Record<string, T>> =>
    Object.fromEntries(await Promise.all(ids.map(async (id) => [id, await read(id)])));
  const { credentials } = await get<{ credentials: Credential[] }>('/api/graph/credentials');
  const { logs } = await get<{ logs: OAuthLogEntry[] }>('/api/admin/oauth-errors');
  const approvals = await everyItem<Approval>(get, '/api/admin/approvals');
  const { user } = await get<{ user: SessionUser }>('/api/auth/session');
  return {
    administrator: pick(user, 'id', 'name', 'username', 'email', 'role'),
    // None was once null, and nobody told what stands in the way of a scan.
    tenants: tenants.map(({ trouble: _, lastAuditDate: __, ...tenant }) => ({
      ...tenant,
      lastScanStatus: tenant.lastScanStatus === 'none' ? null : tenant.lastScanStatus,
    })),
    summaries: (await everyItem<TenantSummary>(get, '/api/admin/tenant-summaries'))
      .map((summary) => ({
        ...pick(
          summary,
          ...(['tenantId', 'tenantName', 'domain', 'isMock', 'secureScore', 'securityScore', 'coverage'] as const),
          ...(['openIssuesCount', 'criticalIssues', 'lastAuditDate', 'lastScanDate'] as const),
        ),
        // A tenant that had no audit and whose connection was lost was not known to fail.
        status: summary.status === 'Failing' && summary.lastAuditDate === null ? 'Unknown' : summary.status,
      }))
      // By name, as they once came.
      .sort((a, b) => a.tenantName.localeCompare(b.tenantName)),
    findings: await findingsOf(get),
    approvals: approvals.map((approval) =>
      pick(
        approval,
        ...(['id', 'tenantId', 'title', 'description', 'type', 'priority', 'status', 'origin'] as const),
        ...(['requestedBy', 'requestedAt', 'linkedFindingId'] as const),
      ),
    ),
    ...(await readBackWork(get, approvals, ofEach)),
    runs: await runsOf(get),
    scans: await ofEach((id) => everyItem<ComparedScan>(get, `/api/scans?tenantId=${id}`)),
    latestScans: await ofEach(
      async (id) => (await get<{ latestScan: unknown }>(`/api/tenant/${id}/summary`)).latestScan,
    ),
    audits: await ofEach((id) => auditOf(get, id)),
    secureScores: await ofEach((id) => secureScoreOf(get, id)),
    drift: await ofEach((id) => driftOf(get, id)),
    emergencyAccounts: await ofEach((id) => emergencyAccountsOf(get, id)),
    directories: await ofEach((id) => directoryOf(get, id)),
    credentials: credentials.map((credential) =>
      pick(
        credential,
        ...(['tenantId', 'entraTenantId', 'hasOwnApp', 'clientId', 'status', 'environment', 'lastUsed'] as const),
        ...(['lastAuthenticatedAt', 'secretExpiresAt', 'scopes', 'userEmail', 'isMock', 'lastTest'] as const),
      ),
    ),
    registration: pick(
      await get<Answer<typeof getGraphSettings>>('/api/admin/graph-settings'),
      ...(['clientId', 'tenantId', 'hasClientSecret', 'secretExpiresAt'] as const),
    ),
    roleMappings: await get<RoleMapping[]>('/api/admin/role-mappings'),
    settings: await get<Answer<typeof getAdminSettings>>('/api/admin/settings'),
    signInSettings: await get<Answer<typeof getAuthSettings>>('/api/settings/auth'),
    oauthLog: logs.map((log) => pick(log, 'id', 'timestamp', 'context', 'source', 'error', 'credentialsSaved')),
    activities: (await get<Activity[]>('/api/admin/recent-activity')).map((one) => pick(one, 'id', 'type', 'message')),
  };
}

/** What has to be found in a data folder, whichever version opens it. */
export type Manifest = {
  recordedAt: string;
  /** Of the administrator's session, which an upgrade does not end. */
  cookie: string;
  /** Who signed in with Microsoft. */
  staff: SessionUser;
  /** A scan that ran, and entries of the trail that waited, when the processes ended. */
  unfinished: { tenantId: string; scanLogId: string; trailEntries: string[] };
  trail: { months: string[]; blocks: number; entries: Record<string, number> };
  found: Awaited<ReturnType<typeof readBack>>;
};
