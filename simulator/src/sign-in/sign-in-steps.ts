import { mayConsent } from '../directory/notable-users.ts';
import type { TenantDirectory } from '../directory/tenant-directory.ts';
import type { ClientApp } from '../entra/app-registrations.ts';
import { type EntraError, entraErrors } from '../entra/entra-errors.ts';
import type { EntraParts, EntraRequest } from '../entra/entra-parts.ts';
import { type FailingRule, isFailing, ruleError, stopsSignIn } from '../entra/sign-in-rules.ts';
import { grantPermissions, missingPermissions } from './app-consent.ts';
import { approvalPage, consentPage } from './consent-page.ts';
import { html, pageResponse } from './html.ts';
import { permissionsOf } from './scopes.ts';
import { type ChosenUser, carried } from './user-choice.ts';

/** What somebody is to sign in to. */
export interface Asking {
  app: ClientApp;
  directories: TenantDirectory[];
  scopes: string[];
  audience: string;
}

/** What follows the choice of an account: another page, a refusal (`error`: its name on a redirect), or the sign-in. */
export type SignInStep = { page: Response } | { refusal: EntraError; error: string } | { strong: boolean };

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
function consentStep(
  user: ChosenUser,
  { app, scopes }: Asking,
  request: EntraRequest,
  parts: EntraParts,
  silent: boolean,
): SignInStep | null {
  const { form, params } = request;
  const { profile } = user.directory;
  const { clientId } = app.registration;
  const may = mayConsent(user.directory, user.userIndex);
  const missing = missingPermissions(app, scopes, user.directory, parts);
  // prompt=consent asks an administrator again.
  if (missing.length === 0 && !(may && params.get('prompt') === 'consent')) return null;
  const [answer, mfa] = [form.get('consent'), form.get('mfa')];
  if (answer === null && !silent) {
    const fields = carried(user, mfa === null ? {} : { mfa });
    const asked = missing.length > 0 ? missing : permissionsOf(scopes, user.directory);
    const page = may
      ? consentPage(app.name, profile.displayName, asked, fields)
      : approvalPage(app.name, profile.displayName, fields);
    return { page };
  }
  if (answer === 'cancel') return { refusal: entraErrors.declined(), error: 'consent_required' };
  if (answer === 'request')
    return { refusal: entraErrors.approvalRequested(profile.displayName, app.name), error: 'access_denied' };
  if (answer === 'decline')
    return { refusal: entraErrors.approvalNeeded(profile.displayName, app.name), error: 'access_denied' };
  if (answer !== 'accept' || !may || silent)
    return { refusal: entraErrors.noConsent(clientId, app.name), error: 'consent_required' };
  grantPermissions(app, scopes, user.directory, parts, request.now);
  return null;
}

/** Once it is known who signs in: Conditional Access, then consent. `silent`: without a page. */
export function signInStep(
  user: ChosenUser,
  asking: Asking,
  request: EntraRequest,
  parts: EntraParts,
  silent: boolean,
): SignInStep {
  const { form } = request;
  const { tenantId } = user.directory;
  const fail = (rule: FailingRule) => ({ refusal: ruleError(rule, tenantId), error: 'interaction_required' });
  const outcome = form.get('outcome') ?? '';
  if (isFailing(outcome)) return fail(outcome);
  const rule = parts.tenantStates.signInRule(tenantId, user.directory.userId(user.userIndex));
  const mfa = form.get('mfa');
  if (rule === 'mfaRequired' && !silent && mfa === null) return { page: mfaPage(user) };
  const isPassed = rule === 'mfaRequired' && mfa === 'approved';
  if (isFailing(rule) && (silent || stopsSignIn(rule)) && !isPassed) return fail(rule);
  return consentStep(user, asking, request, parts, silent) ?? { strong: mfa === 'approved' };
}
