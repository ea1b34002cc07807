import { objectsAt, textAt } from '../../audit/json-reader.ts';
import { settleTrail, withTrail } from '../../domain/audit-trail/outbox.ts';
import type { OAuthRound, OAuthRounds } from '../../domain/connection/oauth-requests.ts';
import { resumed } from '../../domain/scan-plan/scan-plan.ts';
import { AppError } from '../../http/app-error.ts';
import type { Caller } from '../../http/caller.ts';
import type { ActivityLog } from '../../ports/activity-log.ts';
import type { Clock } from '../../ports/clock.ts';
import { type Collection, type RecordStore, update } from '../../ports/collection.ts';
import { GraphError } from '../../ports/graph.ts';
import {
  type AppRegistration,
  IdentityError,
  type IdentityProvider,
  type Redeemed,
} from '../../ports/identity-provider.ts';
import type { Microsoft365 } from '../../ports/microsoft365.ts';
import type { Trail } from '../../ports/trail.ts';
import { containers, globalPartition } from '../../store/containers.ts';
import { notReached, type OAuthLog, type OAuthStep } from '../../store/oauth-logs.ts';
import { isInScope } from '../../store/scope.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import type { CredentialService } from './credential-service.ts';
import { tenantOfDirectory } from './tenant-of-directory.ts';
import type { TenantWorld } from './tenant-world.ts';

type Dependencies = {
  store: RecordStore;
  identityProvider: IdentityProvider;
  appRegistration(): Promise<AppRegistration | null>;
  rounds: OAuthRounds;
  credentials: CredentialService;
  world: Pick<TenantWorld, 'goLive'>;
  microsoft365: Microsoft365;
  oauthLog: OAuthLog;
  trail: Trail;
  activityLog: ActivityLog;
  clock: Clock;
  redirectUri: string;
};

type Answer = {
  code?: string | undefined;
  error?: string | undefined;
  error_description?: string | undefined;
  admin_consent?: string | undefined;
  tenant?: string | undefined;
};

/** A step went wrong in a way that the OAuth pages tell and the person is told in `message`. */
class ConnectionError extends Error {
  readonly step: Partial<OAuthStep>;
  constructor(message: string, step: Partial<OAuthStep>) {
    super(message);
    this.name = 'ConnectionError';
    this.step = step;
  }
}

/** Who connects a tenant proves the right to by signing in to it; the app then reads with permissions of its own. */
export const connectScopes = ['openid', 'profile', 'email', 'offline_access', 'https://graph.microsoft.com/User.Read'];
const anyDirectory = 'organizations';
/** After these a sign-in alone is refused again: the directory no longer knows our app, or nobody consents. */
const wantsConsent = /AADSTS(700016|7000229|65001)\b/;
const isGuid = (text: string | undefined): text is string =>
  /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text ?? '');

const completePage = (parameters: Record<string, string>) => `/auth/complete?${new URLSearchParams(parameters)}`;
const errorPage = (message: string) => `/auth/error?${new URLSearchParams({ message })}`;

/** The accounts are read soon after each connection: what it gave may be what was missing. */
const syncSoon = (at: Date): Partial<TenantRecord> => ({ directorySyncDueAt: at.toISOString() });

/** Connects tenants: an administrator's consent, then a sign-in to the tenant that proves which one it is. */
export function createConnections(dependencies: Dependencies) {
  const { store, identityProvider, rounds, credentials, world, microsoft365, oauthLog, trail, activityLog, clock } =
    dependencies;
  const { redirectUri } = dependencies;
  const tenants: Collection<TenantRecord> = store.partition(containers.tenants, globalPartition);

  async function registration(): Promise<AppRegistration> {
    const app = await dependencies.appRegistration();
    if (app) return app;
    throw new AppError('UNAVAILABLE', 'Set up the app registration first: Admin Panel, Graph API Settings.');
  }

  const log = (step: Partial<OAuthStep> & Pick<OAuthStep, 'context'>) =>
    oauthLog.step({ ...notReached, source: 'm365', ...step });

  /** The first half: an administrator of the directory consents to what our app asks for. */
  async function consentUrl(userId: string, tenantId: string, authority: string, browser: string | undefined) {
    const { clientId } = await registration();
    const round = await rounds.begin({ purpose: 'consent', authority, userId, tenantId }, browser);
    const consent = { authority, redirectUri, state: round.state };
    return { url: identityProvider.adminConsentUrl(clientId, consent), browser: round.browser };
  }

  /** The second half: a sign-in to the directory, whose verified token says which one it is. */
  async function connectUrl(
    userId: string,
    tenantId: string,
    authority: string,
    browser: string | undefined,
    loginHint?: string,
  ) {
    const round = await rounds.begin({ purpose: 'connect', authority, userId, tenantId }, browser);
    const { state, nonce, codeChallenge } = round;
    const hint = loginHint ? { loginHint } : { prompt: 'select_account' as const };
    const request = { authority, redirectUri, scopes: connectScopes, nonce, state, codeChallenge, ...hint };
    return { url: await identityProvider.signInUrl(await registration(), request), browser: round.browser };
  }

  async function redeem(round: OAuthRound, code: string): Promise<Redeemed> {
    const { authority, nonce, codeVerifier } = round;
    try {
      return await identityProvider.redeem(await registration(), {
        authority,
        redirectUri,
        scopes: connectScopes,
        nonce,
        code,
        codeVerifier,
      });
    } catch (error) {
      if (!(error instanceof IdentityError)) throw error;
      throw new ConnectionError('Microsoft did not confirm the sign-in. Please start again.', {
        context: 'token-exchange',
        error: error.message || error.code,
        raw: { code: error.code },
        tokenExchangeSuccess: false,
      });
    }
  }

  /** What the directory says of itself to our app: proof that the consent holds. Tokens from before it are not used. */
  async function readOrganization(entraTenantId: string): Promise<{ name: string; domain: string }> {
    const target = { entraTenantId, isSimulated: false };
    microsoft365.forget(target);
    const startedMs = performance.now();
    try {
      const answer = await microsoft365.graph(target).get('/v1.0/organization?$select=id,displayName,verifiedDomains');
      const [organization] = objectsAt(answer, 'value');
      const domains = objectsAt(organization, 'verifiedDomains');
      const main = domains.find((domain) => domain.isDefault === true) ?? domains[0];
      await oauthLog.health(entraTenantId, {
        errorMessage: null,
        responseTimeMs: Math.round(performance.now() - startedMs),
      });
      return {
        name: textAt(organization, 'displayName') ?? entraTenantId,
        domain: textAt(main, 'name') ?? '',
      };
    } catch (error) {
      if (!(error instanceof GraphError)) throw error;
      const { status, code, message } = error.failure;
      const responseTimeMs = Math.round(performance.now() - startedMs);
      await oauthLog.health(entraTenantId, { errorMessage: `${status} ${code}: ${message}`, responseTimeMs });
      throw new ConnectionError(
        'The consent was given, but Microsoft Graph does not accept it yet. Try again shortly.',
        {
          context: 'tenant-scan',
          error: `${status} ${code}: ${message}`,
          originatingTenantId: entraTenantId,
          tokenExchangeSuccess: true,
          graphApiSuccess: false,
        },
      );
    }
  }

  async function connect(round: OAuthRound, code: string, caller: Caller): Promise<string> {
    const startedMs = performance.now();
    const redeemed = await redeem(round, code);
    const { entraTenantId, email, username } = redeemed.identity;
    const seen = { originatingTenantId: entraTenantId, userEmailExtracted: email ?? username, oauthStateDecoded: true };
    const expected = round.tenantId === '' ? null : await tenants.get(round.tenantId);
    if (round.tenantId !== '' && expected?.value.m365TenantId !== entraTenantId) {
      throw new ConnectionError('That account belongs to another organization than the one to connect again.', {
        ...seen,
        context: 'callback',
        error: 'The directory of the token is not that of the tenant',
        tokenExchangeSuccess: true,
        credentialsSaved: false,
      });
    }
    const organization = await readOrganization(entraTenantId);
    const { tenant } = await tenantOfDirectory(dependencies, entraTenantId, organization, caller.user.username);
    if (!isInScope(caller.scope, tenant.id)) {
      throw new ConnectionError('This organization is connected already, and it is not one of yours.', {
        ...seen,
        context: 'callback',
        error: 'The tenant is not in the scope of the caller',
        tokenExchangeSuccess: true,
        credentialsSaved: false,
      });
    }
    await credentials.saveConnection(tenant.id, redeemed);
    await connected(tenant, caller, expected !== null);
    await log({
      ...seen,
      context: 'callback',
      tokenExchangeSuccess: true,
      graphApiSuccess: true,
      credentialsSaved: true,
      oauthCallbackDurationMs: Math.round(performance.now() - startedMs),
    });
    return completePage(
      expected === null
        ? { success: 'tenant_connected', tenant: tenant.name }
        : { success: 'reauth_complete', tenant: tenant.name },
    );
  }

  async function connected(tenant: TenantRecord, caller: Caller, again: boolean): Promise<void> {
    const at = clock.now();
    const entry = {
      eventType: again ? 'tenant_reconnected' : 'tenant_connected',
      user: caller.user.username,
      target: tenant.name,
      tenantId: tenant.id,
      details: { entraTenantId: tenant.m365TenantId },
    } as const;
    const record = await update(tenants, tenant.id, (current) => {
      return withTrail(again ? resumed(current, at) : { ...current, ...syncSoon(at) }, entry, at);
    });
    if (record) await settleTrail(tenants, record, trail);
    if (tenant.isMock) await world.goLive(tenant.id, caller.user.username);
    const message = `${tenant.name} was connected to Microsoft 365${again ? ' again' : ''}`;
    await activityLog.add({ type: 'system', message, tenantId: tenant.id });
  }

  return {
    /** Begins to connect a tenant that is not known yet. */
    async startConsent(caller: Caller, browser: string | undefined) {
      // Whoever sees some tenants only would not see the one that they connect.
      if (caller.scope.kind !== 'all') {
        throw new AppError('FORBIDDEN', 'New tenants are connected by administrators of all tenants.');
      }
      await log({ context: 'start', raw: { purpose: 'consent' } });
      return consentUrl(caller.userId, '', anyDirectory, browser);
    },

    /** Begins to connect a tenant again: its own directory, and nobody else's account. */
    async startReconnect(caller: Caller, tenant: TenantRecord, email: string | undefined, browser: string | undefined) {
      await log({ context: 'start', originatingTenantId: tenant.m365TenantId, raw: { purpose: 'reconnect' } });
      const reason = (await credentials.read(tenant.id))?.reconnectReason ?? '';
      if (wantsConsent.test(reason)) return consentUrl(caller.userId, tenant.id, tenant.m365TenantId, browser);
      return connectUrl(caller.userId, tenant.id, tenant.m365TenantId, browser, email);
    },

    /** Takes up a round that Microsoft sent the browser back from. @returns the page to go to */
    async finish(
      round: OAuthRound,
      answer: Answer,
      caller: Caller | null,
      browser: string | undefined,
    ): Promise<string> {
      if (!caller || caller.userId !== round.userId || caller.role !== 'admin') {
        throw new AppError('FORBIDDEN', 'Sign in as the administrator who began this, then start again.');
      }
      try {
        if (answer.error !== undefined) {
          throw new ConnectionError(
            answer.error === 'access_denied' ? 'The consent was declined.' : 'Microsoft refused the connection.',
            {
              context: 'callback',
              error: (answer.error_description ?? answer.error).slice(0, 500),
              raw: { error: answer.error.slice(0, 100) },
            },
          );
        }
        if (round.purpose === 'consent') {
          // The address only says where to go on; which directory it is, the verified token of the next step says.
          const named = isGuid(answer.tenant) ? answer.tenant.toLowerCase() : anyDirectory;
          const authority = round.tenantId === '' ? named : round.authority;
          return (await connectUrl(caller.userId, round.tenantId, authority, browser)).url;
        }
        if (answer.code === undefined) {
          throw new ConnectionError('Missing authorization code', { context: 'callback', error: 'no code' });
        }
        return await connect(round, answer.code, caller);
      } catch (error) {
        if (!(error instanceof ConnectionError)) throw error;
        await log({ context: 'callback', ...error.step });
        return round.tenantId === ''
          ? errorPage(error.message)
          : `/admin/tenants?${new URLSearchParams({ reauth: 'failed', error: error.message })}`;
      }
    },
  };
}

export type Connections = ReturnType<typeof createConnections>;
