// The device authorization grant (RFC 8628) as learn.microsoft.com/entra/identity-platform, "v2-oauth2-device-code", has it.
import { isEntraError } from '../entra/app-registrations.ts';
import { deviceErrors } from '../entra/client-errors.ts';
import { type DeviceCode, deviceCodeSeconds } from '../entra/device-codes.ts';
import { type EntraError, entraErrors } from '../entra/entra-errors.ts';
import { anyTenant, type EntraParts, type EntraRequest } from '../entra/entra-parts.ts';
import { errorDescription, refuse } from '../entra/entra-refusal.ts';
import { cloudOfHost } from '../national-clouds.ts';
import { jsonResponse } from '../wire-response.ts';
import { errorPage } from './application-redirect.ts';
import { directoriesAt } from './authorize.ts';
import { findApp } from './find-app.ts';
import type { Grant } from './grant-store.ts';
import { html, pageResponse } from './html.ts';
import { parseScopes } from './scopes.ts';
import { signInStep } from './sign-in-steps.ts';
import { chosenUser, userChoicePage } from './user-choice.ts';

/** A device asks for a code, and for the sentence that it shows. */
export function answerDeviceCode(request: EntraRequest, tenant: string, parts: EntraParts): Response {
  const { form, now, baseUrl, ownUrl } = request;
  if (!anyTenant.has(tenant) && !parts.findTenant(tenant)) return refuse(entraErrors.unknownTenant(tenant), request);
  const clientId = form.get('client_id') ?? '';
  if (clientId === '') return refuse(entraErrors.missingParameter('client_id'), request);
  const app = findApp(request, clientId, parts.findTenant(tenant)?.tenantId ?? tenant, parts);
  if (isEntraError(app)) return refuse(app, request);
  const scope = form.get('scope') ?? '';
  if (scope === '') return refuse(entraErrors.missingParameter('scope'), request);
  const asked = parseScopes(scope, baseUrl);
  if (!asked) return refuse(entraErrors.scope(scope), request);
  const { deviceCode, userCode } = parts.deviceCodes.add({ clientId, tenant, ...asked, issuedAt: now });
  // A person in front of the simulator is sent to its own page: what Microsoft's would not know.
  const page = ownUrl === null ? cloudOfHost(new URL(baseUrl).host).deviceLogin : `${ownUrl}/devicelogin`;
  return jsonResponse(
    200,
    {
      user_code: userCode,
      device_code: deviceCode,
      verification_uri: page,
      expires_in: deviceCodeSeconds,
      interval: parts.deviceCodes.intervalSeconds,
      message: `To sign in, use a web browser to open the page ${page} and enter the code ${userCode} to authenticate.`,
    },
    { 'cache-control': 'no-store' },
  );
}

/** MSAL for Node stops at slow_down: only a device that asks more than twice as often as it may hears it. */
function isTooFast({ polledAt }: DeviceCode, now: Date, intervalSeconds: number): boolean {
  return polledAt !== null && now.getTime() - polledAt.getTime() < intervalSeconds * 500;
}

/** What a device that asks for its tokens gets. */
export function findDeviceGrant(
  { form, now }: EntraRequest,
  _stores: unknown,
  tenantId: string | null,
  { deviceCodes }: EntraParts,
): Grant | EntraError {
  const value = form.get('device_code') ?? '';
  if (value === '') return entraErrors.missingParameter('device_code');
  const code = deviceCodes.byDeviceCode(value);
  if (!code || code.clientId !== form.get('client_id')) return deviceErrors.unknown();
  const { clientId, scopes, audience, outcome } = code;
  if (outcome === 'redeemed') return deviceErrors.redeemed();
  if (deviceCodes.isExpired(code, now)) return deviceErrors.expired();
  if (outcome === 'declined') return deviceErrors.declined();
  if (outcome === 'pending') {
    const tooFast = isTooFast(code, now, deviceCodes.intervalSeconds);
    code.polledAt = now;
    return tooFast ? deviceErrors.slowDown() : deviceErrors.pending();
  }
  const { directory, userIndex, strong, serial, at } = outcome;
  if (tenantId !== null && tenantId !== directory.tenantId) return entraErrors.otherTenant();
  code.outcome = 'redeemed';
  const who = { directory, userIndex, strong };
  return { clientId, ...who, scopes, audience, nonce: null, authenticatedAt: null, issuedAt: at, serial };
}

function codePage(request: EntraRequest, refusal: EntraError | null): Response {
  const alert = refusal && html`<p class="error" role="alert">${errorDescription(refusal, request)}</p>`;
  return pageResponse(
    'Enter code to allow access',
    html`<p>Enter the code that your app or device shows.</p>${alert}<form method="get">
<p><label for="otc">Code</label> <input id="otc" name="otc" autocomplete="off" autocapitalize="characters" value="">
<button class="primary">Next</button></p>
</form>`,
    refusal ? 400 : 200,
  );
}

const donePage = (title: string, text: string) => pageResponse(title, html`<p>${text}</p>`);

/** Somebody signs in for a device: the code stands in the address, so that every page below posts back to it. */
export function answerDevicePage(request: EntraRequest, parts: EntraParts): Response {
  const { params, form, now, method } = request;
  const typed = params.get('otc');
  if (typed === null) return codePage(request, null);
  const code = parts.deviceCodes.byUserCode(typed);
  if (code?.outcome !== 'pending') return codePage(request, deviceErrors.wrongUserCode());
  if (parts.deviceCodes.isExpired(code, now)) return codePage(request, deviceErrors.expiredUserCode());
  const { clientId, tenant, scopes, audience } = code;
  const directories = directoriesAt(tenant, parts) ?? [];
  const app = findApp(request, clientId, parts.findTenant(tenant)?.tenantId ?? tenant, parts);
  if (isEntraError(app)) return errorPage(app, request);
  const choice = (refusal: EntraError | null) => {
    const intro = `to let ${app.name} on another device sign in as you`;
    const options = { title: 'Pick an account', intro, directories, withOutcomes: true, loginHint: null, refusal };
    return userChoicePage(options, request);
  };
  if (method !== 'POST') return choice(null);
  const decline = () => {
    code.outcome = 'declined';
    return donePage('The sign-in was canceled', `${app.name} was not let in. You may close this window.`);
  };
  if (form.get('action') === 'cancel') return decline();
  const user = chosenUser(form, directories);
  if (isEntraError(user)) return choice(user);
  const step = signInStep(user, { app, directories, scopes, audience }, request, parts, false);
  if ('page' in step) return step.page;
  if ('refusal' in step)
    return ['cancel', 'decline'].includes(form.get('consent') ?? '') ? decline() : errorPage(step.refusal, request);
  const { strong } = step;
  code.outcome = { ...user, strong, serial: parts.tenantStates.nextSerial(), at: now };
  return donePage(`You have signed in to ${app.name} on your device`, 'You may now close this window.');
}
