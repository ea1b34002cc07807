import { createHash } from 'node:crypto';
import type { NodeAuthOptions } from '@azure/msal-node';
import type { AppRegistration } from '../../ports/identity-provider.ts';

/**
 * What MSAL proves with who the application is. The chain goes along, for directories that trust an issuer and a name instead of one
 * certificate; one that stands in the app registration is found by its thumbprint all the same.
 */
export function msalCredential(app: AppRegistration): Pick<NodeAuthOptions, 'clientSecret' | 'clientCertificate'> {
  if ('clientSecret' in app) return { clientSecret: app.clientSecret };
  const { thumbprintSha256, privateKey, certificate } = app.certificate;
  return { clientCertificate: { thumbprintSha256, privateKey, x5c: certificate } };
}

/** Tells one credential from another, and gives neither secret nor key away. */
export function credentialFingerprint(app: AppRegistration): string {
  const proof =
    'clientSecret' in app
      ? createHash('sha256').update(app.clientSecret).digest('hex')
      : app.certificate.thumbprintSha256;
  return `${app.clientId} ${'clientSecret' in app ? 'secret' : 'certificate'} ${proof}`;
}
