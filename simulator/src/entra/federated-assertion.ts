import { createPublicKey, type JsonWebKey } from 'node:crypto';
import type { ClientApp, FederatedCredential } from './app-registrations.ts';
import { assertionTimeError } from './assertion-time.ts';
import { clientErrors } from './client-errors.ts';
import type { EntraError } from './entra-errors.ts';
import type { EntraParts } from './entra-parts.ts';
import { audiencesOf, type ReadToken } from './json-web-token.ts';

/** What an identity token has to be for where the application says nothing else. */
export const tokenExchangeAudience = 'api://AzureADTokenExchange';

/** Null where one of the application's federated credentials is for this issuer, subject and audience. */
function matchError(token: ReadToken, app: ClientApp): EntraError | null {
  const { clientId, federatedCredentials = [] } = app.registration;
  const [iss, sub] = [String(token.claims.iss), String(token.claims.sub)];
  if (federatedCredentials.length === 0) return clientErrors.noFederation(clientId);
  // Compared letter by letter, a slash at the end included.
  const ofIssuer = federatedCredentials.filter(({ issuer }) => issuer === iss);
  if (ofIssuer.length === 0) return clientErrors.federatedIssuer(iss);
  const ofSubject = ofIssuer.filter(({ subject }) => subject === sub);
  if (ofSubject.length === 0) {
    const isOtherCase = ofIssuer.some(({ subject }) => subject.toLowerCase() === sub.toLowerCase());
    return isOtherCase ? clientErrors.federatedSubjectCase(sub) : clientErrors.federatedSubject(sub);
  }
  const audiences = audiencesOf(token);
  const isFor = ({ audience = tokenExchangeAudience }: FederatedCredential) => audiences.includes(audience);
  return ofSubject.some(isFor) ? null : clientErrors.federatedAudience(audiences.join(' '));
}

/** Null where the token is of an issuer that the application trusts, signed with one of that issuer's keys. */
export async function checkFederated(
  token: ReadToken,
  { issuerKeys }: Pick<EntraParts, 'issuerKeys'>,
  app: ClientApp,
  now: Date,
): Promise<EntraError | null> {
  const mismatch = matchError(token, app);
  if (mismatch) return mismatch;
  const keys = await issuerKeys(String(token.claims.iss));
  const isSigned = keys.some((key: JsonWebKey) => token.isSignedBy(createPublicKey({ key, format: 'jwk' })));
  return isSigned ? assertionTimeError(token, now) : clientErrors.federatedSignature();
}
