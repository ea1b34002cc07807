import { publicResolver } from './adapters/dns/public-resolver.ts';
import { fetchMtaStsPolicy } from './adapters/dns/sts-policy-fetch.ts';
import { createEntraIdentityProvider } from './adapters/entra/entra-identity-provider.ts';
import { createGraphRateLimiter } from './adapters/graph/graph-rate-limiter.ts';
import { createMicrosoft365 } from './adapters/graph/microsoft365-connector.ts';
import { reachMicrosoft } from './adapters/graph/reach-microsoft.ts';
import type { SlotsEntity } from './adapters/graph/shared-slots.ts';
import { microsoftItself, type Upstream } from './adapters/graph/upstream.ts';
import type { Config } from './config.ts';
import { createMicrosoftSignIn } from './features/auth/microsoft-sign-in.ts';
import type { SessionService } from './features/auth/session-service.ts';
import { createAccountAccess } from './features/connections/account-access.ts';
import { createConnections } from './features/connections/connection-service.ts';
import { createConnectionTest } from './features/connections/connection-test.ts';
import { createCredentialService } from './features/connections/credential-service.ts';
import { createPartnerSync } from './features/connections/partner-sync.ts';
import { createSecretWatch } from './features/connections/secret-watch.ts';
import type { TenantWorld } from './features/connections/tenant-world.ts';
import { createTokenOutcomes } from './features/connections/token-outcomes.ts';
import { createTokenRefresh } from './features/connections/token-refresh.ts';
import { createGraphExplorer } from './features/graph-tools/graph-explorer.ts';
import type { ActivityLog } from './ports/activity-log.ts';
import type { Clock } from './ports/clock.ts';
import type { RecordStore } from './ports/collection.ts';
import { GraphError } from './ports/graph.ts';
import { IdentityError } from './ports/identity-provider.ts';
import type { MailSources } from './ports/microsoft365.ts';
import type { StateStore } from './ports/state.ts';
import type { Trail } from './ports/trail.ts';
import type { Vault } from './ports/vault.ts';
import { appRegistration } from './records/app-registration.ts';
import { containers, globalPartition } from './records/containers.ts';
import { createDataKeys } from './records/data-keys.ts';
import { EnvelopeError } from './records/envelope.ts';
import { createOAuthLog } from './records/oauth-log.ts';
import { createOAuthRounds, type OAuthRoundEntity } from './records/oauth-rounds.ts';
import type { UserRecord } from './records/record-types.ts';
import type { UpkeepEntity } from './records/upkeep-lease.ts';

type Parts = {
  config: Config;
  store: RecordStore;
  vault: Vault;
  state: StateStore;
  simulator: { upstream: Upstream; mail: MailSources };
  sessions: SessionService;
  world: TenantWorld;
  trail: Trail;
  activityLog: ActivityLog;
  clock: Clock;
  log(message: string): void;
};

/** The public DNS and the public web, where the mail domains of live tenants stand. */
function publicMailSources(): MailSources {
  const dns = publicResolver();
  return { dns, fetchPolicy: fetchMtaStsPolicy(dns) };
}

/** Why nobody's sign-in is good for what was asked, as a scan tells it of a dataset. */
function asGraphError(error: unknown): never {
  if (error instanceof EnvelopeError) return asRefusal(error);
  if (!(error instanceof IdentityError)) throw error;
  const { code, message } = error;
  if (code === 'BUSY') throw new GraphError({ status: 503, code: 'AccountBusy', message });
  const isConsent = /AADSTS65001\b/.test(`${code} ${message}`);
  throw new GraphError({ status: isConsent ? 403 : 401, code: code.slice(0, 100), message });
}

/** A secret that does not open is no fault of the network: asking again changes nothing. */
function asRefusal(error: unknown): never {
  if (!(error instanceof EnvelopeError)) throw error;
  throw new GraphError({ status: 401, code: 'CredentialsCorrupted', message: 'Its stored secret cannot be opened.' });
}

/** Everything between the product and Microsoft: Graph, staff sign-in, consent and the credentials of tenants. */
export function composeMicrosoft({
  config,
  store,
  vault,
  state,
  simulator,
  clock,
  trail,
  activityLog,
  ...parts
}: Parts) {
  const { isSimulated, browserLoginUrl, staffTenantIds } = config.microsoft;
  const upstream = isSimulated ? simulator.upstream : microsoftItself;
  const redirectUri = `${config.publicOrigin}/callback`;
  const publicMail = publicMailSources();
  const ourApp = () => appRegistration(store, vault);
  const dataKeys = createDataKeys(store, vault, clock);
  const credentials = createCredentialService({ store, dataKeys, appRegistration: ourApp, trail, clock });
  const identityProvider = createEntraIdentityProvider({
    upstream,
    clock,
    ...(browserLoginUrl === null ? {} : { browserLoginUrl }),
  });
  const accountAccess = createAccountAccess({
    credentials,
    identityProvider,
    appRegistration: ourApp,
    leases: state.table<UpkeepEntity>('upkeep'),
    clock,
  });
  const slots = state.table<SlotsEntity>('ratelimits');
  const microsoft365 = createMicrosoft365(
    simulator,
    {
      upstream,
      mail: isSimulated ? simulator.mail : publicMail,
      appOf: (tenantId) => credentials.appOf(tenantId).catch(asRefusal),
      accountGraph: (entraTenantId, scopes, options) =>
        accountAccess.graph({ tenantId: entraTenantId, entraTenantId }, scopes, { ...options, explain: asGraphError }),
      outcomes: createTokenOutcomes({ store, credentials, clock, log: parts.log }),
    },
    (name, tenantId) => createGraphRateLimiter({ slots, rates: config.graphRates, clock, upstream: name, tenantId }),
  );
  const rounds = createOAuthRounds(state.table<OAuthRoundEntity>('oauthrounds'), clock);
  const shared = { store, identityProvider, appRegistration: ourApp, rounds, trail, activityLog, clock, redirectUri };
  const microsoftSignIn = createMicrosoftSignIn({
    ...shared,
    users: store.partition<UserRecord>(containers.users, globalPartition),
    sessions: parts.sessions,
    staffTenantIds,
  });
  const oauthLog = createOAuthLog(store, clock);
  const { world } = parts;
  const connections = createConnections({ ...shared, credentials, world, microsoft365, oauthLog });
  const leases = state.table<UpkeepEntity>('upkeep');
  const connectionTest = createConnectionTest({ store, microsoft365, credentials, oauthLog, leases, trail, clock });
  const secretWatch = createSecretWatch({ store, activityLog, clock, log: parts.log });
  const tokenRefresh = createTokenRefresh({ store, credentials, access: accountAccess, log: parts.log });
  const graphExplorer = createGraphExplorer({ microsoft365, accountGraph: accountAccess.graph });
  const partnerSync = createPartnerSync({ store, microsoft365, trail, clock });
  return {
    microsoft365,
    publicMail,
    rounds,
    credentials,
    microsoftSignIn,
    connections,
    connectionTest,
    secretWatch,
    world,
    tokenRefresh,
    graphExplorer,
    partnerSync,
    reach: reachMicrosoft(upstream),
    redirectUri,
    isSimulated,
  };
}
