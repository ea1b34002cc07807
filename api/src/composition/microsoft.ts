import { truncate } from '@tenantry/contract/text';
import { publicResolver } from '../adapters/dns/public-resolver.ts';
import { fetchMtaStsPolicy } from '../adapters/dns/sts-policy-fetch.ts';
import { createEntraIdentityProvider } from '../adapters/entra/entra-identity-provider.ts';
import { createGraphRateLimiter } from '../adapters/graph/graph-rate-limiter.ts';
import { createMicrosoft365 } from '../adapters/graph/microsoft365-connector.ts';
import { reachMicrosoft } from '../adapters/graph/reach-microsoft.ts';
import type { SlotsEntity } from '../adapters/graph/shared-slots.ts';
import { microsoftItself, type Upstream } from '../adapters/graph/upstream.ts';
import type { Config } from '../config.ts';
import { appRegistration, disableReplacedSecrets } from '../domain/connection/app-registration.ts';
import { createOAuthRequests, type OAuthRequestEntity } from '../domain/connection/oauth-requests.ts';
import type { CommonParts } from '../domain/parts/common-parts.ts';
import type { DataKeys } from '../domain/secrets/data-keys.ts';
import { EnvelopeError } from '../domain/secrets/envelope.ts';
import type { UserAccess } from '../domain/user-access/change-user-access.ts';
import { createMicrosoftSignIn } from '../features/auth/microsoft-sign-in.ts';
import { createMicrosoftStepUp } from '../features/auth/microsoft-step-up.ts';
import type { SignInThrottle } from '../features/auth/sign-in-throttle.ts';
import { createAccountAccess } from '../features/connections/account-access.ts';
import { createConnections } from '../features/connections/connection-service.ts';
import { createConnectionTest } from '../features/connections/connection-test.ts';
import { createCredentialService } from '../features/connections/credential-service.ts';
import { createPartnerSync } from '../features/connections/partner-sync.ts';
import { createPendingConnections, type PendingConnectionEntity } from '../features/connections/pending-connections.ts';
import { createSecretWatch } from '../features/connections/secret-watch.ts';
import { createTenantMode, type TenantModeDependencies } from '../features/connections/tenant-mode.ts';
import { createTokenOutcomes } from '../features/connections/token-outcomes.ts';
import { createTokenRefresh } from '../features/connections/token-refresh.ts';
import { createGraphExplorer } from '../features/graph-tools/graph-explorer.ts';
import type { SessionService } from '../http/sessions.ts';
import { GraphError } from '../ports/graph.ts';
import { IdentityError } from '../ports/identity-provider.ts';
import type { MailSources } from '../ports/microsoft365.ts';
import type { StateStore } from '../ports/state.ts';
import type { DisablingVault } from '../ports/vault.ts';
import type { Stores } from '../store/stores.ts';

type Parts = Pick<
  CommonParts,
  'blobs' | 'lastSignIns' | 'tenantConfigurations' | 'leases' | 'trail' | 'activityLog' | 'clock' | 'log'
> & {
  config: Config;
  stores: Stores;
  vault: DisablingVault;
  state: StateStore;
  simulator: { upstream: Upstream; mail: MailSources };
  userAccess: UserAccess;
  sessions: SessionService;
  throttle: SignInThrottle;
  dataKeys: DataKeys;
  stopScans: TenantModeDependencies['stopScans'];
  tenantGrouping: TenantModeDependencies['tenantGrouping'];
};

/** The public DNS and the public web, where the mail domains of live tenants stand. */
function publicMailSources({ proxy }: Config): MailSources {
  const dns = publicResolver();
  return { dns, fetchPolicy: fetchMtaStsPolicy(dns, { proxy }) };
}

/** Why no sign-in of an account could be used, in the form of a failed dataset. */
function asGraphError(error: unknown): never {
  if (error instanceof EnvelopeError) return asRefusal(error);
  if (!(error instanceof IdentityError)) throw error;
  const { code, message } = error;
  if (code === 'BUSY') throw new GraphError({ status: 503, code: 'AccountBusy', message });
  const isConsent = /AADSTS65001\b/.test(`${code} ${message}`);
  throw new GraphError({ status: isConsent ? 403 : 401, code: truncate(code, 100), message });
}

/** A secret that does not open is no fault of the network: asking again changes nothing. */
function asRefusal(error: unknown): never {
  if (!(error instanceof EnvelopeError)) throw error;
  throw new GraphError({ status: 401, code: 'CredentialsCorrupted', message: 'Its stored secret cannot be opened.' });
}

/** The ways to tenants: with their own or our app registration, or as whoever connected them. */
function composeGraph(parts: Parts, upstream: Upstream, publicMail: MailSources) {
  const { config, stores, vault, state, simulator, leases, dataKeys, clock, trail, log } = parts;
  const { tenants, systemConfig } = stores;
  const { isSimulated, browserLoginUrl } = config.microsoft;
  const ourApp = () => appRegistration(systemConfig, vault);
  const credentials = createCredentialService({
    credentials: stores.credentials,
    tenants,
    dataKeys,
    appRegistration: ourApp,
    trail,
    clock,
  });
  const identityProvider = createEntraIdentityProvider({
    upstream,
    clock,
    ...(browserLoginUrl === null ? {} : { browserLoginUrl }),
  });
  // From the moment that a tenant is offboarded nobody is handed a token of it.
  const isGoing = tenants.offboarding.isOffboarding;
  const accountAccess = createAccountAccess({
    credentials: { ...credentials, read: async (id) => ((await isGoing(id)) ? null : credentials.read(id)) },
    identityProvider,
    appRegistration: ourApp,
    leases,
    clock,
  });
  const slots = state.table<SlotsEntity>('ratelimits');
  const microsoft365 = createMicrosoft365(
    simulator,
    {
      upstream,
      mail: isSimulated ? simulator.mail : publicMail,
      appOf: async (tenantId) => ((await isGoing(tenantId)) ? null : credentials.appOf(tenantId).catch(asRefusal)),
      accountGraph: (entraTenantId, scopes, options) =>
        accountAccess.graph({ tenantId: entraTenantId, entraTenantId }, scopes, { ...options, explain: asGraphError }),
      outcomes: createTokenOutcomes({ tenants, credentials, clock, log }),
    },
    (name, tenantId) => createGraphRateLimiter({ slots, rates: config.graphRates, clock, upstream: name, tenantId }),
  );
  return { appRegistration: ourApp, credentials, identityProvider, accountAccess, microsoft365 };
}

/** Everything between the product and Microsoft: Graph, staff sign-in, consent and the credentials of tenants. */
export function composeMicrosoft(parts: Parts) {
  const { config, stores, state, simulator, leases, clock, trail, activityLog, log } = parts;
  const { tenants, systemConfig, oauthLog } = stores;
  const { isSimulated, staffTenantIds, admitsGuests } = config.microsoft;
  const upstream = isSimulated ? simulator.upstream : microsoftItself;
  const redirectUri = `${config.publicOrigin}/callback`;
  const publicMail = publicMailSources(config);
  const { accountAccess, ...graph } = composeGraph(parts, upstream, publicMail);
  const { microsoft365, credentials } = graph;
  const oauthRequests = createOAuthRequests(state.table<OAuthRequestEntity>('oauthrequests'), clock);
  const pendingConnections = createPendingConnections(state.table<PendingConnectionEntity>('pendingconnections'), {
    dataKeys: parts.dataKeys,
    clock,
  });
  const shared = {
    ...graph,
    tenants,
    oauthRequests,
    pendingConnections,
    oauthLog,
    leases,
    trail,
    activityLog,
    clock,
    log,
    redirectUri,
  };
  const staffSignIn = {
    ...shared,
    ...stores,
    userAccess: parts.userAccess,
    sessions: parts.sessions,
    throttle: parts.throttle,
    staffTenantIds,
    admitsGuests,
    setupCodeRequired: config.setupCode !== null,
  };
  const mode = createTenantMode({
    ...shared,
    blobs: parts.blobs,
    lastSignIns: parts.lastSignIns,
    tenantConfigurations: parts.tenantConfigurations,
    stopScans: parts.stopScans,
    tenantGrouping: parts.tenantGrouping,
  });
  const connections = createConnections({ ...shared, mode });
  const connectionTest = createConnectionTest(shared);
  const secretWatch = createSecretWatch({ ...shared, credentials: stores.credentials, systemConfig });
  const tokenRefresh = createTokenRefresh({ ...shared, access: accountAccess });
  const graphExplorer = createGraphExplorer({ microsoft365, accountGraph: accountAccess.graph });
  const partnerSync = createPartnerSync({ ...shared, systemConfig });
  return {
    microsoft365,
    publicMail,
    oauthRequests,
    pendingConnections,
    credentials,
    microsoftSignIn: createMicrosoftSignIn(staffSignIn),
    microsoftStepUp: createMicrosoftStepUp(staffSignIn),
    connections,
    connectionTest,
    secretWatch,
    mode,
    tokenRefresh,
    disableReplacedSecrets: () => disableReplacedSecrets({ systemConfig, vault: parts.vault, trail, now: clock.now() }),
    graphExplorer,
    partnerSync,
    identityProvider: graph.identityProvider,
    appRegistration: graph.appRegistration,
    forgetAccount: accountAccess.forget,
    reach: reachMicrosoft(upstream),
    redirectUri,
    isSimulated,
  };
}
