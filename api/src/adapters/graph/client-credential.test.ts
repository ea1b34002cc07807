import { createHash, createPublicKey, X509Certificate } from 'node:crypto';
import { decodeProtectedHeader, jwtVerify } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeCertificate } from '../../../testing/certificates.ts';
import { readCertificate } from '../../domain/connection/client-certificate.ts';
import type { AppRegistration } from '../../ports/identity-provider.ts';
import { createAppTokens } from './app-tokens.ts';
import { credentialFingerprint } from './client-credential.ts';

const clientId = '6f1d2c3b-0000-4000-8000-00000000cccc';
const directory = '3f6f0b52-8a4e-4c1d-9b0a-5d2c7e8f1a01';
const tokenEndpoint = `https://login.microsoftonline.com/${directory}/oauth2/v2.0/token`;
let app: AppRegistration & { certificate: ReturnType<typeof readCertificate> };
beforeAll(async () => {
  app = { clientId, certificate: readCertificate((await makeCertificate()).pem, new Date()) };
});

/** Entra ID as far as an application meets it, and what was sent to its token endpoint. */
function entra() {
  const sent: URLSearchParams[] = [];
  const metadata = {
    issuer: `https://login.microsoftonline.com/${directory}/v2.0`,
    authorization_endpoint: tokenEndpoint.replace('token', 'authorize'),
    token_endpoint: tokenEndpoint,
    jwks_uri: `https://login.microsoftonline.com/${directory}/discovery/v2.0/keys`,
  };
  return {
    sent,
    async fetch(request: Request) {
      if (request.method === 'GET') return Response.json(metadata);
      sent.push(new URLSearchParams(await request.text()));
      return Response.json({ token_type: 'Bearer', expires_in: 3600, access_token: 'token' });
    },
  };
}

describe('an application with a certificate', () => {
  it('proves who it is by a signature that its certificate verifies, and sends neither key nor secret', async () => {
    const upstream = entra();
    expect(await createAppTokens(directory, app, upstream).get({ skipCache: false })).toBe('token');
    const body = upstream.sent[0] ?? new URLSearchParams();
    expect(body.get('client_assertion_type')).toBe('urn:ietf:params:oauth:client-assertion-type:jwt-bearer');
    expect(body.get('client_secret')).toBeNull();
    const assertion = body.get('client_assertion') ?? '';
    const key = createPublicKey(app.certificate.certificate);
    // MSAL rounds to whole seconds, which may be half a second ahead.
    const expected = { audience: tokenEndpoint, issuer: clientId, clockTolerance: 1 };
    const { payload } = await jwtVerify(assertion, key, expected);
    expect(payload.sub).toBe(clientId);
    const thumbprint = createHash('sha256').update(new X509Certificate(app.certificate.certificate).raw);
    expect(decodeProtectedHeader(assertion)).toMatchObject({
      alg: 'PS256',
      'x5t#S256': thumbprint.digest('base64url'),
    });
    expect(decodeProtectedHeader(assertion).x5c).toEqual([
      new X509Certificate(app.certificate.certificate).raw.toString('base64'),
    ]);
    expect(body.toString()).not.toContain('PRIVATE');
  });

  it('is told from every other credential without showing it', () => {
    const secret = { clientId, clientSecret: 'a secret' };
    const all = [app, secret, { clientId, clientSecret: 'another' }, { clientId: directory, clientSecret: 'a secret' }];
    expect(new Set(all.map(credentialFingerprint)).size).toBe(4);
    expect(credentialFingerprint(secret)).not.toContain('a secret');
    expect(credentialFingerprint(app)).toContain(app.certificate.thumbprintSha256);
  });
});
