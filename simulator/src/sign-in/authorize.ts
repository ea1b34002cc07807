import type { TenantDirectory } from '../directory/tenant-directory.ts';
import { type ClientApp, isEntraError } from '../entra/app-registrations.ts';
import { type EntraError, entraErrors } from '../entra/entra-errors.ts';
import { anyTenant, type EntraParts, type EntraRequest } from '../entra/entra-parts.ts';
import { errorPage, isResponseMode, type ReplyTo, redirectToApp, redirectWithError } from './application-redirect.ts';
import { findApp } from './find-app.ts';
import type { AuthorizationCode, OneTimeStore } from './grant-store.ts';
import { parseScopes } from './scopes.ts';
import { type Asking, signInStep } from './sign-in-steps.ts';
import { type ChosenUser, chosenUser, hintedUser, userChoicePage } from './user-choice.ts';

interface Authorization extends Asking {
  replyTo: ReplyTo;
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
): { replyTo: ReplyTo; app: ClientApp } | EntraError {
  const { params } = request;
  const clientId = params.get('client_id') ?? '';
  if (clientId === '') return entraErrors.missingParameter('client_id');
  const app = findApp(request, clientId, tenant, parts);
  if (isEntraError(app)) return app;
  if (app.registration.redirectUris?.length === 0) return entraErrors.noReplyAddress();
  const redirectUri = params.get('redirect_uri') ?? '';
  if (!parts.apps.allowsRedirect(clientId, redirectUri)) return entraErrors.redirectUri(redirectUri, clientId);
  const mode = params.get('response_mode') ?? 'query';
  if (!isResponseMode(mode)) return entraErrors.malformed(`response_mode '${mode}' is not supported.`);
  return { replyTo: { redirectUri, mode, state: params.get('state') }, app };
}

function parameterError({ params, baseUrl }: EntraRequest): EntraError | null {
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
  return parseScopes(scope, baseUrl) ? null : entraErrors.scope(scope);
}

/** Once it is known who signs in: whatever stands between, and the code. `silent`: without a page. */
function proceed(
  user: ChosenUser,
  authorization: Authorization,
  request: EntraRequest,
  parts: EntraParts,
  codes: OneTimeStore<AuthorizationCode>,
  silent: boolean,
): Response {
  const { app, replyTo, scopes, audience } = authorization;
  const { params, now } = request;
  const step = signInStep(user, authorization, request, parts, silent);
  if ('page' in step) return step.page;
  if ('refusal' in step) return redirectWithError(replyTo, step.refusal, request, step.error);
  const code = codes.add({
    clientId: params.get('client_id') ?? app.registration.clientId,
    directory: user.directory,
    userIndex: user.userIndex,
    scopes,
    audience,
    strong: step.strong,
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
  const { replyTo, app } = trusted;
  const wrong = parameterError(request);
  if (wrong) return redirectWithError(replyTo, wrong, request);
  const { params, form } = request;
  const asked = parseScopes(params.get('scope') ?? '', request.baseUrl) ?? { scopes: [], audience: '' };
  const authorization = { ...trusted, directories, ...asked };
  const loginHint = params.get('login_hint');
  const choice = (refusal: EntraError | null) =>
    userChoicePage(
      {
        title: 'Pick an account',
        intro: `to continue to ${app.name}`,
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
