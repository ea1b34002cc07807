import type { ReturnProblem } from '@tenantry/contract/return-problems';
import { objectsAt, textAt } from '../../audit/facts/json-reader.ts';
import { changeAndSeal, withEntry } from '../../domain/audit-trail/outbox.ts';
import type { OAuthRequest } from '../../domain/connection/oauth-requests.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { resumed } from '../../domain/scan-plan/scan-plan.ts';
import type { Caller } from '../../http/caller.ts';
import { GraphError } from '../../ports/graph.ts';
import { IdentityError, type Redeemed } from '../../ports/identity-provider.ts';
import { notReached, type OAuthLog, type OAuthStep } from '../../store/oauth-logs.ts';
import { isInScope } from '../../store/scope.ts';
import { type TenantRecord, verifiedText } from '../../store/tenants.ts';
import { ConnectionError, connectScopes, type FlowDependencies, registration } from './connection-flow.ts';
import type { CredentialService } from './credential-service.ts';
import type { TenantMode } from './tenant-mode.ts';
import { tenantOfDirectory } from './tenant-of-directory.ts';

export type ConnectDependencies = FlowDependencies &
  Pick<CommonParts, 'tenants' | 'microsoft365' | 'trail' | 'activityLog' | 'clock'> & {
    credentials: CredentialService;
    mode: Pick<TenantMode, 'goLive'>;
    oauthLog: OAuthLog;
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

type ConnectedOrganization = { name: string; domain: string; verifiedDomains: string };

/** What the directory says of itself to our app: proof that the consent holds. Tokens from before it are not used. */
async function readOrganization(
  { microsoft365, oauthLog }: ConnectDependencies,
  entraTenantId: string,
): Promise<ConnectedOrganization> {
  const target = { entraTenantId, isSimulated: false };
  microsoft365.forget(target);
  const startedMs = performance.now();
  const tookMs = () => Math.round(performance.now() - startedMs);
  try {
    const answer = await microsoft365.graph(target).get('/v1.0/organization?$select=id,displayName,verifiedDomains');
    const [organization] = objectsAt(answer, 'value');
    const domains = objectsAt(organization, 'verifiedDomains');
    const main = domains.find((domain) => domain.isDefault === true) ?? domains[0];
    await oauthLog.health(entraTenantId, { errorMessage: null, responseTimeMs: tookMs() });
    return {
      name: textAt(organization, 'displayName') ?? entraTenantId,
      domain: textAt(main, 'name') ?? '',
      verifiedDomains: verifiedText(domains.flatMap((domain) => textAt(domain, 'name') ?? [])),
    };
  } catch (error) {
    if (!(error instanceof GraphError)) throw error;
    const { status, code, message } = error.failure;
    const errorMessage = `${status} ${code}: ${message}`;
    await oauthLog.health(entraTenantId, { errorMessage, responseTimeMs: tookMs() });
    throw new ConnectionError('graph-not-ready', {
      context: 'tenant-scan',
      error: errorMessage,
      originatingTenantId: entraTenantId,
      tokenExchangeSuccess: true,
      graphApiSuccess: false,
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

/**
 * Connects the tenant whose directory the code's verified token names.
 * @returns the page to go to
 * @throws ConnectionError
 */
export async function connectTenant(
  dependencies: ConnectDependencies,
  request: OAuthRequest,
  code: string,
  caller: Caller,
): Promise<string> {
  const startedMs = performance.now();
  const redeemed = await redeem(dependencies, request, code);
  const { entraTenantId, email, username } = redeemed.identity;
  const known = { originatingTenantId: entraTenantId, userEmailExtracted: email ?? username, oauthStateDecoded: true };
  const refused = (problem: ReturnProblem, error: string) =>
    new ConnectionError(problem, {
      ...known,
      context: 'callback',
      error,
      tokenExchangeSuccess: true,
      credentialsSaved: false,
    });
  const expected = request.tenantId === '' ? null : await dependencies.tenants.get(request.tenantId);
  if (request.tenantId !== '' && expected?.value.m365TenantId !== entraTenantId) {
    throw refused('other-organization', 'The directory of the token is not that of the tenant');
  }
  const organization = await readOrganization(dependencies, entraTenantId);
  const { tenant } = await tenantOfDirectory(dependencies, entraTenantId, organization, caller.user.username);
  if (!isInScope(caller.scope, tenant.id)) {
    throw refused('not-your-tenant', 'The tenant is not in the scope of the caller');
  }
  await dependencies.credentials.saveConnection(tenant.id, redeemed);
  const { verifiedDomains } = organization;
  await markConnected(dependencies, tenant, caller, { again: expected !== null, verifiedDomains });
  await logStep(dependencies, {
    ...known,
    context: 'callback',
    tokenExchangeSuccess: true,
    graphApiSuccess: true,
    credentialsSaved: true,
    oauthCallbackDurationMs: Math.round(performance.now() - startedMs),
  });
  return completePage({ success: expected === null ? 'tenant_connected' : 'reauth_complete', tenant: tenant.name });
}
