import type { TenantDirectory } from '../directory/tenant-directory.ts';
import { jsonResponse } from '../wire-response.ts';
import { grantedPermissions } from './app-permissions.ts';
import { type AppRegistrations, isEntraError } from './app-registrations.ts';
import { type EntraError, entraErrors, graphResourceId } from './entra-errors.ts';
import { refuse } from './entra-refusal.ts';
import type { TenantStates } from './tenant-states.ts';
import type { TokenIssuer } from './token-issuer.ts';

export interface EntraRequest {
  method: string;
  /** Path below the login host: `/{tenant}/oauth2/v2.0/token`. */
  path: string;
  params: URLSearchParams;
  form: URLSearchParams;
  /** Origin, and prefix where there is one, before `/{tenant}`. */
  baseUrl: string;
  now: Date;
  requestId: string;
}

/** Entra's state: what its endpoints share. */
export interface EntraParts {
  issuer: TokenIssuer;
  apps: AppRegistrations;
  tenantStates: TenantStates;
  findTenant(nameOrId: string): TenantDirectory | null;
  /** Every tenant of the cloud, those that are not connected included. */
  directories: TenantDirectory[];
  tokenLifetimeSeconds: number;
}

/** One address of the login host: `tenant` is the first segment as it was sent, `below` the rest in lower case. */
export interface EntraAddress {
  tenant: string;
  below: string;
}

/** What people do at the login host: pages, and grants that come from them. Null: not one of its addresses. */
export type EntraSignIn = (request: EntraRequest, address: EntraAddress) => Promise<Response | null>;

/** Names that stand for the tenant of whoever signs in. */
export const anyTenant: ReadonlySet<string> = new Set(['common', 'organizations']);

/** The client's name, or why it is none, or not with this secret. */
export function authenticateClient(
  request: EntraRequest,
  parts: EntraParts,
  tenant: string,
): { name: string } | EntraError {
  const clientId = request.form.get('client_id') ?? '';
  const app = parts.apps.find(clientId, tenant);
  if (isEntraError(app)) return app;
  return parts.apps.checkSecret(clientId, request.form.get('client_secret') ?? '', request.now) ?? app;
}

const graph = 'https://graph.microsoft.com';
/** The resources that tokens are given for, by the names that a scope may give them. Only Microsoft Graph is simulated. */
const audiences: ReadonlyMap<string, string> = new Map([
  [graph, graph],
  [graphResourceId, graph],
  ['https://api.partnercenter.microsoft.com', 'https://api.partnercenter.microsoft.com'],
]);

/** The one resource that the scope of client credentials names. */
function resourceOf(scope: string, tenant: string): { audience: string } | EntraError {
  if (/\s/.test(scope.trim())) return entraErrors.severalResources(scope);
  if (!scope.endsWith('/.default')) return entraErrors.defaultScope(scope);
  const resource = scope.slice(0, -'/.default'.length).replace(/\/$/, '');
  const audience = audiences.get(resource.toLowerCase());
  return audience === undefined ? entraErrors.unknownResource(resource, tenant) : { audience };
}

/** Client credentials: the application's own token. Without the tenant's consent it carries no permission. */
async function applicationToken(request: EntraRequest, parts: EntraParts, name: string): Promise<Response> {
  const tenant = parts.findTenant(name);
  if (!tenant) return refuse(entraErrors.unknownTenant(name), request);
  const { tenantId } = tenant;
  const clientId = request.form.get('client_id') ?? '';
  const client = authenticateClient(request, parts, tenantId);
  if (isEntraError(client)) return refuse(client, request);
  const scope = request.form.get('scope') ?? '';
  const resource = resourceOf(scope, tenantId);
  if (isEntraError(resource)) return refuse(resource, request);
  const state = parts.tenantStates.of(tenantId);
  if (state.consent === 'removed') return refuse(entraErrors.unknownApp(clientId, tenantId), request);
  if (state.blockApplication) return refuse(entraErrors.blocked(), request);
  const roles = state.consent === 'granted' ? grantedPermissions(tenant.profile.refusedPaths) : [];
  const subject = { kind: 'application', roles, audience: resource.audience } as const;
  const accessToken = await parts.issuer.issue(tenantId, clientId, subject, request.now);
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
  return jsonResponse(200, {
    token_endpoint: `${base}/oauth2/v2.0/token`,
    token_endpoint_auth_methods_supported: ['client_secret_post'],
    jwks_uri: `${base}/discovery/v2.0/keys`,
    response_modes_supported: ['query', 'fragment', 'form_post'],
    subject_types_supported: ['pairwise'],
    id_token_signing_alg_values_supported: ['RS256'],
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
    scopes_supported: ['openid', 'profile', 'email', 'offline_access'],
    issuer: `${request.baseUrl}/${tenant ? id : '{tenantid}'}/v2.0`,
    authorization_endpoint: `${base}/oauth2/v2.0/authorize`,
    end_session_endpoint: `${base}/oauth2/v2.0/logout`,
    tenant_region_scope: 'EU',
    cloud_instance_name: 'microsoftonline.com',
    cloud_graph_host_name: 'graph.windows.net',
    msgraph_host: 'graph.microsoft.com',
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
