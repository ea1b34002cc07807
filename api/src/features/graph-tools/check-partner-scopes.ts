import { explainAadsts } from '../../domain/connection/aadsts.ts';
import { AppError } from '../../http/app-error.ts';
import { GraphError, type GraphFailure } from '../../ports/graph.ts';
import type { AppRegistration, IdentityProvider } from '../../ports/identity-provider.ts';

/** A person waits: the API has to have answered within 45 s. */
const givenUpMs = 20_000;
const maxWaitMs = 5_000;

/** What each refusal of Entra ID is about (Microsoft identity platform, authentication error codes). */
const fieldOfCode: Readonly<Record<string, string>> = {
  '90002': 'tenantId',
  '700016': 'clientId',
  '700024': 'certificate',
  '700027': 'certificate',
  '1000502': 'certificate',
  '7000215': 'clientSecret',
  '7000222': 'clientSecret',
};

/** Entra ID was out of order, or asked to be called less often. */
const passing: readonly string[] = ['90033', '90055'];

const unanswered = () =>
  new AppError('UNAVAILABLE', 'Microsoft could not be asked whether it accepts these scopes. Try again later.');

function refused({ code, message }: GraphFailure): AppError {
  const aadsts = /AADSTS(\d{5,7})/.exec(message)?.[1] ?? '';
  if (passing.includes(aadsts)) return unanswered();
  const path = Object.hasOwn(fieldOfCode, aadsts) ? fieldOfCode[aadsts] : 'partnerCenterScopes';
  const told =
    code === 'InvalidAuthenticationToken'
      ? 'Microsoft Graph does not take a token for this scope, and partner sync reads Microsoft Graph.'
      : (explainAadsts(message)?.meaning ?? message.split(' Trace ID:')[0] ?? code);
  const fields = [{ path: path ?? 'partnerCenterScopes', message: told }];
  return new AppError('INVALID_INPUT', 'Microsoft refused this registration or its scopes.', { fields });
}

/**
 * Asks Microsoft for a token with these scopes, and Microsoft Graph whether it takes it. What the token may read there is
 * for the consent to say, not for the scopes.
 * @throws AppError INVALID_INPUT with the field that was refused; UNAVAILABLE where nobody could say
 */
export async function checkPartnerScopes(
  identityProvider: Pick<IdentityProvider, 'appGraph'>,
  app: AppRegistration,
  { entraTenantId, scopes }: { entraTenantId: string; scopes: readonly string[] },
): Promise<void> {
  const signal = AbortSignal.timeout(givenUpMs);
  const graph = identityProvider.appGraph(app, entraTenantId, { tokenScopes: scopes, maxWaitMs, signal });
  try {
    await graph.get('/v1.0/tenantRelationships/delegatedAdminCustomers?$top=1');
  } catch (error) {
    const isLate = signal.aborted && error === signal.reason;
    if (!isLate && !(error instanceof GraphError)) throw error;
    if (error instanceof GraphError && error.failure.status === 401) throw refused(error.failure);
    if (error instanceof GraphError && error.failure.status > 401 && error.failure.status < 429) return;
    throw unanswered();
  }
}
