import { mayConsent } from '../directory/notable-users.ts';
import type { TenantDirectory } from '../directory/tenant-directory.ts';
import { isEntraError } from '../entra/app-registrations.ts';
import { anyTenant, type EntraParts, type EntraRequest } from '../entra/entra-endpoints.ts';
import { type EntraError, entraErrors } from '../entra/entra-errors.ts';
import type { SignInRule } from '../entra/tenant-states.ts';
import { errorPage, isResponseMode, type ReplyTo, redirectToApp, redirectWithError } from './application-redirect.ts';
import { approvalPage, consentPage } from './consent-page.ts';
import type { AuthorizationCode, OneTimeStore } from './grant-store.ts';
import { html, pageResponse } from './html.ts';
import { needsAdministrator, parseScopes, permissionsOf } from './scopes.ts';
import { type ChosenUser, carried, chosenUser, hintedUser, userChoicePage } from './user-choice.ts';

interface Authorization {
  clientId: string;
  appName: string;
  directories: TenantDirectory[];
  replyTo: ReplyTo;
  scopes: string[];
}

/** Tenants whose users may sign in at this address; null: there is no such tenant. */
export function directoriesAt(tenant: string, parts: EntraParts): TenantDirectory[] | null {
  if (anyTenant.has(tenant)) return parts.directories;
  const directory = parts.findTenant(tenant);
  return directory && [directory];
}

/** Client and address first: until both are known, nothing goes to the address. */
function trustedReply(
  request: EntraRequest,
  tenant: string,
  parts: EntraParts,
): { replyTo: ReplyTo; clientId: string; appName: string } | EntraError {
  const { params } = request;
  const clientId = params.get('client_id') ?? '';
  if (clientId === '') return entraErrors.missingParameter('client_id');
  const app = parts.apps.find(clientId, tenant);
  if (isEntraError(app)) return app;
  const redirectUri = params.get('redirect_uri') ?? '';
  if (!parts.apps.allowsRedirect(clientId, redirectUri)) return entraErrors.redirectUri(redirectUri, clientId);
  const mode = params.get('response_mode') ?? 'query';
  if (!isResponseMode(mode)) return entraErrors.malformed(`response_mode '${mode}' is not supported.`);
  return { replyTo: { redirectUri, mode, state: params.get('state') }, clientId, appName: app.name };
}

function parameterError({ params }: EntraRequest): EntraError | null {
  const responseType = params.get('response_type') ?? '';
  if (responseType === '') return entraErrors.missingParameter('response_type');
  if (responseType !== 'code') return entraErrors.responseType(responseType);
  const challenge = params.get('code_challenge');
  const method = params.get('code_challenge_method');
  if (challenge !== null && method !== 'S256') return entraErrors.challengeMethod();
  // RFC 7636, 4.2: base64url of SHA-256 has 43 characters.
  if (challenge !== null && !/^[\w-]{43}$/.test(challenge)) return entraErrors.challengeSize();
  const scope = params.get('scope') ?? '';
  if (scope === '') return entraErrors.missingParameter('scope');
  return parseScopes(scope) ? null : entraErrors.scope(scope);
}

const ruleErrors: Record<Exclude<SignInRule, 'allowed'>, (tenantId: string) => EntraError> = {
  mfaRequired: entraErrors.mfaRequired,
  blocked: entraErrors.blocked,
  deviceNotFound: entraErrors.deviceNotFound,
};

function isFailing(value: string): value is Exclude<SignInRule, 'allowed'> {
  return Object.hasOwn(ruleErrors, value);
}

function mfaPage(user: ChosenUser): Response {
  return pageResponse(
    'Approve sign-in request',
    html`<p>This organization asks for a second factor.</p>
<form method="post">${carried(user)}
<button class="primary" name="mfa" value="approved">Approve</button>
<button name="mfa" value="denied">Deny</button>
</form>`,
  );
}

/** Null: the application has what it asks for, or is given it now. Else the page that asks, or the refusal. */
function askConsent(
  user: ChosenUser,
  { clientId, appName, scopes }: Authorization,
  { form, params }: EntraRequest,
  { tenantStates }: EntraParts,
  silent: boolean,
): Response | EntraError | null {
  const { tenantId, profile } = user.directory;
  const may = mayConsent(user.directory, user.userIndex);
  const granted = !needsAdministrator(scopes) || tenantStates.of(tenantId).consent === 'granted';
  // prompt=consent asks an administrator again.
  if (granted && !(may && params.get('prompt') === 'consent')) return null;
  const [answer, mfa] = [form.get('consent'), form.get('mfa')];
  if (answer === null && !silent) {
    const fields = carried(user, mfa === null ? {} : { mfa });
    return may
      ? consentPage(appName, profile.displayName, permissionsOf(scopes, user.directory), fields)
      : approvalPage(appName, profile.displayName, fields);
  }
  if (answer === 'cancel') return entraErrors.declined();
  if (answer !== 'accept' || !may || silent) return entraErrors.noConsent(clientId, appName);
  tenantStates.set(tenantId, { consent: 'granted' });
  return null;
}

/** Once it is known who signs in: Conditional Access, consent, and the code. `silent`: without a page. */
function proceed(
  user: ChosenUser,
  authorization: Authorization,
  request: EntraRequest,
  parts: EntraParts,
  codes: OneTimeStore<AuthorizationCode>,
  silent: boolean,
): Response {
  const { clientId, replyTo, scopes } = authorization;
  const { form, params, now } = request;
  const { directory, userIndex } = user;
  const { tenantId } = directory;
  const fail = (refusal: EntraError, error?: string) => redirectWithError(replyTo, refusal, request, error);
  const outcome = form.get('outcome') ?? '';
  if (isFailing(outcome)) return fail(ruleErrors[outcome](tenantId), 'interaction_required');
  const rule = parts.tenantStates.signInRule(tenantId, directory.userId(userIndex));
  const mfa = form.get('mfa');
  if (rule === 'mfaRequired' && !silent && mfa === null) return mfaPage(user);
  if (isFailing(rule) && !(rule === 'mfaRequired' && mfa === 'approved'))
    return fail(ruleErrors[rule](tenantId), 'interaction_required');
  const missing = askConsent(user, authorization, request, parts, silent);
  if (missing) return 'code' in missing ? fail(missing, 'consent_required') : missing;
  const code = codes.add({
    clientId,
    directory,
    userIndex,
    scopes,
    strong: mfa === 'approved',
    nonce: params.get('nonce'),
    // There is no browser session here: whoever signs in has just done so.
    authenticatedAt: params.has('max_age') ? now : null,
    issuedAt: now,
    serial: parts.tenantStates.nextSerial(),
    redirectUri: replyTo.redirectUri,
    codeChallenge: params.get('code_challenge'),
  });
  return redirectToApp(replyTo, { code, session_state: request.requestId });
}

/** The authorize endpoint: GET shows the choice of users, POST is the choice. */
export function answerAuthorize(
  request: EntraRequest,
  tenant: string,
  parts: EntraParts,
  codes: OneTimeStore<AuthorizationCode>,
): Response {
  const directories = directoriesAt(tenant, parts);
  if (!directories) return errorPage(entraErrors.unknownTenant(tenant), request);
  const trusted = trustedReply(request, tenant, parts);
  if (isEntraError(trusted)) return errorPage(trusted, request);
  const { replyTo, appName } = trusted;
  const wrong = parameterError(request);
  if (wrong) return redirectWithError(replyTo, wrong, request);
  const { params, form } = request;
  const scopes = parseScopes(params.get('scope') ?? '') ?? [];
  const authorization = { ...trusted, directories, scopes };
  const loginHint = params.get('login_hint');
  const choice = (refusal: EntraError | null) =>
    userChoicePage(
      {
        title: 'Pick an account',
        intro: `to continue to ${appName}`,
        directories,
        withOutcomes: true,
        loginHint,
        refusal,
      },
      request,
    );
  if (params.get('prompt') === 'none') {
    // There is no browser session here: the hint stands for it.
    const user = loginHint === null ? null : hintedUser(loginHint, directories);
    if (!user) return redirectWithError(replyTo, entraErrors.loginRequired(), request);
    return proceed(user, authorization, request, parts, codes, true);
  }
  if (request.method !== 'POST') return choice(null);
  if (form.get('action') === 'cancel') return redirectWithError(replyTo, entraErrors.declined(), request);
  const user = chosenUser(form, directories);
  if (isEntraError(user)) return choice(user);
  return proceed(user, authorization, request, parts, codes, false);
}
