import type { ReturnProblem } from '@tenantry/contract/return-problems';
import { changeAndSeal, withEntry } from '../../domain/audit-trail/outbox.ts';
import type { OAuthRequest } from '../../domain/connection/oauth-requests.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { resumed } from '../../domain/scan-plan/scan-plan.ts';
import type { Caller } from '../../http/caller.ts';
import { IdentityError, type Redeemed } from '../../ports/identity-provider.ts';
import { notReached, type OAuthLog, type OAuthStep } from '../../store/oauth-logs.ts';
import { isInScope } from '../../store/scope.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import { ConnectionError, connectScopes, type FlowDependencies, registration } from './connection-flow.ts';
import type { CredentialService } from './credential-service.ts';
import type { PendingConnections, SignedInGrant } from './pending-connections.ts';
import { type ConnectedOrganization, readOrganization } from './read-organization.ts';
import type { TenantMode } from './tenant-mode.ts';
import { tenantOfDirectory } from './tenant-of-directory.ts';

export type ConnectDependencies = FlowDependencies &
  Pick<CommonParts, 'tenants' | 'microsoft365' | 'leases' | 'trail' | 'activityLog' | 'clock'> & {
    credentials: CredentialService;
    mode: Pick<TenantMode, 'goLive'>;
    oauthLog: OAuthLog;
    pendingConnections: PendingConnections;
  };

const completePage = (parameters: Record<string, string>) => `/auth/complete?${new URLSearchParams(parameters)}`;

/** An entry of the OAuth log; what a step did not come to stays false. */
export const logStep = (
  { oauthLog }: Pick<ConnectDependencies, 'oauthLog'>,
  step: Partial<OAuthStep> & Pick<OAuthStep, 'context'>,
): Promise<void> => oauthLog.step({ ...notReached, source: 'm365', ...step });

async function redeem(dependencies: ConnectDependencies, request: OAuthRequest, code: string): Promise<Redeemed> {
  const { identityProvider, redirectUri } = dependencies;
  const { authority, nonce, codeVerifier } = request;
  try {
    return await identityProvider.redeem(await registration(dependencies), {
      authority,
      redirectUri,
      scopes: connectScopes,
      nonce,
      code,
      codeVerifier,
    });
  } catch (error) {
    if (!(error instanceof IdentityError)) throw error;
    throw new ConnectionError('sign-in-not-confirmed', {
      context: 'token-exchange',
      error: error.message || error.code,
      raw: { code: error.code },
      tokenExchangeSuccess: false,
    });
  }
}

/** Notes on the tenant that it is connected, and takes it live where it was simulated. */
async function markConnected(
  { tenants, mode, trail, activityLog, clock }: ConnectDependencies,
  tenant: TenantRecord,
  caller: Caller,
  { again, verifiedDomains }: { again: boolean; verifiedDomains: string },
): Promise<void> {
  const at = clock.now();
  const entry = {
    eventType: again ? 'tenant_reconnected' : 'tenant_connected',
    user: caller.user.username,
    target: tenant.name,
    tenantId: tenant.id,
    details: { entraTenantId: tenant.m365TenantId },
  } as const;
  // The accounts are read soon after each connection, which may have brought the permission that was missing.
  await changeAndSeal(trail, tenants, tenant.id, (current) =>
    withEntry(
      {
        ...(again ? resumed(current, at) : { ...current, directorySyncDueAt: at.toISOString() }),
        verifiedDomains,
      },
      entry,
      at,
    ),
  );
  if (tenant.isMock) await mode.goLive(tenant.id, caller.user.username);
  const message = `${tenant.name} was connected to Microsoft 365${again ? ' again' : ''}`;
  const { eventType, target, details } = entry;
  const told = { eventType, target, user: caller.name, details };
  await activityLog.add({ type: 'system', message, tenantId: tenant.id, ...told });
}

/** What is known of a sign-in, for the OAuth log. */
const knownOf = ({ identity: { entraTenantId, email, username } }: SignedInGrant) => ({
  originatingTenantId: entraTenantId,
  userEmailExtracted: email ?? username,
  oauthStateDecoded: true,
});

function refused(grant: SignedInGrant, problem: ReturnProblem, error: string): ConnectionError {
  const known = { ...knownOf(grant), tokenExchangeSuccess: true, credentialsSaved: false };
  return new ConnectionError(problem, { ...known, context: 'callback', error });
}

/** The same, of which the health of the connection tells too. */
async function organizationOf(
  dependencies: ConnectDependencies,
  entraTenantId: string,
): Promise<ConnectedOrganization> {
  const { oauthLog } = dependencies;
  const startedMs = performance.now();
  const tookMs = () => Math.round(performance.now() - startedMs);
  try {
    const organization = await readOrganization(dependencies, entraTenantId);
    await oauthLog.health(entraTenantId, { errorMessage: null, responseTimeMs: tookMs() });
    return organization;
  } catch (error) {
    // What may pass is told once it has not passed.
    if (error instanceof ConnectionError && !error.mayPass) {
      const errorMessage = error.step.error ?? error.problem;
      await oauthLog.health(entraTenantId, { errorMessage, responseTimeMs: tookMs() });
    }
    throw error;
  }
}

/**
 * Connects the tenant of the directory that somebody signed in to, once Graph accepts our app there.
 * @param tenantId the tenant that is connected again; '' where it is not known yet
 * @returns the page to go to
 * @throws ConnectionError
 */
export async function establishConnection(
  dependencies: ConnectDependencies,
  tenantId: string,
  grant: SignedInGrant,
  caller: Caller,
): Promise<string> {
  const startedMs = performance.now();
  const { entraTenantId } = grant.identity;
  const expected = tenantId === '' ? null : await dependencies.tenants.get(tenantId);
  if (tenantId !== '' && expected?.value.m365TenantId !== entraTenantId) {
    throw refused(grant, 'other-organization', 'The directory of the token is not that of the tenant');
  }
  const organization = await organizationOf(dependencies, entraTenantId);
  const { tenant } = await tenantOfDirectory(dependencies, entraTenantId, organization, caller.user.username);
  if (!isInScope(caller.scope, tenant.id)) {
    throw refused(grant, 'not-your-tenant', 'The tenant is not in the scope of the caller');
  }
  await dependencies.credentials.saveConnection(tenant.id, grant);
  const { verifiedDomains } = organization;
  await markConnected(dependencies, tenant, caller, { again: expected !== null, verifiedDomains });
  await logStep(dependencies, {
    ...knownOf(grant),
    context: 'callback',
    tokenExchangeSuccess: true,
    graphApiSuccess: true,
    credentialsSaved: true,
    oauthCallbackDurationMs: Math.round(performance.now() - startedMs),
  });
  return completePage({ success: expected === null ? 'tenant_connected' : 'reauth_complete', tenant: tenant.name });
}

/**
 * Connects the tenant whose directory the code's verified token names; where Microsoft has not applied the consent yet, somebody
 * waits for it on a page of ours.
 * @returns the page to go to
 * @throws ConnectionError
 */
export async function connectTenant(
  dependencies: ConnectDependencies,
  request: OAuthRequest,
  code: string,
  caller: Caller,
): Promise<string> {
  const { identity, tokenCache, expiresAt, scopes } = await redeem(dependencies, request, code);
  const { entraTenantId, email, username } = identity;
  const grant = { identity: { entraTenantId, email, username }, tokenCache, expiresAt, scopes };
  try {
    return await establishConnection(dependencies, request.tenantId, grant, caller);
  } catch (error) {
    if (!(error instanceof ConnectionError) || !error.mayPass) throw error;
    const connection = await dependencies.pendingConnections.begin(caller.userId, request.tenantId, grant);
    return `/auth/connecting?${new URLSearchParams({ connection })}`;
  }
}
