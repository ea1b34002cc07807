import { createHash } from 'node:crypto';
import { guidOf, keyOfText } from '../counter-hash.ts';
import { accountTraits } from '../directory/tenant-directory.ts';
import { roleTemplateIdsOf } from '../directory/user-memberships.ts';
import { userNames } from '../directory/users.ts';
import type { EntraRequest } from '../entra/entra-parts.ts';
import type { TokenIssuer } from '../entra/token-issuer.ts';
import { cloudOfHost } from '../national-clouds.ts';
import type { Grant } from './grant-store.ts';

/** Lifetime of an ID token (learn.microsoft.com/entra/identity-platform, "id-tokens"). */
const idTokenSeconds = 3600;

function namesOf({ directory, userIndex }: Grant) {
  return userNames(directory, userIndex, accountTraits(directory, userIndex));
}

/** The user's name for one application alone: another application sees another `sub`. */
function pairwiseSubject({ clientId, directory, userIndex }: Grant): string {
  return createHash('sha256')
    .update(`${directory.userId(userIndex)}/${clientId.toLowerCase()}`)
    .digest('base64url');
}

/** What an account is in its directory, as changed by an administrator or as it was made. */
function isGuest({ directory, userIndex }: Grant): boolean {
  const changed = directory.changedAccounts.get(userIndex)?.userType;
  return changed === undefined ? accountTraits(directory, userIndex).guest : changed === 'Guest';
}

/**
 * What tells a guest: `acct`, an optional claim that an application has to ask for, and `idp`, where somebody else than the
 * directory checked who it is (learn.microsoft.com/entra/identity-platform, "optional-claims-reference" and
 * "id-token-claims-reference").
 */
function accountClaims(grant: Grant) {
  const { directory, userIndex } = grant;
  const home = namesOf(grant).mail?.split('@')[1] ?? '';
  const isInvited = accountTraits(directory, userIndex).guest;
  return {
    acct: isGuest(grant) ? 1 : 0,
    ...(isInvited && { idp: `https://sts.windows.net/${guidOf(keyOfText(home), 0, 0)}/` }),
    wids: roleTemplateIdsOf(directory, userIndex),
  };
}

/**
 * An ID token of version 2.0 (learn.microsoft.com/entra/identity-platform, "id-token-claims-reference").
 * @param options.saysAccount false: nothing tells a guest from a member, as for an application that asked for no optional claim
 */
export function idToken(
  grant: Grant,
  { now, baseUrl }: Pick<EntraRequest, 'now' | 'baseUrl'>,
  issuer: TokenIssuer,
  options: { saysAccount: boolean },
): Promise<string> {
  const { directory, userIndex, clientId, scopes, nonce, authenticatedAt } = grant;
  const { displayName, userPrincipalName, mail } = namesOf(grant);
  const iat = Math.floor(now.getTime() / 1000);
  return issuer.sign({
    aud: clientId,
    iss: `${baseUrl}/${directory.tenantId}/v2.0`,
    iat,
    nbf: iat,
    exp: iat + idTokenSeconds,
    oid: directory.userId(userIndex),
    tid: directory.tenantId,
    sub: pairwiseSubject(grant),
    ver: '2.0',
    ...(scopes.includes('profile') && { name: displayName, preferred_username: mail ?? userPrincipalName }),
    ...(scopes.includes('email') && mail !== null && { email: mail }),
    ...(nonce !== null && { nonce }),
    ...(authenticatedAt !== null && { auth_time: Math.floor(authenticatedAt.getTime() / 1000) }),
    ...(options.saysAccount && accountClaims(grant)),
  });
}

/** An access token with which the application acts for the user. */
export function delegatedAccessToken(
  grant: Grant,
  permissions: string[],
  issuer: TokenIssuer,
  { now, baseUrl }: Pick<EntraRequest, 'now' | 'baseUrl'>,
): Promise<string> {
  const { directory, userIndex, clientId, audience } = grant;
  const { displayName, userPrincipalName } = namesOf(grant);
  const { tokenIssuer } = cloudOfHost(new URL(baseUrl).host);
  const subject = {
    kind: 'user',
    userId: directory.userId(userIndex),
    scopes: permissions,
    roleTemplateIds: roleTemplateIdsOf(directory, userIndex),
    name: displayName,
    userName: userPrincipalName,
  } as const;
  return issuer.issue(directory.tenantId, clientId, subject, { audience, issuer: tokenIssuer }, now);
}
