import type { TenantDirectory } from '../directory/tenant-directory.ts';
import { grantedPermissions } from './app-permissions.ts';
import { type TokenIssuer, tokenLifetimeSeconds } from './token-issuer.ts';

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

export interface EntraOptions {
  issuer: TokenIssuer;
  /** Absent: any client id is an app that every tenant consented to. */
  clientId?: string;
  /** Absent: any secret that is not empty is right. */
  clientSecret?: string;
  findTenant(nameOrId: string): TenantDirectory | null;
}

interface EntraAnswer {
  status: number;
  body: unknown;
}

interface OAuthError {
  status: number;
  error: string;
  code: number;
  text: string;
}

/** Entra's error form, with its AADSTS code (learn.microsoft.com/entra/identity-platform/reference-error-codes). */
function refuse(request: EntraRequest, { status, error, code, text }: OAuthError): EntraAnswer {
  const timestamp = `${request.now.toISOString().slice(0, 19).replace('T', ' ')}Z`;
  return {
    status,
    body: {
      error,
      error_description: `AADSTS${code}: ${text} Trace ID: ${request.requestId} Correlation ID: ${request.requestId} Timestamp: ${timestamp}`,
      error_codes: [code],
      timestamp,
      trace_id: request.requestId,
      correlation_id: request.requestId,
      error_uri: `https://login.microsoftonline.com/error?code=${code}`,
    },
  };
}

function tokenFault(form: URLSearchParams, options: EntraOptions, tenantId: string): OAuthError | null {
  const clientId = form.get('client_id') ?? '';
  const secret = form.get('client_secret') ?? '';
  if (form.get('grant_type') !== 'client_credentials') {
    return {
      status: 400,
      error: 'unsupported_grant_type',
      code: 70003,
      text: `The app requested an unsupported grant type '${form.get('grant_type') ?? ''}'.`,
    };
  }
  if (
    clientId === '' ||
    (options.clientId !== undefined && clientId.toLowerCase() !== options.clientId.toLowerCase())
  ) {
    return {
      status: 400,
      error: 'unauthorized_client',
      code: 700016,
      text: `Application with identifier '${clientId}' was not found in the directory '${tenantId}'.`,
    };
  }
  if (secret === '' || (options.clientSecret !== undefined && secret !== options.clientSecret)) {
    return {
      status: 401,
      error: 'invalid_client',
      code: 7000215,
      text: 'Invalid client secret provided. Ensure the secret being sent in the request is the client secret value, not the client secret ID.',
    };
  }
  if (!(form.get('scope') ?? '').endsWith('/.default')) {
    return {
      status: 400,
      error: 'invalid_scope',
      code: 1002012,
      text: `The provided value for scope ${form.get('scope') ?? ''} is not valid. Client credential flows must have a scope value with /.default suffixed to the resource identifier.`,
    };
  }
  return null;
}

function unknownTenant(request: EntraRequest, name: string): EntraAnswer {
  return refuse(request, {
    status: 400,
    error: 'invalid_request',
    code: 90002,
    text: `Tenant '${name}' not found. Check to make sure you have the correct tenant ID and are signing into the correct cloud.`,
  });
}

async function token(request: EntraRequest, options: EntraOptions, name: string): Promise<EntraAnswer> {
  const tenant = options.findTenant(name);
  if (!tenant) return unknownTenant(request, name);
  const fault = tokenFault(request.form, options, tenant.tenantId);
  if (fault) return refuse(request, fault);
  const roles = grantedPermissions(tenant.profile.refusedPaths);
  const accessToken = await options.issuer.issue(
    tenant.tenantId,
    request.form.get('client_id') ?? '',
    roles,
    request.now,
  );
  return {
    status: 200,
    body: {
      token_type: 'Bearer',
      expires_in: tokenLifetimeSeconds,
      ext_expires_in: tokenLifetimeSeconds,
      access_token: accessToken,
    },
  };
}

const anyTenant = new Set(['common', 'organizations']);

function openIdConfiguration(request: EntraRequest, options: EntraOptions, name: string): EntraAnswer {
  const tenant = options.findTenant(name);
  if (!tenant && !anyTenant.has(name)) return unknownTenant(request, name);
  const id = tenant ? tenant.tenantId : name;
  const base = `${request.baseUrl}/${id}`;
  return {
    status: 200,
    body: {
      token_endpoint: `${base}/oauth2/v2.0/token`,
      token_endpoint_auth_methods_supported: ['client_secret_post'],
      jwks_uri: `${base}/discovery/v2.0/keys`,
      response_modes_supported: ['query', 'fragment', 'form_post'],
      subject_types_supported: ['pairwise'],
      id_token_signing_alg_values_supported: ['RS256'],
      response_types_supported: ['code', 'id_token', 'code id_token'],
      scopes_supported: ['openid', 'profile', 'email', 'offline_access'],
      issuer: `${request.baseUrl}/${tenant ? id : '{tenantid}'}/v2.0`,
      authorization_endpoint: `${base}/oauth2/v2.0/authorize`,
      end_session_endpoint: `${base}/oauth2/v2.0/logout`,
      tenant_region_scope: 'EU',
      cloud_instance_name: 'microsoftonline.com',
      cloud_graph_host_name: 'graph.windows.net',
      msgraph_host: 'graph.microsoft.com',
    },
  };
}

function instanceDiscovery(request: EntraRequest): EntraAnswer {
  const host = new URL(request.baseUrl).host;
  return {
    status: 200,
    body: {
      tenant_discovery_endpoint: `${request.baseUrl}/common/v2.0/.well-known/openid-configuration`,
      'api-version': '1.1',
      metadata: [{ preferred_network: host, preferred_cache: host, aliases: [host] }],
    },
  };
}

/** Answers a call to the simulated login host. */
export async function answerEntra(request: EntraRequest, options: EntraOptions): Promise<EntraAnswer> {
  const [name = '', ...rest] = request.path.split('/').slice(1);
  const below = rest.join('/').toLowerCase();
  if (below === 'oauth2/v2.0/token' && request.method === 'POST') return token(request, options, name);
  if (request.method === 'GET') {
    if (below === 'v2.0/.well-known/openid-configuration') return openIdConfiguration(request, options, name);
    if (below === 'discovery/v2.0/keys') return { status: 200, body: await options.issuer.keySet() };
    if (below === 'discovery/instance') return instanceDiscovery(request);
  }
  return {
    status: 404,
    body: {
      error: 'not_found',
      error_description: `The simulated login host does not answer ${request.method} ${request.path}.`,
    },
  };
}
