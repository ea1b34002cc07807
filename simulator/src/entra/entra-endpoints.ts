import { graphPrincipalId } from '../directory/configuration-state.ts';
import { namesOfPermissions } from '../directory/graph-permissions.ts';
import type { TenantDirectory } from '../directory/tenant-directory.ts';
import { cloudOfHost, defaultGraphHost, type NationalCloud } from '../national-clouds.ts';
import { jsonResponse } from '../wire-response.ts';
import { grantedPermissions } from './app-permissions.ts';
import { type ClientApp, isEntraError } from './app-registrations.ts';
import { authenticateClient } from './client-authentication.ts';
import { type EntraError, entraErrors, graphResourceId } from './entra-errors.ts';
import { anyTenant, type EntraParts, type EntraRequest, type EntraSignIn } from './entra-parts.ts';
import { refuse } from './entra-refusal.ts';

/** Exchange Online, whose SMTP takes a token of it (SMTP.SendAsApp); the mail server itself is not simulated. */
const exchangeOnline = 'https://outlook.office365.com';

/** The resources that a cloud gives tokens for, by the names that a scope may give them. Only Microsoft Graph is simulated. */
function audienceOf(resource: string, { graphHosts, partnerCenter }: NationalCloud): string | null {
  const graphs = graphHosts.map((host) => `https://${host}`);
  if (resource === graphResourceId) return graphs[0] ?? null;
  return [...graphs, partnerCenter, exchangeOnline].find((audience) => audience === resource) ?? null;
}

/** The one resource that the scope of client credentials names. */
function resourceOf(scope: string, tenant: string, cloud: NationalCloud): { audience: string } | EntraError {
  if (/\s/.test(scope.trim())) return entraErrors.severalResources(scope);
  if (!scope.endsWith('/.default')) return entraErrors.defaultScope(scope);
  const resource = scope.slice(0, -'/.default'.length).replace(/\/$/, '');
  const audience = audienceOf(resource.toLowerCase(), cloud);
  return audience === null ? entraErrors.unknownResource(resource, tenant) : { audience };
}

/** The permissions that the tenant gave the application for itself; the refusal where it is not in the tenant, or blocked. */
function applicationRoles(
  client: ClientApp,
  tenant: TenantDirectory,
  parts: EntraParts,
  now: Date,
): string[] | EntraError {
  const { tenantId, profile } = tenant;
  const { clientId } = client.registration;
  const { consent, blockApplication, grants } = parts.tenantStates.of(tenantId);
  const isOwn = client.asksFor === null;
  if (isOwn && consent === 'removed') return entraErrors.unknownApp(clientId, tenantId);
  const missing = parts.apps.checkPrincipal(clientId, tenantId);
  if (missing) return missing;
  if (blockApplication) return entraErrors.blocked();
  if (!parts.tenantStates.hasArrived(tenantId, now)) return [];
  const { refusedPermissions } = profile;
  if (isOwn) return consent === 'granted' ? (grants ?? grantedPermissions(refusedPermissions)) : [];
  const { roles } = parts.consents.of(tenantId, client.consentId(tenantId));
  const all = new Set([...roles, ...assignedRoles(client, tenant)]);
  return [...all].filter((role) => !refusedPermissions.includes(role)).sort();
}

/** Permissions of Microsoft Graph that an administrator assigned to its service principal, beside those consented to. */
function assignedRoles(client: ClientApp, { tenantId, key, configuration }: TenantDirectory): string[] {
  const graph = graphPrincipalId(key);
  const grants = configuration.appRoleGrants.filter(
    ({ principalId, resourceId }) => principalId === client.consentId(tenantId) && resourceId === graph,
  );
  return namesOfPermissions(new Set(grants.map(({ appRoleId }) => appRoleId)), 'role');
}

/** Client credentials: the application's own token. Without the tenant's consent it carries no permission. */
async function applicationToken(request: EntraRequest, parts: EntraParts, name: string): Promise<Response> {
  const tenant = parts.findTenant(name);
  if (!tenant) return refuse(entraErrors.unknownTenant(name), request);
  const { tenantId } = tenant;
  const clientId = request.form.get('client_id') ?? '';
  const client = await authenticateClient(request, parts, tenantId);
  if (isEntraError(client)) return refuse(client, request);
  const scope = request.form.get('scope') ?? '';
  const cloud = cloudOfHost(new URL(request.baseUrl).host);
  const resource = resourceOf(scope, tenantId, cloud);
  if (isEntraError(resource)) return refuse(resource, request);
  const roles = applicationRoles(client, tenant, parts, request.now);
  if (isEntraError(roles)) return refuse(roles, request);
  const at = { audience: resource.audience, issuer: cloud.tokenIssuer };
  const accessToken = await parts.issuer.issue(tenantId, clientId, { kind: 'application', roles }, at, request.now);
  return jsonResponse(200, {
    token_type: 'Bearer',
    expires_in: parts.tokenLifetimeSeconds,
    ext_expires_in: parts.tokenLifetimeSeconds,
    access_token: accessToken,
  });
}

function openIdConfiguration(request: EntraRequest, parts: EntraParts, name: string): Response {
  const tenant = parts.findTenant(name);
  if (!tenant && !anyTenant.has(name)) return refuse(entraErrors.unknownTenant(name), request);
  const id = tenant ? tenant.tenantId : name;
  const base = `${request.baseUrl}/${id}`;
  const { host } = new URL(request.baseUrl);
  return jsonResponse(200, {
    token_endpoint: `${base}/oauth2/v2.0/token`,
    token_endpoint_auth_methods_supported: ['client_secret_post', 'private_key_jwt'],
    jwks_uri: `${base}/discovery/v2.0/keys`,
    response_modes_supported: ['query', 'fragment', 'form_post'],
    subject_types_supported: ['pairwise'],
    id_token_signing_alg_values_supported: ['RS256'],
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
    scopes_supported: ['openid', 'profile', 'email', 'offline_access'],
    issuer: `${request.baseUrl}/${tenant ? id : '{tenantid}'}/v2.0`,
    authorization_endpoint: `${base}/oauth2/v2.0/authorize`,
    device_authorization_endpoint: `${base}/oauth2/v2.0/devicecode`,
    end_session_endpoint: `${base}/oauth2/v2.0/logout`,
    tenant_region_scope: 'EU',
    cloud_instance_name: cloudOfHost(host).instance,
    cloud_graph_host_name: 'graph.windows.net',
    msgraph_host: defaultGraphHost(host),
  });
}

function instanceDiscovery(request: EntraRequest): Response {
  const host = new URL(request.baseUrl).host;
  return jsonResponse(200, {
    tenant_discovery_endpoint: `${request.baseUrl}/common/v2.0/.well-known/openid-configuration`,
    'api-version': '1.1',
    metadata: [{ preferred_network: host, preferred_cache: host, aliases: [host] }],
  });
}

/** Answers a call to the simulated login host; `signIn` null: nobody can sign in here, applications can. */
export async function answerEntra(
  request: EntraRequest,
  parts: EntraParts,
  signIn: EntraSignIn | null,
): Promise<Response> {
  const [tenant = '', ...rest] = request.path.split('/').slice(1);
  const below = rest.join('/').toLowerCase();
  const byPeople = await signIn?.(request, { tenant, below });
  if (byPeople) return byPeople;
  if (below === 'oauth2/v2.0/token' && request.method === 'POST') {
    const grant = request.form.get('grant_type') ?? '';
    if (grant === 'client_credentials') return applicationToken(request, parts, tenant);
    return refuse(grant === '' ? entraErrors.missingParameter('grant_type') : entraErrors.grantType(grant), request);
  }
  if (request.method === 'GET') {
    if (below === 'v2.0/.well-known/openid-configuration') return openIdConfiguration(request, parts, tenant);
    if (below === 'discovery/v2.0/keys') return jsonResponse(200, await parts.issuer.keySet());
    if (below === 'discovery/instance') return instanceDiscovery(request);
  }
  return jsonResponse(404, {
    error: 'not_found',
    error_description: `The simulated login host does not answer ${request.method} ${request.path}.`,
  });
}
