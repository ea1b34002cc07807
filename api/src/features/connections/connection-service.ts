import { cleanText } from '@tenantry/contract/text';
import type { OAuthRequest } from '../../domain/connection/oauth-requests.ts';
import { AppError } from '../../http/app-error.ts';
import type { Caller } from '../../http/caller.ts';
import { errorPage, ReturnError } from '../../http/return-error.ts';
import { isInScope } from '../../store/scope.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import { type ConnectDependencies, connectTenant, logStep } from './connect-tenant.ts';
import { anyDirectory, ConnectionError, connectUrl, consentUrl, type FlowStart } from './connection-flow.ts';

/** What Microsoft put into the address of /callback. */
type Answer = {
  code?: string | undefined;
  error?: string | undefined;
  error_description?: string | undefined;
  admin_consent?: string | undefined;
  tenant?: string | undefined;
};

/** After these a sign-in alone is refused again: the directory no longer knows our app, or nobody consents. */
const wantsConsent = /AADSTS(700016|7000229|65001)\b/;
const isGuid = (text: string | undefined): text is string =>
  /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text ?? '');

function refusal(answer: Answer & { error: string }): ConnectionError {
  const declined = answer.error === 'access_denied';
  return new ConnectionError(declined ? 'consent-declined' : 'connection-refused', {
    context: 'callback',
    error: cleanText(answer.error_description ?? answer.error, 500),
    raw: { error: cleanText(answer.error, 100) },
  });
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

    /** Begins to connect a tenant again: its own directory, and nobody else's account. */
    async startReconnect(
      caller: Caller,
      tenant: TenantRecord,
      loginHint: string | undefined,
      browser: string | undefined,
    ): Promise<FlowStart> {
      const { id: tenantId, m365TenantId: authority } = tenant;
      const raw = { purpose: 'reconnect' };
      await logStep(dependencies, { context: 'start', originatingTenantId: authority, raw });
      const reason = (await dependencies.credentials.read(tenantId))?.reconnectReason ?? '';
      const flow = { caller, tenantId, authority, browser };
      return wantsConsent.test(reason)
        ? consentUrl(dependencies, flow)
        : connectUrl(dependencies, { ...flow, loginHint });
    },

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
      // The scope may have become narrower since the request began; nothing is asked or made for what it lost.
      const isTheirs =
        request.tenantId === '' ? caller.scope.kind === 'all' : isInScope(caller.scope, request.tenantId);
      if (!isTheirs) throw new AppError('FORBIDDEN', 'This organization is not one of yours any more.');
      try {
        return await answered(dependencies, request, answer, caller, browser);
      } catch (error) {
        if (!(error instanceof ConnectionError)) throw error;
        await logStep(dependencies, { context: 'callback', ...error.step });
        return request.tenantId === ''
          ? errorPage(error.problem)
          : `/admin/tenants?${new URLSearchParams({ reauth: 'failed', error: error.problem })}`;
      }
    },
  };
}

export type Connections = ReturnType<typeof createConnections>;
