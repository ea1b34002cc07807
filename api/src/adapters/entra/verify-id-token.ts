import { cleanText } from '@tenantry/contract/text';
import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { IdentityError, type VerifiedIdentity } from '../../ports/identity-provider.ts';

export type Expectations = {
  clientId: string;
  /** The directory that has to have issued it; null where any may, and the caller decides by `entraTenantId`. */
  entraTenantId: string | null;
  nonce: string;
  now: Date;
};

const guid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Clocks differ; Microsoft's own libraries allow five minutes. */
const clockToleranceSeconds = 300;

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** `auth_time` counts seconds; a whole number of an instant that a date can hold. */
function instantOf(seconds: unknown): Date | null {
  return Number.isSafeInteger(seconds) && Math.abs(Number(seconds)) < 8.64e12 ? new Date(Number(seconds) * 1000) : null;
}

/** The role template that every guest holds ("Guest User", Microsoft Entra built-in roles). */
const guestTemplateId = '10dae51f-b6af-4016-8d66-8c2a99b929b3';

/**
 * Whether the account is a guest or at home elsewhere, by what the token says. `acct` is 1 for a guest and 0 for a member
 * (Microsoft identity platform, "Optional claims reference"); `idp` differs from the issuer where the account is not in its
 * directory ("ID token claims reference"), which a guest who was made a member remains. Null: it does not say.
 */
function isExternal(payload: JWTPayload, issuerTenant: string): boolean | null {
  const idp = text(payload.idp);
  const atHome = [payload.iss, `https://sts.windows.net/${issuerTenant}/`];
  const names = [payload.upn, payload.unique_name, payload.preferred_username].map((name) => text(name) ?? '');
  const wids: unknown[] = Array.isArray(payload.wids) ? payload.wids : [];
  const signs = [
    String(payload.acct) === '1',
    idp !== null && !atHome.includes(idp),
    names.some((name) => /#ext#/i.test(name)),
    wids.includes(guestTemplateId),
  ];
  if (signs.includes(true)) return true;
  return String(payload.acct) === '0' ? false : null;
}

/**
 * The identity that an ID token proves. msal-node does not verify it, so this does: signature by one of the directory's
 * keys (RS256 alone), issuer, audience, lifetime and nonce (OpenID Connect Core 1.0, 3.1.3.7; Microsoft identity platform,
 * "ID token claims": oid and tid identify an account, names do not).
 * @throws IdentityError
 */
export async function verifyIdToken(
  idToken: string,
  keys: JWTVerifyGetKey,
  { clientId, entraTenantId, nonce, now }: Expectations,
): Promise<VerifiedIdentity> {
  const { payload } = await jwtVerify(idToken, keys, {
    algorithms: ['RS256'],
    audience: clientId,
    currentDate: now,
    clockTolerance: clockToleranceSeconds,
    requiredClaims: ['exp', 'iat', 'tid', 'oid', 'nonce', 'iss'],
  }).catch((error: unknown) => {
    if (error instanceof errors.JOSEError) throw new IdentityError(error.code, 'The ID token is not valid.');
    throw error;
  });
  const issuerTenant = text(payload.tid)?.toLowerCase() ?? '';
  const objectId = text(payload.oid);
  if (!guid.test(issuerTenant) || objectId === null || Array.isArray(payload.aud)) {
    throw new IdentityError('CLAIMS', 'The ID token does not say who signed in.');
  }
  if (payload.iss !== `https://login.microsoftonline.com/${issuerTenant}/v2.0`) {
    throw new IdentityError('ISSUER', 'The ID token was not issued by the directory that it names.');
  }
  if (entraTenantId !== null && issuerTenant !== entraTenantId.toLowerCase()) {
    throw new IdentityError('TENANT', 'The ID token is of another directory.');
  }
  if (nonce === '' || payload.nonce !== nonce) {
    throw new IdentityError('NONCE', 'The ID token does not belong to this sign-in.');
  }
  const label = (value: unknown) => cleanText(text(value) ?? '') || null;
  // Never of `email`, which anybody may set in a directory of their own.
  const principalName = label(payload.preferred_username) ?? label(payload.upn);
  const username = principalName ?? label(payload.email) ?? objectId;
  return {
    entraTenantId: issuerTenant,
    objectId: objectId.toLowerCase(),
    name: label(payload.name) ?? username,
    username,
    principalName,
    email: label(payload.email),
    isExternal: isExternal(payload, issuerTenant),
    authenticatedAt: instantOf(payload.auth_time),
  };
}
