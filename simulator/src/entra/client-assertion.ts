import { createHash, X509Certificate } from 'node:crypto';
import type { ClientApp } from './app-registrations.ts';
import { assertionTimeError } from './assertion-time.ts';
import { clientErrors } from './client-errors.ts';
import type { EntraError } from './entra-errors.ts';
import type { EntraParts, EntraRequest } from './entra-parts.ts';
import { checkFederated } from './federated-assertion.ts';
import { audiencesOf, type ReadToken, readToken } from './json-web-token.ts';

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/** Names of this tenant's token endpoint that an assertion may be for. */
function endpoints({ baseUrl, path }: EntraRequest, tenantId: string): Set<string> {
  const named = path.split('/')[1] ?? '';
  const below = ['oauth2/v2.0/token', 'oauth2/token', 'v2.0', ''];
  return new Set([tenantId, named].flatMap((tenant) => below.map((end) => `${baseUrl}/${tenant}/${end}`)));
}

const thumbprints = (certificate: X509Certificate) => ({
  sha1: createHash('sha1').update(certificate.raw).digest('base64url'),
  sha256: createHash('sha256').update(certificate.raw).digest('base64url'),
});

/** The certificate as text, PEM or base64; null where it is none. */
export function readCertificate(text: string): X509Certificate | null {
  const pem = text.includes('-----BEGIN') ? text : Buffer.from(text, 'base64');
  try {
    return new X509Certificate(pem);
  } catch {
    // OpenSSL's errors have no class of their own: whatever it does not read is no certificate.
    return null;
  }
}

/** The first certificate of the chain in the header: the one that signed. */
function chainCertificate({ header }: ReadToken): string[] {
  const { x5c } = header;
  const chain = Array.isArray(x5c) ? x5c : [x5c];
  return typeof chain[0] === 'string' ? [chain[0]] : [];
}

function checkSigner(token: ReadToken, app: ClientApp, now: Date): EntraError | null {
  const { header } = token;
  const { clientId, certificates = [] } = app.registration;
  const [sha256, sha1] = [header['x5t#S256'], header.x5t];
  const sent = typeof sha256 === 'string' ? sha256 : sha1;
  if (typeof sent !== 'string')
    return clientErrors.malformedAssertion('No certificate thumbprint specified in token header.');
  const shown = Buffer.from(sent, 'base64url').toString('hex').toUpperCase();
  // Without a registration nobody has said what the key is: then the assertion's own certificate has to do.
  const candidates = app.isAny ? [...certificates, ...chainCertificate(token)] : certificates;
  const certificate = candidates
    .map(readCertificate)
    .filter((one) => one !== null)
    .find((one) => Object.values(thumbprints(one)).includes(sent));
  if (!certificate) return clientErrors.unknownKey(shown, clientId);
  const [from, until] = [certificate.validFromDate, certificate.validToDate];
  if (now < from || now > until) return clientErrors.certificateTime(now, from, until);
  return token.isSignedBy(certificate.publicKey) ? null : clientErrors.wrongSignature(shown);
}

/**
 * Null where the assertion proves that the request is the application's: signed with one of its certificates
 * (learn.microsoft.com/entra/identity-platform, "certificate-credentials"), or by an issuer that it trusts.
 */
export async function checkAssertion(
  request: EntraRequest,
  parts: Pick<EntraParts, 'issuerKeys'>,
  app: ClientApp,
  tenantId: string,
): Promise<EntraError | null> {
  const { form, now } = request;
  const clientId = form.get('client_id') ?? '';
  const type = form.get('client_assertion_type') ?? '';
  if (type !== assertionType) return clientErrors.assertionType(type);
  const token = readToken(form.get('client_assertion') ?? '');
  if (!token) return clientErrors.malformedAssertion('JWT must have three segments.');
  const { iss, sub } = token.claims;
  const isOf = (claim: unknown) => typeof claim === 'string' && claim.toLowerCase() === clientId.toLowerCase();
  if (!isOf(iss) && typeof iss === 'string' && iss.startsWith('https://'))
    return checkFederated(token, parts, app, now);
  if (!isOf(iss) || !isOf(sub)) return clientErrors.otherClient(clientId);
  const signer = checkSigner(token, app, now);
  if (signer) return signer;
  const allowed = endpoints(request, tenantId);
  const audiences = audiencesOf(token);
  if (!audiences.some((audience) => allowed.has(audience))) return clientErrors.assertionAudience(audiences.join(' '));
  return assertionTimeError(token, now);
}
