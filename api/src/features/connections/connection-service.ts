import type { ConnectionProgress } from '@tenantry/contract/connections';
import { cleanText } from '@tenantry/contract/text';
import { refusedBecause } from '../../domain/connection/consent-refusal.ts';
import type { OAuthRequest } from '../../domain/connection/oauth-requests.ts';
import { AppError } from '../../http/app-error.ts';
import type { Caller } from '../../http/caller.ts';
import { ReturnError } from '../../http/return-error.ts';
import type { CredentialRecord } from '../../store/credentials.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import { type ConnectDependencies, connectTenant, logStep } from './connect-tenant.ts';
import { anyDirectory, ConnectionError, connectUrl, consentUrl, type FlowStart } from './connection-flow.ts';
import { continueConnection, failurePage, requireScope } from './continue-connection.ts';
import { isWithoutConsent, lacksConsent } from './read-organization.ts';

/** What Microsoft put into the address of /callback. */
type Answer = {
  code?: string | undefined;
  error?: string | undefined;
  error_description?: string | undefined;
  admin_consent?: string | undefined;
  tenant?: string | undefined;
};

const isGuid = (text: string | undefined): text is string =>
  /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text ?? '');

function refusal(answer: Answer & { error: string }): ConnectionError {
  return new ConnectionError(refusedBecause(answer), {
    context: 'callback',
    error: cleanText(answer.error_description ?? answer.error, 500),
    raw: { error: cleanText(answer.error, 100) },
  });
}

/**
 * Whether our app has to get the consent of the directory before somebody signs in there: it was never connected, what is stored says
 * so, or its token does. A tenant with an app registration of its own is read by that one: of it the stored answer alone is asked.
 */
async function needsConsent(
  dependencies: ConnectDependencies,
  tenant: TenantRecord,
  record: CredentialRecord | null,
): Promise<boolean> {
  if (!record) return true;
  if (isWithoutConsent(record.reconnectReason ?? '')) return true;
  if (record.clientId !== null) return false;
  return record.lastAuthenticatedAt === null || lacksConsent(dependencies, tenant.m365TenantId);
}

/** Goes on with a request that Microsoft sent the browser back from. */
async function answered(
  dependencies: ConnectDependencies,
  request: OAuthRequest,
  answer: Answer,
  caller: Caller,
  browser: string | undefined,
): Promise<string> {
  const { error, code } = answer;
  if (error !== undefined) throw refusal({ ...answer, error });
  if (request.purpose === 'consent') {
    // The address only says where to go on; which directory it is, the verified token of the next step says.
    const named = isGuid(answer.tenant) ? answer.tenant.toLowerCase() : anyDirectory;
    const { tenantId } = request;
    const authority = tenantId === '' ? named : request.authority;
    return (await connectUrl(dependencies, { caller, tenantId, authority, browser })).url;
  }
  if (code === undefined) {
    throw new ConnectionError('no-code', { context: 'callback', error: 'no code' });
  }
  return connectTenant(dependencies, request, code, caller);
}

/** Connects tenants: an administrator's consent, then a sign-in to the tenant that proves which one it is. */
export function createConnections(dependencies: ConnectDependencies) {
  return {
    /** Begins to connect a tenant that is not known yet. */
    async startConsent(caller: Caller, browser: string | undefined): Promise<FlowStart> {
      // A caller with a list of tenants would not see the new one.
      if (caller.scope.kind !== 'all') {
        throw new ReturnError('FORBIDDEN', 'not-for-some-tenants');
      }
      await logStep(dependencies, { context: 'start', raw: { purpose: 'consent' } });
      return consentUrl(dependencies, { caller, tenantId: '', authority: anyDirectory, browser });
    },

    /**
     * Begins to connect a tenant of the list, for the first time or again: its own directory, and nobody else's account.
     * @param asks whether for a consent whatever is known, such as to a permission that is missing
     */
    async startReconnect(
      caller: Caller,
      tenant: TenantRecord,
      asks: { consent: boolean; loginHint: string | undefined },
      browser: string | undefined,
    ): Promise<FlowStart> {
      const { id: tenantId, m365TenantId: authority } = tenant;
      const record = await dependencies.credentials.read(tenantId);
      // What is missing is missing to the tenant's own app registration, which knows no address of ours.
      if (asks.consent && record?.clientId) {
        return { url: dependencies.identityProvider.adminConsentUrl(record.clientId, { authority }), browser: null };
      }
      const isConsent = asks.consent || (await needsConsent(dependencies, tenant, record));
      const raw = { purpose: isConsent ? 'consent' : 'reconnect' };
      await logStep(dependencies, { context: 'start', originatingTenantId: authority, raw });
      const flow = { caller, tenantId, authority, browser };
      return isConsent
        ? consentUrl(dependencies, flow)
        : connectUrl(dependencies, { ...flow, loginHint: asks.loginHint });
    },

    /** Gets on with a connection whose consent Microsoft had not applied. @throws AppError */
    continue: (pendingId: string, caller: Caller): Promise<ConnectionProgress> =>
      continueConnection(dependencies, pendingId, caller),

    /** Goes on with a request that Microsoft sent the browser back from. @returns the page to go to */
    async finish(
      request: OAuthRequest,
      answer: Answer,
      caller: Caller | null,
      browser: string | undefined,
    ): Promise<string> {
      if (!caller || caller.userId !== request.userId || caller.role !== 'admin') {
        throw new AppError('FORBIDDEN', 'Sign in as the administrator who began this, then start again.');
      }
      requireScope(caller, request.tenantId);
      try {
        return await answered(dependencies, request, answer, caller, browser);
      } catch (error) {
        if (!(error instanceof ConnectionError)) throw error;
        await logStep(dependencies, { context: 'callback', ...error.step });
        return failurePage(request.tenantId, error.problem);
      }
    },
  };
}

export type Connections = ReturnType<typeof createConnections>;
