import {
  clearOAuthLog,
  exportOAuthLog,
  getOAuthDebug,
  listOAuthLog,
  maxOAuthLogEntries,
  type OAuthLogEntry,
  queryGraph,
  syncPartnerTenants,
} from '@tenantry/contract/graph-tools';
import { truncate } from '@tenantry/contract/text';
import { explainAadsts } from '../../domain/connection/aadsts.ts';
import { Reply } from '../../http/reply.ts';
import { callerRoute, type Route, tenantRoute } from '../../http/route.ts';
import { credentialId } from '../../store/credentials.ts';
import type { OAuthLog, OAuthLogRecord } from '../../store/oauth-logs.ts';
import type { Scope } from '../../store/scope.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import type { GraphExplorer } from './graph-explorer.ts';
import { type GraphSettingsDependencies, graphSettingsRoutes } from './graph-settings-routes.ts';
import { trailPath } from './trail-path.ts';

type Dependencies = GraphSettingsDependencies & {
  oauthLog: OAuthLog;
  graphExplorer: GraphExplorer;
  partnerSync: { sync(by: string): Promise<{ syncedCount: number; total: number; error: string | null }> };
};

/** The first six characters, followed by dots. */
const shortPreview = (text: string | null) => (text === null ? null : `${text.slice(0, 6)}......`);

function logView({ createdAt: _, ...record }: OAuthLogRecord): OAuthLogEntry {
  return { ...record, explanation: explainAadsts(record.error) };
}

function oauthLogRoutes({ oauthLog, trail, clock }: Dependencies): Route[] {
  const newest = async (scope: Scope) => (await oauthLog.newest(scope, maxOAuthLogEntries)).map(logView);
  return [
    callerRoute(listOAuthLog, async ({ caller: { scope } }) => {
      const [logs, { total, successes }] = await Promise.all([newest(scope), oauthLog.count(scope)]);
      return { logs, statistics: { total, successes, failures: total - successes }, pagination: { total } };
    }),

    callerRoute(clearOAuthLog, async ({ caller }) => {
      const records = await oauthLog.every(caller.scope);
      await trail.record({
        eventType: 'oauth_log_cleared',
        user: caller.user.username,
        target: 'OAuth log',
        tenantId: null,
        details: { entries: records.length },
      });
      let deleted = 0;
      for (const record of records) if (await oauthLog.delete(record)) deleted += 1;
      return { success: true as const, deleted };
    }),

    callerRoute(exportOAuthLog, async ({ caller }) => {
      const day = clock.now().toISOString().slice(0, 10);
      const logs = await newest(caller.scope);
      await trail.record({
        eventType: 'oauth_log_exported',
        user: caller.user.username,
        target: 'OAuth log',
        tenantId: null,
        details: { entries: logs.length },
      });
      return Reply.file({
        fileName: `oauth-errors-${day}.json`,
        contentType: 'application/json; charset=utf-8',
        bytes: Buffer.from(`${JSON.stringify(logs, null, 2)}\n`),
      });
    }),
  ];
}

async function debugOf({ tenant, scans, credentials }: TenantRecords) {
  const stored = (await credentials.get(credentialId(tenant.id)))?.value ?? null;
  const { items } = await scans.query({ orderBy: { field: 'timestamp', direction: 'desc' }, limit: 1 });
  const [scan] = items;
  const state = (ok: boolean | null | undefined) =>
    ok === null || ok === undefined ? ('none' as const) : ok ? ('success' as const) : ('failed' as const);
  const scanOk = scan?.status === 'completed' ? true : scan?.status === 'failed' ? false : null;
  return {
    tokenExchange: {
      status: state(stored?.lastTokenSuccess),
      timestamp: stored?.lastTokenRequestAt ?? null,
      userEmail: stored?.userEmail ?? null,
      // A token is never opened for a page: of its envelope nobody learns anything.
      tokenPreview: stored?.tokenCache ? shortPreview(stored.tokenCache.data) : null,
      error: stored?.reconnectReason ?? null,
    },
    graphScan: {
      status: state(scanOk),
      timestamp: scan?.timestamp ?? null,
      scanStatus: scan?.status ?? null,
      profileResponse: scan ? `${scan.graphCalls} calls, ${scan.userCount ?? 'no'} users` : null,
      error: scan?.errorMessage ?? null,
    },
    credentialRecord: {
      exists: stored !== null,
      lastUpdated: stored?.updatedAt ?? null,
      clientIdPreview: shortPreview(stored?.clientId ?? null),
      hasAccessToken: stored?.tokenCache != null,
      hasRefreshToken: stored?.tokenCache != null,
      tokenExpiresAt: stored?.tokenExpiresAt ?? null,
    },
  };
}

export function graphToolsRoutes(dependencies: Dependencies): Route[] {
  const { trail, graphExplorer, partnerSync } = dependencies;
  return [
    ...graphSettingsRoutes(dependencies),
    ...oauthLogRoutes(dependencies),

    tenantRoute(getOAuthDebug, async ({ tenant, caller }) => {
      // It shows the beginnings of what the tenant is reached with.
      await trail.record({
        eventType: 'credentials_viewed',
        user: caller.user.username,
        target: tenant.tenant.name,
        tenantId: tenant.tenant.id,
        details: {},
      });
      return debugOf(tenant);
    }),

    tenantRoute(queryGraph, async ({ tenant, body, caller }) => {
      const { path, ...result } = await graphExplorer.query(tenant.tenant, body.endpoint);
      await trail.record({
        eventType: 'graph_query',
        user: caller.user.username,
        target: tenant.tenant.name,
        tenantId: tenant.tenant.id,
        details: { path: truncate(trailPath(path), 500), status: result.status },
      });
      return result;
    }),

    callerRoute(syncPartnerTenants, ({ caller }) => partnerSync.sync(caller.user.username)),
  ];
}
