import { mayConsent } from '../directory/notable-users.ts';
import { isEntraError } from '../entra/app-registrations.ts';
import { type EntraError, entraErrors } from '../entra/entra-errors.ts';
import type { EntraParts, EntraRequest } from '../entra/entra-parts.ts';
import { adminPermissions, grantAll } from './app-consent.ts';
import { errorPage, redirectToApp, redirectWithError } from './application-redirect.ts';
import { directoriesAt } from './authorize.ts';
import { approvalPage, consentPage } from './consent-page.ts';
import { carried, chosenUser, userChoicePage } from './user-choice.ts';

/**
 * Consent for a whole organization (learn.microsoft.com/entra/identity-platform, "v2-admin-consent"). A refusal comes
 * back with admin_consent=True and without a tenant, as the real one does.
 */
export function answerAdminConsent(
  request: EntraRequest,
  tenant: string,
  parts: EntraParts,
  version: 'v1' | 'v2',
): Response {
  const { params, form } = request;
  const directories = directoriesAt(tenant, parts);
  if (!directories) return errorPage(entraErrors.unknownTenant(tenant), request);
  const clientId = params.get('client_id') ?? '';
  const app = parts.apps.find(clientId, tenant);
  if (isEntraError(app)) return errorPage(app, request);
  const redirectUri = params.get('redirect_uri') ?? '';
  if (!parts.apps.allowsRedirect(clientId, redirectUri))
    return errorPage(entraErrors.redirectUri(redirectUri, clientId), request);
  const replyTo = { redirectUri, mode: 'query', state: params.get('state') } as const;
  const refuse = (refusal: EntraError) =>
    redirectWithError(replyTo, refusal, request, 'access_denied', { admin_consent: 'True' });
  const choice = (refusal: EntraError | null) => {
    const intro = `to review the permissions that ${app.name} asks for`;
    const options = { title: 'Pick an account', intro, directories, withOutcomes: false, loginHint: null, refusal };
    return userChoicePage(options, request);
  };
  if (request.method !== 'POST') return choice(null);
  if (form.get('action') === 'cancel') return refuse(entraErrors.declined());
  const user = chosenUser(form, directories);
  if (isEntraError(user)) return choice(user);
  const { tenantId, profile } = user.directory;
  const answer = form.get('consent');
  const may = mayConsent(user.directory, user.userIndex);
  if (answer === null) {
    if (!may) return approvalPage(app.name, profile.displayName, carried(user));
    return consentPage(app.name, profile.displayName, adminPermissions(app, user.directory), carried(user));
  }
  if (!may) return refuse(entraErrors.approvalNeeded(profile.displayName, app.name));
  if (answer !== 'accept') return refuse(entraErrors.declined());
  grantAll(app, tenantId, parts);
  const scope = params.get('scope');
  return redirectToApp(replyTo, {
    admin_consent: 'True',
    tenant: tenantId,
    ...(version === 'v2' && scope !== null && { scope }),
  });
}
