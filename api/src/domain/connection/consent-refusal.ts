import type { ReturnProblem } from '@tenantry/contract/return-problems';

/** What Microsoft put into the address to which the browser came back. */
type Refusal = { error?: string | undefined; error_description?: string | undefined };

/** Somebody else has to consent, or to approve a request for it (learn.microsoft.com, "reference-error-codes"). */
const needsAdministrator = /AADSTS(90093|90094|90095)\b/;

/**
 * Why a consent or a sign-in came to nothing. Who declines is told by `access_denied`, and by the second version of the page for
 * administrators by `consent_required` with AADSTS65004 (learn.microsoft.com/entra/identity-platform, "v2-admin-consent").
 */
export function refusedBecause({ error, error_description = '' }: Refusal): ReturnProblem {
  if (needsAdministrator.test(error_description)) return 'consent-needs-administrator';
  const isDeclined = error === 'access_denied' || /AADSTS65004\b/.test(error_description);
  return isDeclined ? 'consent-declined' : 'connection-refused';
}
