import { type ClientApp, isEntraError } from './app-registrations.ts';
import { checkAssertion } from './client-assertion.ts';
import { clientErrors } from './client-errors.ts';
import type { EntraError } from './entra-errors.ts';
import type { EntraParts, EntraRequest } from './entra-parts.ts';

/** The application that a token request is from, or why it is none, or has not proven it. */
export async function authenticateClient(
  request: EntraRequest,
  parts: EntraParts,
  tenant: string,
): Promise<ClientApp | EntraError> {
  const { form, now } = request;
  const clientId = form.get('client_id') ?? '';
  const app = parts.apps.find(clientId, tenant);
  if (isEntraError(app)) return app;
  const isOwnGrant = form.get('grant_type') === 'client_credentials';
  const sends = form.has('client_secret') || form.has('client_assertion');
  const { isPublic = false, secrets, certificates = [], federatedCredentials = [] } = app.registration;
  const hasCredential = secrets.length + certificates.length + federatedCredentials.length > 0;
  if (!sends) {
    if (isOwnGrant) return clientErrors.noApplicationCredential();
    return isPublic || app.isAny ? app : clientErrors.noCredential();
  }
  // An application may be both: `isFallbackPublicClient` of one that has credentials.
  if (isPublic && !hasCredential) return clientErrors.publicClient();
  const refusal = form.has('client_assertion')
    ? await checkAssertion(request, parts, app, tenant)
    : parts.apps.checkSecret(clientId, form.get('client_secret') ?? '', now);
  return refusal ?? app;
}
