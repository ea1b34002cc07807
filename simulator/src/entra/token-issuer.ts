import { createHash, generateKeyPair, type KeyObject, sign, verify } from 'node:crypto';
import { promisify } from 'node:util';

const makeKeyPair = promisify(generateKeyPair);

/** Lifetime of an access token, as Entra states it in expires_in. */
export const tokenLifetimeSeconds = 3599;
const graphAudience = 'https://graph.microsoft.com';

export interface AccessClaims {
  tid: string;
  exp: number;
}

export interface TokenIssuer {
  /** A signed access token for Graph in the v1.0 form that Entra issues for it. */
  issue(tenantId: string, clientId: string, roles: string[], now: Date): Promise<string>;
  /** The claims of a token that this issuer signed and that has not expired, else null. */
  check(token: string, now: Date): Promise<AccessClaims | null>;
  /** The public keys as a JWK set. */
  keySet(): Promise<{ keys: object[] }>;
}

interface SigningKey {
  privateKey: KeyObject;
  publicKey: KeyObject;
  kid: string;
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function readClaims(part: string): AccessClaims | null {
  let claims: unknown;
  try {
    claims = JSON.parse(Buffer.from(part, 'base64url').toString());
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
  if (typeof claims !== 'object' || claims === null || !('tid' in claims) || !('exp' in claims) || !('aud' in claims))
    return null;
  const { tid, exp, aud } = claims;
  return typeof tid === 'string' && typeof exp === 'number' && aud === graphAudience ? { tid, exp } : null;
}

const maxRemembered = 2000;

/** Each cloud has a key of its own, made when first needed: a token of another cloud does not pass. */
export function createTokenIssuer(): TokenIssuer {
  let pending: Promise<SigningKey> | null = null;
  const remembered = new Map<string, AccessClaims>();
  const signingKey = () => {
    pending ??= makeKeyPair('rsa', { modulusLength: 2048 }).then(({ privateKey, publicKey }) => {
      const kid = createHash('sha256')
        .update(publicKey.export({ type: 'spki', format: 'der' }))
        .digest('base64url')
        .slice(0, 27);
      return { privateKey, publicKey, kid };
    });
    return pending;
  };
  return {
    async issue(tenantId, clientId, roles, now) {
      const { privateKey, kid } = await signingKey();
      const iat = Math.floor(now.getTime() / 1000);
      const claims = {
        aud: graphAudience,
        iss: `https://sts.windows.net/${tenantId}/`,
        iat,
        nbf: iat,
        exp: iat + tokenLifetimeSeconds + 1,
        appid: clientId,
        appidacr: '1',
        idtyp: 'app',
        roles,
        tid: tenantId,
        ver: '1.0',
      };
      const text = `${encode({ typ: 'JWT', alg: 'RS256', kid, x5t: kid })}.${encode(claims)}`;
      return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`;
    },
    async check(token, now) {
      const known = remembered.get(token);
      if (known) return known.exp * 1000 > now.getTime() ? known : null;
      const [header, body, signature, ...rest] = token.split('.');
      if (!header || !body || !signature || rest.length > 0) return null;
      const { publicKey } = await signingKey();
      if (!verify('sha256', Buffer.from(`${header}.${body}`), publicKey, Buffer.from(signature, 'base64url')))
        return null;
      const claims = readClaims(body);
      if (!claims || claims.exp * 1000 <= now.getTime()) return null;
      if (remembered.size >= maxRemembered) remembered.clear();
      remembered.set(token, claims);
      return claims;
    },
    async keySet() {
      const { publicKey, kid } = await signingKey();
      return { keys: [{ ...publicKey.export({ format: 'jwk' }), kid, x5t: kid, use: 'sig', alg: 'RS256' }] };
    },
  };
}
