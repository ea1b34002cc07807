// With Node's crypto, as the tokens are signed here: see token-issuer.ts.
import { constants, type KeyObject, verify } from 'node:crypto';

export interface ReadToken {
  header: Record<string, unknown>;
  claims: Record<string, unknown>;
  isSignedBy(key: KeyObject): boolean;
}

function readPart(part: string): Record<string, unknown> | null {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(part, 'base64url').toString());
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
}

const paddings: Record<string, number> = {
  RS256: constants.RSA_PKCS1_PADDING,
  PS256: constants.RSA_PKCS1_PSS_PADDING,
};

/** A JWT that an application sent; null where it is none. */
export function readToken(text: string): ReadToken | null {
  const [head, body, signature, ...rest] = text.split('.');
  if (!head || !body || !signature || rest.length > 0) return null;
  const [header, claims] = [readPart(head), readPart(body)];
  if (!header || !claims) return null;
  return {
    header,
    claims,
    isSignedBy(key) {
      const padding = paddings[String(header.alg)];
      if (padding === undefined || key.asymmetricKeyType !== 'rsa') return false;
      // RFC 7518, 3.5: the salt is as long as the hash.
      const how = { key, padding, saltLength: constants.RSA_PSS_SALTLEN_DIGEST };
      return verify('sha256', Buffer.from(`${head}.${body}`), how, Buffer.from(signature, 'base64url'));
    },
  };
}

/** `aud` of a token, which may be a list. */
export function audiencesOf({ claims }: ReadToken): string[] {
  return (Array.isArray(claims.aud) ? claims.aud : [claims.aud]).filter((one) => typeof one === 'string');
}
