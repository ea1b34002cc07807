import { type EntraError, makeEntraError } from './entra-errors.ts';

const certificatesPage = 'https://learn.microsoft.com/entra/identity-platform/certificate-credentials';
const federationPage = 'https://learn.microsoft.com/entra/workload-id/workload-identity-federation';

const refused = (code: number, text: string) => makeEntraError(401, 'invalid_client', code, text);

/** How an application is refused that does not prove who it is. Sources: as for entra-errors.ts. */
export const clientErrors = {
  noCredential: () =>
    refused(7000218, "The request body must contain the following parameter: 'client_assertion' or 'client_secret'."),
  noApplicationCredential: () =>
    refused(
      7000216,
      "'client_assertion', 'client_secret' or 'request' is required for the 'client_credentials' grant type.",
    ),
  publicClient: () =>
    refused(700025, "Client is public so neither 'client_assertion' nor 'client_secret' should be presented."),
  noPrincipal: (clientId: string, tenant: string) =>
    refused(
      7000229,
      `The client application ${clientId} is missing service principal in the tenant ${tenant}. See instructions here: https://go.microsoft.com/fwlink/?linkid=2225119`,
    ),
  // A client assertion
  assertionType: (value: string) =>
    makeEntraError(
      400,
      'invalid_request',
      9002313,
      `Invalid request. client_assertion_type '${value}' is not supported.`,
    ),
  malformedAssertion: (why: string) => refused(50027, `JWT token is invalid or malformed. ${why}`),
  otherClient: (clientId: string) =>
    refused(
      700021,
      `Client assertion application identifier doesn't match 'client_id' parameter '${clientId}'. Review the documentation at ${certificatesPage} .`,
    ),
  assertionAudience: (audience: string) =>
    refused(
      700023,
      `Client assertion audience claim '${audience}' does not match Realm issuer. Review the documentation at ${certificatesPage} .`,
    ),
  assertionTime: (now: Date, from: Date, until: Date) =>
    refused(
      700024,
      `Client assertion is not within its valid time range. Current time: ${now.toISOString()}, assertion valid from ${from.toISOString()}, expiry time of assertion ${until.toISOString()}. Review the documentation at ${certificatesPage} .`,
    ),
  unknownKey: (thumbprint: string, clientId: string) =>
    refused(
      700027,
      `The certificate with identifier used to sign the client assertion is not registered on application. [Reason - The key was not found., Thumbprint of key used by client: '${thumbprint}', Please visit the Azure Portal, Graph Explorer or directly use MS Graph to see configured keys for app Id '${clientId}'.]`,
    ),
  wrongSignature: (thumbprint: string) =>
    refused(
      700027,
      `Client assertion contains an invalid signature. [Reason - The provided signature value did not match the expected signature value., Thumbprint of key used by client: '${thumbprint}']`,
    ),
  certificateTime: (now: Date, from: Date, until: Date) =>
    refused(
      1000502,
      `The provided certificate is not within its specified validity window. Current time: ${now.toISOString()}, certificate valid from ${from.toISOString()}, until ${until.toISOString()}.`,
    ),
  // A federated credential
  noFederation: (clientId: string) =>
    refused(70025, `The client '${clientId}' has no configured federated identity credentials.`),
  federatedIssuer: (issuer: string) =>
    refused(
      700211,
      `No matching federated identity record found for presented assertion issuer '${issuer}'. Check your federated identity credential Subject, Audience and Issuer against the presented assertion. ${federationPage}`,
    ),
  federatedAudience: (audience: string) =>
    refused(
      700212,
      `No matching federated identity record found for presented assertion audience '${audience}'. Check your federated identity credential Subject, Audience and Issuer against the presented assertion. ${federationPage}`,
    ),
  federatedSubject: (subject: string) =>
    refused(
      700213,
      `No matching federated identity record found for presented assertion subject '${subject}'. Check your federated identity credential Subject, Audience and Issuer against the presented assertion. ${federationPage}`,
    ),
  federatedSubjectCase: (subject: string) =>
    refused(
      7002138,
      `No matching federated identity record found for presented assertion subject '${subject}'. The subject matches with case-insensitive comparison, but not with case-sensitive comparison. Check your federated identity credential Subject, Audience and Issuer against the presented assertion. ${federationPage}`,
    ),
  federatedSignature: () => refused(50013, 'Assertion failed signature validation. [Reason - The key was not found.]'),
} satisfies Record<string, (...args: never[]) => EntraError>;

const ofCode = (error: string, code: number, text: string) => makeEntraError(400, error, code, text);

/** What a device hears that waits for somebody to sign in elsewhere (RFC 8628, 3.5), and what that person may read. */
export const deviceErrors = {
  pending: () =>
    ofCode('authorization_pending', 70016, 'OAuth 2.0 device flow error. Authorization is pending. Continue polling.'),
  slowDown: () =>
    ofCode('slow_down', 70016, 'OAuth 2.0 device flow error. The device polls faster than it was told to. Slow down.'),
  declined: () =>
    ofCode('authorization_declined', 70000, 'The end user has denied the authorization request. Start again.'),
  expired: () =>
    ofCode(
      'expired_token',
      70020,
      "The provided value for the input parameter 'device_code' is not valid. This device code has expired.",
    ),
  unknown: () =>
    ofCode('bad_verification_code', 70018, "The provided value for the input parameter 'device_code' is not valid."),
  redeemed: () =>
    ofCode(
      'invalid_grant',
      54005,
      'OAuth2 Authorization code was already redeemed, please retry with a new valid code or use an existing refresh token.',
    ),
  wrongUserCode: () =>
    ofCode(
      'bad_verification_code',
      70018,
      'Invalid verification code due to User typing in wrong user code for device code flow.',
    ),
  expiredUserCode: () => ofCode('expired_token', 70019, 'Verification code expired. Have the user retry the sign-in.'),
};
