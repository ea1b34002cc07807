import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { groupFilter } from './group-filter.ts';
import { guidInAnyCase, TenantId } from './ids.ts';
import { Instant } from './lists.ts';
import { LastScan, TenantTrouble } from './tenant-health.ts';
import { PlannedScans } from './tenant-schedules.ts';
import { line } from './text.ts';

/**
 * `corrupted`: its stored secrets cannot be opened. `reconnect`: Microsoft no longer accepts them, or what they may read.
 * `failing`: the last scan failed for another reason.
 */
export const CredentialState = z.enum(['connected', 'failing', 'corrupted', 'reconnect', 'none']);
export type CredentialState = z.infer<typeof CredentialState>;

export const AdminTenant = z.object({
  id: TenantId,
  name: z.string(),
  displayName: z.string(),
  orgName: z.string(),
  domain: z.string(),
  isMock: z.boolean(),
  onboardedDate: Instant,
  /** Accounts of the tenant as of its last synchronization; null before the first. */
  linkedM365Users: z.nullable(z.number()),
  credentialStatus: CredentialState,
  /** Why its scans fail, or will; null where nothing is known to be wrong. */
  trouble: z.nullable(TenantTrouble),
  /** When its latest audit was made: the age of what is known of it. */
  lastAuditDate: z.nullable(Instant),
  ...LastScan.shape,
  /** When its scans start by themselves, and the next one: see `PlannedScans`. */
  ...PlannedScans.shape,
});
export type AdminTenant = z.infer<typeof AdminTenant>;

export const listAdminTenants = defineEndpoint({
  name: 'managed-tenants',
  summary: 'The tenants in scope with the state of their connection',
  method: 'GET',
  path: '/api/admin/tenants',
  access: 'admin',
  token: 'read',
  allTenants: false,
  group: 'query',
  query: z.object(groupFilter),
  response: z.object({
    tenants: z.array(AdminTenant),
    /** Those of which everything is being deleted; empty for callers who have not all tenants in scope. */
    offboarding: z.array(z.object({ id: TenantId, name: z.string(), since: Instant })),
  }),
});

export const ExplorerTenant = z.object({
  id: TenantId,
  orgName: z.string(),
  domain: z.string(),
  credentialStatus: CredentialState,
});

export const listWorkingTenants = defineEndpoint({
  name: 'working-tenants',
  summary: 'The tenants that the Graph explorer can ask',
  method: 'GET',
  path: '/api/admin/tenants-working',
  access: 'admin',
  allTenants: false,
  response: z.array(ExplorerTenant),
});

export const startConsent = defineEndpoint({
  name: 'connect-start',
  summary: "Go to Microsoft's consent page to connect a tenant",
  method: 'GET',
  path: '/api/m365/oauth/start',
  access: 'admin',
  allTenants: false,
  navigation: true,
  changes: true,
});

export const startReconnect = defineEndpoint({
  name: 'reconnect-start',
  summary:
    'Go to Microsoft to connect a tenant of the list: with reauth=1 and an email, as that account; with consent=1, to its consent page',
  method: 'GET',
  path: '/api/auth/m365/start',
  access: 'admin',
  allTenants: false,
  query: z.object({
    tenantId: z.optional(TenantId),
    reauth: z.optional(z.literal('1')),
    email: z.optional(z.email().check(z.maxLength(254))),
    consent: z.optional(z.literal('1')),
  }),
  navigation: true,
  changes: true,
});

/** `waiting`: Microsoft has not applied the consent; it is asked again with the next call. `done`: where the browser goes now. */
export const ConnectionProgress = z.union([
  z.object({
    state: z.literal('waiting'),
    waitedSeconds: z.number(),
    limitSeconds: z.number(),
    retryAfterSeconds: z.number(),
  }),
  z.object({ state: z.literal('done'), redirectTo: z.string() }),
]);
export type ConnectionProgress = z.infer<typeof ConnectionProgress>;

export const continueConnection = defineEndpoint({
  name: 'connect-continue',
  summary: 'Get on with a connection whose consent Microsoft had not applied when the browser came back',
  method: 'POST',
  path: '/api/m365/oauth/pending/{connection}',
  access: 'admin',
  allTenants: false,
  params: z.object({ connection: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)) }),
  response: ConnectionProgress,
  background: true,
});

export const environments = ['Production', 'Test', 'Sandbox'] as const;

export const Credential = z.object({
  id: z.string(),
  tenant: z.string(),
  tenantName: z.string(),
  tenantId: TenantId,
  /** The directory of the tenant in Entra ID. */
  entraTenantId: z.string(),
  /** Whether it is reached by an app registration of its own, or by this installation's. */
  hasOwnApp: z.boolean(),
  clientId: z.nullable(z.string()),
  /**
   * `corrupted`: its stored secrets cannot be decrypted. `reconnect`: Microsoft no longer accepts them, or what they may
   * read. `failing`: the last scan failed for another reason.
   */
  status: z.enum(['active', 'expired', 'expiring', 'failing', 'corrupted', 'reconnect', 'unknown']),
  error: z.nullable(z.string()),
  /** Why its scans fail, or will; null where nothing is known to be wrong. */
  trouble: z.nullable(TenantTrouble),
  /** When its latest audit was made: the age of what is known of it. */
  lastAuditDate: z.nullable(Instant),
  environment: z.enum(environments),
  lastUsed: z.nullable(Instant),
  lastAuthenticatedAt: z.nullable(Instant),
  secretExpiresAt: z.nullable(Instant),
  scopes: z.array(z.string()),
  userEmail: z.nullable(z.string()),
  email: z.nullable(z.string()),
  isMock: z.boolean(),
  /** Its simulated results are being deleted; once they are, it is live. */
  goesLive: z.boolean(),
  /** How the last test with these credentials went; null where there was none. */
  lastTest: z.nullable(z.object({ at: Instant, ok: z.boolean(), message: z.string() })),
});
export type Credential = z.infer<typeof Credential>;

export const listCredentials = defineEndpoint({
  name: 'credentials',
  summary: 'How each tenant in scope is connected to Microsoft Graph',
  method: 'GET',
  path: '/api/graph/credentials',
  access: 'admin',
  allTenants: false,
  response: z.object({
    credentials: z.array(Credential),
    hasCorruptedCredentials: z.boolean(),
    corruptedCount: z.number(),
    /** When the client secret or certificate of this installation's own registration ends; null where nobody has said, or for the reason. */
    installationSecretExpiresAt: z.nullable(Instant),
    installationHasCertificate: z.boolean(),
    /** Why that is left out; null where it is not. */
    installationSecretLeftOutBecause: z.nullable(z.string()),
  }),
});

export const getCredential = defineEndpoint({
  name: 'credential',
  summary: 'The same of one tenant',
  method: 'GET',
  path: '/api/admin/credentials/{tenantId}',
  access: 'admin',
  tenant: { from: 'path', name: 'tenantId' },
  params: z.object({ tenantId: TenantId }),
  response: Credential,
});

/** `message` and `whatToDo` are for people; `code` is Microsoft's own, where there is one. */
export const ConnectionTest = z.object({
  ok: z.boolean(),
  message: z.string(),
  whatToDo: z.nullable(z.string()),
  code: z.nullable(z.string()),
  testedAt: Instant,
  responseTimeMs: z.number(),
  /** The simulator answered, not Microsoft. */
  isSimulated: z.boolean(),
});
export type ConnectionTest = z.infer<typeof ConnectionTest>;

export const testConnection = defineEndpoint({
  name: 'credential-test',
  summary: 'Get a new token for a tenant and ask Graph for its organization, one test at a time',
  method: 'POST',
  path: '/api/admin/credentials/{tenantId}/test',
  access: 'admin',
  tenant: { from: 'path', name: 'tenantId' },
  params: z.object({ tenantId: TenantId }),
  response: z.object({ test: ConnectionTest, credential: Credential }),
});

/** @param name as the form and its messages have it */
const requiredGuid = (name: string) =>
  z.string().check(z.trim(), z.minLength(1, `${name} is required`), z.regex(guidInAnyCase, 'Must be a GUID'));

export const saveCredentials = defineEndpoint({
  name: 'credentials-save',
  summary: "Save a tenant's own app registration, or switch it to simulated data",
  method: 'POST',
  path: '/api/admin/save-graph-creds',
  access: 'admin',
  stepUp: true,
  tenant: { from: 'header' },
  body: z.object({
    clientId: requiredGuid('Client ID'),
    clientSecret: line({ min: 1, tooShort: 'Client Secret is required', max: 512 }),
    /** Entra's directory id: data, not the tenant of this call. */
    tenantId: requiredGuid('Tenant ID'),
    useMock: z._default(z.boolean(), true),
    secretExpiresAt: z.optional(z.nullable(Instant)),
    environment: z._default(z.enum(environments), 'Production'),
  }),
  response: z.object({ ok: z.literal(true), credential: Credential }),
});
