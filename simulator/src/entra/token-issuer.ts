// Signed with Node's crypto: the product verifies with jose, and the two must not share a mistake.
import { createHash, generateKeyPair, type KeyObject, sign, verify } from 'node:crypto';
import { promisify } from 'node:util';

const makeKeyPair = promisify(generateKeyPair);

/** Lifetime of an access token, as Entra states it in expires_in. */
export const tokenLifetimeSeconds = 3599;

/** What Graph reads from a token. */
export interface AccessClaims {
  /** The resource that it is for: one of Graph's hosts, another resource, or the application itself (an ID token). */
  aud: string;
  tid: string;
  exp: number;
  /** Tokens of one issuer count up: which came before a moment can be told within one second too. */
  serial: number;
  /** Application permissions, of an application's own token. */
  roles: string[];
  /** Delegated permissions and the user, of a token that acts for one; else null. */
  delegated: { userId: string; scopes: string[] } | null;
}

/** Where a token holds. */
interface TokenResource {
  /** The resource that it is for: `https://graph.microsoft.com`, or its name in another cloud. */
  audience: string;
  /** Before the tenant's id in `iss`. */
  issuer: string;
}

/** Who a token for Graph is for. */
type TokenSubject =
  | { kind: 'application'; roles: string[] }
  | { kind: 'user'; userId: string; scopes: string[]; roleTemplateIds: string[]; name: string; userName: string };

export interface TokenIssuer {
  /** A signed access token for Graph in the v1.0 form that Entra issues for it. */
  issue(tenantId: string, clientId: string, subject: TokenSubject, resource: TokenResource, now: Date): Promise<string>;
  /** Any claims as a JWT with the issuer's key: ID tokens. */
  sign(claims: object): Promise<string>;
  /** The claims of a token that this issuer signed; 'expired' where it has ended, null where it is none of ours. */
  check(token: string, now: Date): Promise<AccessClaims | 'expired' | null>;
  /** The serial of the newest token. */
  lastSerial(): number;
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
  if (typeof claims !== 'object' || claims === null) return null;
  const read = (name: string): unknown => Reflect.get(claims, name);
  const [aud, tid, exp, uti, oid, scp, roles] = ['aud', 'tid', 'exp', 'uti', 'oid', 'scp', 'roles'].map(read);
  if (typeof aud !== 'string' || typeof tid !== 'string' || typeof exp !== 'number' || typeof uti !== 'string')
    return null;
  const forUser = typeof scp === 'string' && typeof oid === 'string';
  return {
    aud,
    tid,
    exp,
    serial: Number(uti),
    roles: Array.isArray(roles) ? roles.map(String) : [],
    delegated: forUser ? { userId: oid, scopes: scp.split(' ').filter((scope) => scope !== '') } : null,
  };
}

function subjectClaims(subject: TokenSubject): object {
  if (subject.kind === 'application')
    return { idtyp: 'app', ...(subject.roles.length > 0 && { roles: subject.roles }) };
  return {
    idtyp: 'user',
    oid: subject.userId,
    scp: subject.scopes.join(' '),
    wids: subject.roleTemplateIds,
    name: subject.name,
    upn: subject.userName,
    unique_name: subject.userName,
  };
}

const maxRemembered = 2000;

/** Each cloud has a key of its own, made when first needed: a token of another cloud does not pass. */
export function createTokenIssuer(lifetimeSeconds = tokenLifetimeSeconds): TokenIssuer {
  let pending: Promise<SigningKey> | null = null;
  const remembered = new Map<string, AccessClaims>();
  let serial = 0;
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
  const issuer: TokenIssuer = {
    async sign(claims) {
      const { privateKey, kid } = await signingKey();
      const text = `${encode({ typ: 'JWT', alg: 'RS256', kid, x5t: kid })}.${encode(claims)}`;
      return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`;
    },
    issue(tenantId, clientId, subject, { audience, issuer: from }, now) {
      const iat = Math.floor(now.getTime() / 1000);
      serial++;
      return issuer.sign({
        aud: audience,
        iss: `${from}${tenantId}/`,
        iat,
        nbf: iat,
        exp: iat + lifetimeSeconds + 1,
        appid: clientId,
        appidacr: '1',
        ...subjectClaims(subject),
        tid: tenantId,
        uti: String(serial),
        ver: '1.0',
      });
    },
    async check(token, now) {
      const ended = (claims: AccessClaims) => claims.exp * 1000 <= now.getTime();
      const known = remembered.get(token);
      if (known) return ended(known) ? 'expired' : known;
      const [header, body, signature, ...rest] = token.split('.');
      if (!header || !body || !signature || rest.length > 0) return null;
      const { publicKey } = await signingKey();
      if (!verify('sha256', Buffer.from(`${header}.${body}`), publicKey, Buffer.from(signature, 'base64url')))
        return null;
      const claims = readClaims(body);
      if (!claims) return null;
      if (ended(claims)) return 'expired';
      if (remembered.size >= maxRemembered) remembered.clear();
      remembered.set(token, claims);
      return claims;
    },
    lastSerial: () => serial,
    async keySet() {
      const { publicKey, kid } = await signingKey();
      return { keys: [{ ...publicKey.export({ format: 'jwk' }), kid, x5t: kid, use: 'sig', alg: 'RS256' }] };
    },
  };
  return issuer;
}
