import { type GraphClient, GraphError } from '../../ports/graph.ts';
import type { AppRegistration } from '../../ports/identity-provider.ts';
import type { GraphOptions, MailSources, Microsoft365, Microsoft365Target } from '../../ports/microsoft365.ts';
import { type AppTokens, createAppTokens } from './app-tokens.ts';
import { credentialFingerprint } from './client-credential.ts';
import { createConfigurationSnapshots } from './configuration-snapshots.ts';
import { createGraphClient } from './graph-client.ts';
import type { ConnectionOptions } from './graph-connection.ts';
import { type GraphRateLimiter, unlimited } from './graph-rate-limiter.ts';
import { isTokenRefusal } from './token-failures.ts';
import { grantedRoles } from './token-roles.ts';
import type { Upstream } from './upstream.ts';

/** The simulator takes any client and any secret, so that this one is no secret. */
const simulatedApp = { clientId: '7e0a4a52-5f0b-4a7c-9f0e-3f2d8f1c6b11', clientSecret: 'simulated' };

/** A live tenant that no one has connected yet. */
class NotConnectedError extends GraphError {
  constructor() {
    super({ status: 0, code: 'NotConnected', message: 'This tenant is not connected to Microsoft 365.' });
    this.name = 'NotConnectedError';
  }
}

/** What becomes of asking for a token of a live tenant: kept, so that a lost connection is told and not tried for ever. */
type TokenOutcomes = {
  succeeded(entraTenantId: string): Promise<void>;
  /** @param code MSAL's, such as `invalid_client`; `message` names the AADSTS code */
  refused(entraTenantId: string, code: string, message: string): Promise<void>;
  /** @param isAccepted whether Graph took the token */
  answered(entraTenantId: string, isAccepted: boolean): Promise<void>;
};

type LiveTenants = {
  upstream: Upstream;
  mail: MailSources;
  /** The app registration that this tenant consented to; null where nobody connected it. */
  appOf(entraTenantId: string): Promise<AppRegistration | null>;
  outcomes: TokenOutcomes;
  /** Graph as the account that connected this tenant. @throws GraphError */
  accountGraph(entraTenantId: string, scopes: readonly string[], options: GraphOptions): Promise<GraphClient>;
};

/** For where there are no live tenants: benchmarks and tests. */
export function noLiveTenants(mail: MailSources): LiveTenants {
  return {
    upstream: { fetch: () => Promise.reject(new NotConnectedError()) },
    mail,
    appOf: async () => null,
    outcomes: { succeeded: async () => undefined, refused: async () => undefined, answered: async () => undefined },
    accountGraph: () => Promise.reject(new NotConnectedError()),
  };
}

/** App-only tokens of a live tenant. Its credential may be replaced while the product runs, so it is read each time. */
function liveTokens(entraTenantId: string, live: LiveTenants, scopes?: readonly string[]): AppTokens {
  let made: { by: string; tokens: AppTokens } | undefined;
  return {
    async get(options) {
      const app = await live.appOf(entraTenantId);
      if (!app) throw new NotConnectedError();
      const by = credentialFingerprint(app);
      if (made?.by !== by) made = { by, tokens: createAppTokens(entraTenantId, app, live.upstream, scopes) };
      try {
        const token = await made.tokens.get(options);
        await live.outcomes.succeeded(entraTenantId);
        return token;
      } catch (error) {
        if (isTokenRefusal(error)) await live.outcomes.refused(entraTenantId, error.errorCode, error.message);
        throw error;
      }
    },
  };
}

/** The live upstream, of which each tenant's answers are noted. */
function watched({ upstream, outcomes }: LiveTenants, entraTenantId: string): Upstream {
  return {
    async fetch(request) {
      const response = await upstream.fetch(request);
      if (response.ok || response.status === 401) await outcomes.answered(entraTenantId, response.ok);
      return response;
    },
  };
}

/**
 * The way to each tenant's Microsoft 365: the simulator's for simulated tenants, Microsoft's for live ones.
 * @param rateLimiterOf counts the requests to an upstream for a tenant; absent: nobody counts
 */
export function createMicrosoft365(
  simulator: { upstream: Upstream; mail: MailSources },
  live: LiveTenants,
  rateLimiterOf: (upstream: string, tenantId: string) => GraphRateLimiter = () => unlimited,
): Microsoft365 {
  const tokensByTenant = new Map<string, AppTokens>();
  const keyOf = ({ entraTenantId, isSimulated }: Microsoft365Target) => `${isSimulated} ${entraTenantId}`;

  function tokensOf(target: Microsoft365Target, scopes?: readonly string[]): AppTokens {
    const { entraTenantId, isSimulated } = target;
    const key = [keyOf(target), ...(scopes ?? [])].join(' ');
    const known = tokensByTenant.get(key);
    if (known) return known;
    const made = isSimulated
      ? createAppTokens(entraTenantId, simulatedApp, simulator.upstream)
      : liveTokens(entraTenantId, live, scopes);
    const drop = () => {
      if (tokensByTenant.get(key) === tokens) tokensByTenant.delete(key);
    };
    const tokens: AppTokens = {
      get: (options) =>
        made.get(options).catch((error: unknown) => {
          drop();
          throw error;
        }),
      // Whoever works with it goes on with it: a license that is missing would else cost a new token for each request.
      refused: drop,
    };
    tokensByTenant.set(key, tokens);
    return tokens;
  }

  const connectionTo = (target: Microsoft365Target, { tokenScopes, ...options }: GraphOptions): ConnectionOptions => {
    const { entraTenantId, isSimulated } = target;
    // The simulator's limits are its own: a demonstration takes no place from a customer's tenant.
    const rateLimiter = rateLimiterOf(isSimulated ? 'simulator' : 'microsoft', entraTenantId);
    const upstream = isSimulated ? simulator.upstream : watched(live, entraTenantId);
    return { tokens: tokensOf(target, tokenScopes), upstream, rateLimiter, ...options };
  };
  const graph: Microsoft365['graph'] = (target, options = {}) => createGraphClient(connectionTo(target, options));

  return {
    graph,
    configurationSnapshots: (target, options = {}) => createConfigurationSnapshots(connectionTo(target, options)),
    account: async (target, permissions, options = {}) =>
      target.isSimulated
        ? graph(target, options)
        : live.accountGraph(
            target.entraTenantId,
            permissions.map((name) => `https://graph.microsoft.com/${name}`),
            options,
          ),
    forget(target) {
      const ofTarget = [...tokensByTenant.keys()].filter((key) => `${key} `.startsWith(`${keyOf(target)} `));
      for (const key of ofTarget) tokensByTenant.delete(key);
    },
    applicationPermissions: (target) => grantedRoles(tokensOf(target)),
    clientId: async ({ isSimulated, entraTenantId }) =>
      isSimulated ? simulatedApp.clientId : ((await live.appOf(entraTenantId))?.clientId ?? null),
    mail: ({ isSimulated }) => (isSimulated ? simulator.mail : live.mail),
  };
}
