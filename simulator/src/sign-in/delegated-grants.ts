import { createHash } from 'node:crypto';
import { type ClientApp, isEntraError } from '../entra/app-registrations.ts';
import { authenticateClient } from '../entra/client-authentication.ts';
import { type EntraError, entraErrors } from '../entra/entra-errors.ts';
import { anyTenant, type EntraParts, type EntraRequest } from '../entra/entra-parts.ts';
import { refuse } from '../entra/entra-refusal.ts';
import { isFailing, ruleError } from '../entra/sign-in-rules.ts';
import { jsonResponse } from '../wire-response.ts';
import { missingPermissions, tokenPermissions } from './app-consent.ts';
import { findDeviceGrant } from './device-code.ts';
import {
  type AuthorizationCode,
  codeLifetimeMs,
  type Grant,
  type OneTimeStore,
  refreshTokenLifetimeMs,
} from './grant-store.ts';
import { delegatedAccessToken, idToken } from './identity-tokens.ts';
import { parseScopes, scopeText } from './scopes.ts';

export interface GrantStores {
  codes: OneTimeStore<AuthorizationCode>;
  refreshTokens: OneTimeStore<Grant>;
}

function verifierError(challenge: string | null, verifier: string | null): EntraError | null {
  if (challenge === null) return null;
  if (verifier === null) return entraErrors.missingVerifier();
  // RFC 7636, 4.6: S256.
  return createHash('sha256').update(verifier).digest('base64url') === challenge ? null : entraErrors.wrongVerifier();
}

const olderThan = ({ issuedAt }: Grant, limitMs: number, now: Date) => now.getTime() - issuedAt.getTime() >= limitMs;

function findCode(request: EntraRequest, stores: GrantStores, tenantId: string | null): AuthorizationCode | EntraError {
  const { form, now } = request;
  const value = form.get('code') ?? '';
  if (value === '') return entraErrors.missingParameter('code');
  const found = stores.codes.find(value);
  if (!found || found.entry.clientId !== form.get('client_id')) return entraErrors.invalidGrant('code');
  const { entry, used } = found;
  if (used) return entraErrors.redeemed();
  if (olderThan(entry, codeLifetimeMs, now)) return entraErrors.expiredGrant();
  if (tenantId !== null && tenantId !== entry.directory.tenantId) return entraErrors.otherTenant();
  const redirectUri = form.get('redirect_uri') ?? '';
  if (redirectUri !== entry.redirectUri) return entraErrors.replyAddress(redirectUri, entry.redirectUri);
  const refusal = verifierError(entry.codeChallenge, form.get('code_verifier'));
  if (refusal) return refusal;
  stores.codes.use(value);
  return entry;
}

/** Each refresh token is good for one use: stricter than Entra, which lets the old one live on. */
function findRefreshToken(request: EntraRequest, stores: GrantStores, tenantId: string | null): Grant | EntraError {
  const { form, now } = request;
  const value = form.get('refresh_token') ?? '';
  if (value === '') return entraErrors.missingParameter('refresh_token');
  const found = stores.refreshTokens.find(value);
  if (!found || found.used || found.entry.clientId !== form.get('client_id'))
    return entraErrors.invalidGrant('refresh_token');
  const { entry } = found;
  if (tenantId !== null && tenantId !== entry.directory.tenantId) return entraErrors.invalidGrant('refresh_token');
  if (olderThan(entry, refreshTokenLifetimeMs, now)) return entraErrors.expiredGrant();
  const asked = form.get('scope');
  const { scopes, audience } = entry;
  const wanted = asked === null ? { scopes, audience } : parseScopes(asked, request.baseUrl);
  return wanted ? { ...entry, ...wanted, nonce: null } : entraErrors.scope(asked ?? '');
}

/** What changed in the tenant since somebody signed in. */
function tenantStateError(grant: Grant, parts: EntraParts, app: ClientApp): EntraError | null {
  const { tenantStates } = parts;
  const { tenantId } = grant.directory;
  const userId = grant.directory.userId(grant.userIndex);
  const revocation = tenantStates.revocation(tenantId, userId);
  if (revocation && revocation.serial > grant.serial) return entraErrors.revoked(grant.issuedAt, revocation.at);
  const isWithdrawn = !app.asksFor && tenantStates.of(tenantId).consent === 'withdrawn';
  if (isWithdrawn || missingPermissions(app, grant.scopes, grant.directory, parts).length > 0)
    return entraErrors.noConsent(grant.clientId, app.name);
  const rule = tenantStates.signInRule(tenantId, userId);
  const isPassed = rule === 'mfaRequired' && grant.strong;
  return isFailing(rule) && !isPassed ? ruleError(rule, tenantId) : null;
}

async function tokenAnswer(
  grant: Grant,
  app: ClientApp,
  request: EntraRequest,
  parts: EntraParts,
  stores: GrantStores,
): Promise<Response> {
  const { directory, scopes } = grant;
  const permissions = tokenPermissions(app, scopes, directory, parts);
  const { saysAccount } = parts.tenantStates.of(directory.tenantId);
  const accessToken = await delegatedAccessToken(grant, permissions, parts.issuer, request);
  const renewed = { ...grant, issuedAt: request.now, serial: parts.tenantStates.nextSerial() };
  const clientInfo = { uid: directory.userId(grant.userIndex), utid: directory.tenantId };
  return jsonResponse(
    200,
    {
      token_type: 'Bearer',
      scope: scopeText(permissions, grant.audience),
      expires_in: parts.tokenLifetimeSeconds,
      ext_expires_in: parts.tokenLifetimeSeconds,
      access_token: accessToken,
      ...(scopes.includes('offline_access') && { refresh_token: stores.refreshTokens.add(renewed) }),
      ...(scopes.includes('openid') && { id_token: await idToken(grant, request, parts.issuer, { saysAccount }) }),
      client_info: Buffer.from(JSON.stringify(clientInfo)).toString('base64url'),
    },
    { 'cache-control': 'no-store', pragma: 'no-cache' },
  );
}

type GrantFinder = (
  request: EntraRequest,
  stores: GrantStores,
  tenantId: string | null,
  parts: EntraParts,
) => Grant | EntraError;

const finders: Partial<Record<string, GrantFinder>> = {
  authorization_code: findCode,
  refresh_token: findRefreshToken,
  'urn:ietf:params:oauth:grant-type:device_code': findDeviceGrant,
  // As clients of version 1.0 and MSAL for Node name it.
  device_code: findDeviceGrant,
};

/** The token endpoint for what people granted: codes of a browser or a device, and refresh tokens. Null: another grant type. */
export async function answerDelegatedGrant(
  request: EntraRequest,
  tenant: string,
  parts: EntraParts,
  stores: GrantStores,
): Promise<Response | null> {
  const grantType = request.form.get('grant_type') ?? '';
  const findGrant = finders[grantType];
  if (!findGrant) return null;
  const tenantId = parts.findTenant(tenant)?.tenantId ?? null;
  if (tenantId === null && !anyTenant.has(tenant)) return refuse(entraErrors.unknownTenant(tenant), request);
  const client = await authenticateClient(request, parts, tenantId ?? tenant);
  if (isEntraError(client)) return refuse(client, request);
  const grant = findGrant(request, stores, tenantId, parts);
  if (isEntraError(grant)) return refuse(grant, request);
  const refusal = tenantStateError(grant, parts, client);
  if (refusal) return refuse(refusal, request);
  if (grantType === 'refresh_token') stores.refreshTokens.use(request.form.get('refresh_token') ?? '');
  return tokenAnswer(grant, client, request, parts, stores);
}
