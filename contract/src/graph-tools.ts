import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { Guid, TenantId } from './ids.ts';
import { Instant } from './lists.ts';
import { TenantPermission } from './tenant-permissions.ts';
import { line, prose } from './text.ts';

/** What went wrong, in plain words. `code` is Microsoft's, or the network's. */
const Explanation = z.object({ code: z.string(), meaning: z.string(), whatToDo: z.string() });

/** `tokenStatus`: whether the stored sign-in still works. */
export const GraphQueryResult = z.object({
  success: z.boolean(),
  status: z.number(),
  data: z.unknown(),
  error: z.nullable(z.string()),
  tokenStatus: z.enum(['valid', 'expired', 'invalid']),
});
export type GraphQueryResult = z.infer<typeof GraphQueryResult>;

export const queryGraph = defineEndpoint({
  name: 'graph-query',
  summary:
    'Read one path of Microsoft Graph in a tenant: GET only, relative paths only, secrets taken out of the answer',
  method: 'POST',
  path: '/api/admin/graph-query/{tenantId}',
  access: 'admin',
  tenant: { from: 'path', name: 'tenantId' },
  params: z.object({ tenantId: TenantId }),
  body: z.object({ endpoint: line({ min: 1, tooShort: 'Enter an endpoint', max: 2000 }) }),
  response: GraphQueryResult,
});

export const GraphSettings = z.object({
  clientId: z.string(),
  tenantId: z.string(),
  /** Where Microsoft sends browsers back to: of this origin always, to be entered in the app registration. */
  redirectUri: z.string(),
  hasClientSecret: z.boolean(),
  /** By what the application proves to Microsoft who it is. */
  credential: z.enum(['none', 'secret', 'certificate']),
  /** Of the certificate, in hexadecimal digits; null where there is none. The Entra admin center shows `sha1`. */
  certificateThumbprint: z.nullable(z.object({ sha256: z.string(), sha1: z.string() })),
  /** When the secret or certificate ends; null where nobody told of the secret. */
  secretExpiresAt: z.nullable(Instant),
  /** Where an administrator consents to what the application asks for in its own directory; null before it is registered. */
  adminConsentUrl: z.nullable(z.string()),
  /** What partner sync asks its token for; '' for Microsoft Graph's `.default`. */
  partnerCenterScopes: z.string(),
});

export const getGraphSettings = defineEndpoint({
  name: 'graph-settings',
  summary: 'How this installation is registered in Entra ID',
  method: 'GET',
  path: '/api/admin/graph-settings',
  access: 'admin',
  response: GraphSettings,
});

/**
 * One resource and `/.default`: an application without a signed-in user gets a token for nothing else (Microsoft identity
 * platform, OAuth 2.0 client credentials flow: `scope`).
 */
const ApplicationScope = line({ max: 1000 }).check(
  z.regex(
    /^(?:|(?:https:\/\/[^\s/]\S*|[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})\/\.default)$/,
    'Enter one scope that ends in /.default, such as https://graph.microsoft.com/.default: partner sync runs without a user',
  ),
);

/** Key Vault keeps 25 KB; a key of 4096 bits with a chain of four certificates is half of this. */
export const maxCertificateLength = 20_000;

export const saveGraphSettings = defineEndpoint({
  name: 'graph-settings-save',
  summary: 'Save the registration, with a client secret or a certificate; neither keeps what there is',
  method: 'POST',
  path: '/api/admin/graph-settings',
  access: 'admin',
  stepUp: true,
  body: z.object({
    clientId: Guid,
    tenantId: Guid,
    /** Shown, never stored: what is sent changes nothing. */
    redirectUri: z.optional(line({ max: 500 })),
    partnerCenterScopes: z._default(ApplicationScope, ''),
    clientSecret: z.optional(line({ max: 512 })),
    /** A private key and its certificate as PEM, others of its chain beside it. Not together with a secret. */
    certificate: z.optional(
      prose({ max: maxCertificateLength, tooLong: 'This is too long for a certificate with its key' }),
    ),
    /** Of the secret; a certificate says itself when it ends. */
    secretExpiresAt: z.optional(z.nullable(Instant)),
  }),
  multiline: ['certificate'],
  response: GraphSettings,
});

/** Shows the first and last four characters of what is configured, bullets for what is short, and never a secret. */
export const GraphTest = z.object({
  status: z.enum(['success', 'mock', 'failed']),
  message: z.string(),
  timestamp: Instant,
  credentials: z.object({
    clientId: z.string(),
    tenantId: z.string(),
    clientSecret: z.string(),
    certificate: z.string(),
  }),
  data: z.unknown(),
  /** The directory of the registration, as it told; null where it told nothing. */
  directory: z.nullable(z.object({ id: z.string(), name: z.string(), domain: z.nullable(z.string()) })),
  /** What the audit needs, and which of it this directory granted; null where Microsoft gave no token. */
  permissions: z.nullable(z.array(TenantPermission)),
  /** What a failure means and what to do; null where there was none. */
  explanation: z.nullable(Explanation),
});
export type GraphTest = z.infer<typeof GraphTest>;

export const testGraph = defineEndpoint({
  name: 'graph-test',
  summary: 'Ask Microsoft for a token, for what it permits, and for our own organization with it',
  method: 'GET',
  path: '/api/test-m365',
  access: 'admin',
  response: GraphTest,
});

export const OAuthLogEntry = z.object({
  id: z.string(),
  timestamp: Instant,
  context: z.enum(['start', 'callback', 'token-exchange', 'tenant-scan']),
  source: z.enum(['m365', 'azure', 'general']),
  error: z.string(),
  /** What an AADSTS code means and what to do, in plain words; null where there is none to explain. */
  explanation: z.nullable(Explanation),
  originatingTenantId: z.nullable(z.string()),
  userEmailExtracted: z.nullable(z.string()),
  oauthStateDecoded: z.nullable(z.boolean()),
  tokenExchangeSuccess: z.nullable(z.boolean()),
  graphApiSuccess: z.nullable(z.boolean()),
  credentialsSaved: z.nullable(z.boolean()),
  oauthCallbackDurationMs: z.nullable(z.number()),
  raw: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});
export type OAuthLogEntry = z.infer<typeof OAuthLogEntry>;

/** The newest, at most this many; the export holds the same. */
export const maxOAuthLogEntries = 200;

export const listOAuthLog = defineEndpoint({
  name: 'oauth-errors',
  summary: 'The steps of connections to Microsoft, newest first',
  method: 'GET',
  path: '/api/admin/oauth-errors',
  access: 'admin',
  response: z.object({
    logs: z.array(OAuthLogEntry),
    statistics: z.object({ total: z.number(), successes: z.number(), failures: z.number() }),
    pagination: z.object({ total: z.number() }),
  }),
});

export const clearOAuthLog = defineEndpoint({
  name: 'oauth-errors-clear',
  summary: 'Delete all of them',
  method: 'DELETE',
  path: '/api/admin/oauth-errors',
  access: 'admin',
  response: z.object({ success: z.literal(true), deleted: z.number() }),
});

export const exportOAuthLog = defineEndpoint({
  name: 'oauth-errors-export',
  summary: 'The same as a JSON file',
  method: 'GET',
  path: '/api/admin/oauth-errors/export',
  access: 'admin',
  stepUp: true,
  files: ['application/json'],
  download: true,
});

const debugStatus = z.enum(['success', 'failed', 'none']);

export const OAuthDebug = z.object({
  tokenExchange: z.object({
    status: debugStatus,
    timestamp: z.nullable(Instant),
    userEmail: z.nullable(z.string()),
    tokenPreview: z.nullable(z.string()),
    error: z.nullable(z.string()),
  }),
  graphScan: z.object({
    status: debugStatus,
    timestamp: z.nullable(Instant),
    scanStatus: z.nullable(z.string()),
    profileResponse: z.nullable(z.string()),
    error: z.nullable(z.string()),
  }),
  credentialRecord: z.object({
    exists: z.boolean(),
    lastUpdated: z.nullable(Instant),
    clientIdPreview: z.nullable(z.string()),
    hasAccessToken: z.boolean(),
    hasRefreshToken: z.boolean(),
    tokenExpiresAt: z.nullable(Instant),
  }),
});

export const getOAuthDebug = defineEndpoint({
  name: 'oauth-debug',
  summary: 'How the last connection of a tenant went, step by step',
  method: 'GET',
  path: '/api/admin/oauth-debug/{tenantId}',
  access: 'admin',
  tenant: { from: 'path', name: 'tenantId' },
  params: z.object({ tenantId: TenantId }),
  response: OAuthDebug,
});

export const syncPartnerTenants = defineEndpoint({
  name: 'partner-sync',
  summary: 'Bring in the customers that GDAP and Partner Center know',
  method: 'GET',
  path: '/api/partner/sync-tenants',
  access: 'admin',
  changes: true,
  response: z.object({ syncedCount: z.number(), total: z.number(), error: z.nullable(z.string()) }),
});
