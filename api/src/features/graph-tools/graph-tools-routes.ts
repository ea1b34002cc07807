import {
  clearOAuthLog,
  exportOAuthLog,
  getGraphSettings,
  getOAuthDebug,
  listOAuthLog,
  maxOAuthLogEntries,
  type OAuthLogEntry,
  queryGraph,
  saveGraphSettings,
  syncPartnerTenants,
  testGraph,
} from '@tenantry/contract/graph-tools';
import { truncate } from '@tenantry/contract/text';
import { explainAadsts } from '../../domain/connection/aadsts.ts';
import { appRegistration, readGraphApp, writeGraphApp } from '../../domain/connection/app-registration.ts';
import { preview } from '../../domain/preview/preview.ts';
import { Reply } from '../../http/reply.ts';
import { callerRoute, type Route, tenantRoute } from '../../http/route.ts';
import type { Clock } from '../../ports/clock.ts';
import { GraphError } from '../../ports/graph.ts';
import type { IdentityProvider } from '../../ports/identity-provider.ts';
import type { Microsoft365 } from '../../ports/microsoft365.ts';
import type { Trail } from '../../ports/trail.ts';
import type { Vault } from '../../ports/vault.ts';
import { credentialId } from '../../store/credentials.ts';
import type { OAuthLog, OAuthLogRecord } from '../../store/oauth-logs.ts';
import type { Scope } from '../../store/scope.ts';
import type { GraphAppRecord, SystemConfigStore } from '../../store/system-config.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import { checkPartnerScopes } from './check-partner-scopes.ts';
import type { GraphExplorer } from './graph-explorer.ts';
import { trailPath } from './trail-path.ts';

type Dependencies = {
  systemConfig: SystemConfigStore;
  oauthLog: OAuthLog;
  vault: Vault;
  trail: Trail;
  clock: Clock;
  identityProvider: Pick<IdentityProvider, 'appGraph'>;
  microsoft365: Microsoft365;
  graphExplorer: GraphExplorer;
  partnerSync: { sync(by: string): Promise<{ syncedCount: number; total: number; error: string | null }> };
  redirectUri: string;
  isSimulated: boolean;
};

/** The first six characters, followed by dots. */
const shortPreview = (text: string | null) => (text === null ? null : `${text.slice(0, 6)}......`);

function settingsView(app: GraphAppRecord | null, redirectUri: string) {
  return {
    clientId: app?.clientId ?? '',
    tenantId: app?.tenantId ?? '',
    redirectUri,
    hasClientSecret: (app?.secretName ?? '') !== '',
    secretExpiresAt: app?.secretExpiresAt ?? null,
    partnerCenterScopes: app?.partnerCenterScopes ?? '',
  };
}

function logView({ createdAt: _, ...record }: OAuthLogRecord): OAuthLogEntry {
  return { ...record, explanation: explainAadsts(record.error) };
}

function settingRoutes({
  systemConfig,
  vault,
  trail,
  clock,
  redirectUri,
  identityProvider,
  microsoft365,
  isSimulated,
}: Dependencies): Route[] {
  return [
    callerRoute(getGraphSettings, async () => settingsView(await readGraphApp(systemConfig), redirectUri)),

    callerRoute(saveGraphSettings, async ({ body, caller }) => {
      const { clientSecret, secretExpiresAt, partnerCenterScopes } = body;
      const [clientId, tenantId] = [body.clientId.toLowerCase(), body.tenantId.toLowerCase()];
      const secret = clientSecret || (await appRegistration(systemConfig, vault))?.clientSecret;
      if (partnerCenterScopes !== '' && secret) {
        const asked = { entraTenantId: tenantId, scopes: [partnerCenterScopes] };
        await checkPartnerScopes(identityProvider, { clientId, clientSecret: secret }, asked);
      }
      const record = await writeGraphApp(
        { systemConfig, vault, trail, now: clock.now() },
        {
          clientId,
          tenantId,
          partnerCenterScopes,
          ...(clientSecret ? { clientSecret } : {}),
          ...(secretExpiresAt === undefined ? {} : { secretExpiresAt }),
        },
        caller.user.username,
      );
      return settingsView(record, redirectUri);
    }),

    callerRoute(testGraph, async () => {
      const app = await readGraphApp(systemConfig);
      const timestamp = clock.now().toISOString();
      const shown = {
        clientId: preview(app?.clientId ?? ''),
        tenantId: preview(app?.tenantId ?? ''),
        clientSecret: app?.secretName ? 'configured' : 'not configured',
      };
      if (!app?.tenantId || !app.secretName) {
        const message = 'The app registration is not set up. Save it under Graph API Settings.';
        return { status: 'failed' as const, message, timestamp, credentials: shown, data: null };
      }
      try {
        const target = { entraTenantId: app.tenantId, isSimulated: false };
        const data = await microsoft365.graph(target).get('/v1.0/organization?$select=id,displayName');
        const status = isSimulated ? ('mock' as const) : ('success' as const);
        return { status, message: 'Microsoft Graph answered.', timestamp, credentials: shown, data };
      } catch (error) {
        if (!(error instanceof GraphError)) throw error;
        const { status, code, message } = error.failure;
        return {
          status: 'failed' as const,
          message: `${status} ${code}: ${message}`,
          timestamp,
          credentials: shown,
          data: null,
        };
      }
    }),
  ];
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
    ...settingRoutes(dependencies),
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
