import { mayConsent } from '../directory/notable-users.ts';
import { type ClientApp, isEntraError } from '../entra/app-registrations.ts';
import { type EntraError, entraErrors } from '../entra/entra-errors.ts';
import type { EntraParts, EntraRequest } from '../entra/entra-parts.ts';
import { type AskedConsent, adminPermissions, askedConsent, grantForOrganization } from './app-consent.ts';
import { errorPage, type ReplyTo, redirectToApp, redirectWithError } from './application-redirect.ts';
import { directoriesAt } from './authorize.ts';
import { approvalPage, consentPage } from './consent-page.ts';
import { findApp } from './find-app.ts';
import { parseScopes } from './scopes.ts';
import { carried, chosenUser, userChoicePage } from './user-choice.ts';

type Version = 'v1' | 'v2';

/**
 * Where the answer goes. The second version needs an address; the first takes the first one that is registered
 * (learn.microsoft.com/entra/identity/enterprise-apps, "grant-admin-consent": the constructed URL names none).
 */
function replyAddress(
  app: ClientApp,
  request: EntraRequest,
  parts: EntraParts,
  version: Version,
): ReplyTo | EntraError {
  const { params } = request;
  const { clientId, redirectUris } = app.registration;
  const state = params.get('state');
  const asked = params.get('redirect_uri');
  if (redirectUris?.length === 0) return entraErrors.noReplyAddress();
  if (asked === null && version === 'v2') return entraErrors.missingParameter('redirect_uri');
  if (asked === null) return { redirectUri: redirectUris?.[0] ?? 'http://localhost', mode: 'query', state };
  if (!parts.apps.allowsRedirect(clientId, asked)) return entraErrors.redirectUri(asked, clientId);
  return { redirectUri: asked, mode: 'query', state };
}

/** What the administrator is asked for; the refusal where the second version does not say. */
function permissionsAsked({ params, baseUrl }: EntraRequest, version: Version): AskedConsent | EntraError {
  if (version === 'v1') return 'listed';
  const scope = params.get('scope') ?? '';
  if (scope === '') return entraErrors.missingParameter('scope');
  const parsed = parseScopes(scope, baseUrl);
  return parsed ? askedConsent(parsed.scopes) : entraErrors.scope(scope);
}

/**
 * Consent for a whole organization (learn.microsoft.com/entra/identity-platform, "v2-admin-consent"). A refusal comes
 * back with admin_consent=True and without a tenant, as the real one does; who declines the second version is told as
 * consent_required.
 */
export function answerAdminConsent(
  request: EntraRequest,
  tenant: string,
  parts: EntraParts,
  version: Version,
): Response {
  const { params, form } = request;
  const directories = directoriesAt(tenant, parts);
  if (!directories) return errorPage(entraErrors.unknownTenant(tenant), request);
  const app = findApp(request, params.get('client_id') ?? '', tenant, parts);
  if (isEntraError(app)) return errorPage(app, request);
  const replyTo = replyAddress(app, request, parts, version);
  if (isEntraError(replyTo)) return errorPage(replyTo, request);
  const refuse = (refusal: EntraError, error = 'access_denied') =>
    redirectWithError(replyTo, refusal, request, error, { admin_consent: 'True' });
  const decline = () => refuse(entraErrors.declined(), version === 'v2' ? 'consent_required' : 'access_denied');
  const asked = permissionsAsked(request, version);
  if (typeof asked === 'object' && isEntraError(asked)) return refuse(asked, asked.error);
  const choice = (refusal: EntraError | null) => {
    const intro = `to review the permissions that ${app.name} asks for`;
    const options = { title: 'Pick an account', intro, directories, withOutcomes: false, loginHint: null, refusal };
    return userChoicePage(options, request);
  };
  if (request.method !== 'POST') return choice(null);
  if (form.get('action') === 'cancel') return decline();
  const user = chosenUser(form, directories);
  if (isEntraError(user)) return choice(user);
  const { tenantId, profile } = user.directory;
  const answer = form.get('consent');
  const may = mayConsent(user.directory, user.userIndex);
  if (answer === null) {
    if (!may) return approvalPage(app.name, profile.displayName, carried(user));
    return consentPage(app.name, profile.displayName, adminPermissions(app, user.directory, asked), carried(user));
  }
  if (answer === 'request') return refuse(entraErrors.approvalRequested(profile.displayName, app.name));
  if (!may) return refuse(entraErrors.approvalNeeded(profile.displayName, app.name));
  if (answer !== 'accept') return decline();
  grantForOrganization(app, asked, tenantId, parts, request.now);
  const scope = params.get('scope');
  return redirectToApp(replyTo, {
    admin_consent: 'True',
    tenant: tenantId,
    ...(version === 'v2' && scope !== null && { scope }),
  });
}
