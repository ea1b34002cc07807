import { constants, randomUUID, sign } from 'node:crypto';
import type { TestCertificate } from './self-signed-certificate.ts';

export interface AssertionOptions {
  clientId: string;
  /** The token endpoint that it is for. */
  audience: string;
  now: Date;
  /** In the place of the usual ones; undefined: left out. */
  claims?: Record<string, unknown>;
  header?: Record<string, unknown>;
  /** PKCS#1 padding and SHA-1, as RS256 clients have it; else PSS and SHA-256, as MSAL does. */
  isOld?: boolean;
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const base64url = (hex: string) => Buffer.from(hex, 'hex').toString('base64url');

/** A client assertion (learn.microsoft.com/entra/identity-platform, "certificate-credentials"). */
export function clientAssertion(by: TestCertificate, options: AssertionOptions): string {
  const { clientId, audience, now, claims, header, isOld = false } = options;
  const seconds = Math.floor(now.getTime() / 1000);
  const named = isOld ? { x5t: base64url(by.sha1) } : { 'x5t#S256': base64url(by.sha256) };
  const text = `${encode({ typ: 'JWT', alg: isOld ? 'RS256' : 'PS256', ...named, ...header })}.${encode({
    aud: audience,
    iss: clientId,
    sub: clientId,
    jti: randomUUID(),
    nbf: seconds,
    exp: seconds + 600,
    ...claims,
  })}`;
  const padding = isOld ? constants.RSA_PKCS1_PADDING : constants.RSA_PKCS1_PSS_PADDING;
  const how = { key: by.privateKey, padding, saltLength: constants.RSA_PSS_SALTLEN_DIGEST };
  return `${text}.${sign('sha256', Buffer.from(text), how).toString('base64url')}`;
}

export const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
