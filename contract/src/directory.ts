import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { TenantId } from './ids.ts';
import { Instant, listQuery, SearchText } from './lists.ts';

/** An account of a tenant's directory. Null: not known; the reason stands beside it. */
export const M365User = z.object({
  /** Its object id in the tenant's directory. */
  id: z.string(),
  displayName: z.string(),
  email: z.nullable(z.string()),
  userPrincipalName: z.nullable(z.string()),
  jobTitle: z.nullable(z.string()),
  userType: z.nullable(z.enum(['Member', 'Guest'])),
  accountEnabled: z.nullable(z.boolean()),
  /** Whether any license is assigned to it. */
  licenseAssigned: z.nullable(z.boolean()),
  /**
   * Whether Conditional Access or security defaults require multifactor authentication of it for every application,
   * without a way around. Whether it has registered a method is another matter.
   */
  mfaEnforced: z.nullable(z.boolean()),
  mfaUnknownBecause: z.nullable(z.string()),
  /** Names of the directory roles that it holds now, directly or through a group. */
  directoryRoles: z.nullable(z.array(z.string())),
  rolesUnknownBecause: z.nullable(z.string()),
});
export type M365User = z.infer<typeof M365User>;

/** How the latest synchronization of a directory stands. `never`: none was asked for yet. */
export const DirectorySyncState = z.object({
  status: z.enum(['never', 'queued', 'running', 'completed', 'failed']),
  startedAt: z.nullable(Instant),
  endedAt: z.nullable(Instant),
  /** Accounts read so far, or in all where it has ended; null where that is not known. */
  processed: z.nullable(z.number()),
  /** Why it failed; null while it did not. */
  error: z.nullable(z.string()),
  /** The address of ours that begins the consent to what is missing; null where that is not the reason. */
  grantUrl: z.nullable(z.string()),
  /** When the next one starts by itself; null where one is under way, or none is planned. */
  nextAt: z.nullable(Instant),
});
export type DirectorySyncState = z.infer<typeof DirectorySyncState>;

const path = '/api/admin/tenants/{id}/users';
const tenant = { from: 'path', name: 'id' } as const;
const params = z.object({ id: TenantId });

export const listTenantUsers = defineEndpoint({
  name: 'tenant-users',
  summary: "The accounts of a tenant's directory as of its last synchronization, by name",
  method: 'GET',
  path,
  access: 'admin',
  token: 'read',
  background: true,
  tenant,
  params,
  query: z.object({
    ...listQuery,
    /** In names, addresses and job titles, without regard to case. */
    search: z.optional(SearchText),
  }),
  response: z.object({
    users: z.array(M365User),
    tenantInfo: z.object({ orgName: z.string(), domain: z.string(), isMock: z.boolean() }),
    /** How many match, not on this page alone; null before the first complete synchronization. */
    total: z.nullable(z.number()),
    nextCursor: z.optional(z.string()),
    /** When the list was read; null before the first complete synchronization. */
    syncedAt: z.nullable(Instant),
    /** Why there are no users; null once the directory was read. */
    unknownBecause: z.nullable(z.string()),
    sync: DirectorySyncState,
  }),
});

export const syncTenantUsers = defineEndpoint({
  name: 'tenant-users-sync',
  summary: "Synchronize a tenant's directory now; where that is under way already, nothing more is begun",
  method: 'POST',
  path: `${path}/sync`,
  access: 'admin',
  tenant,
  params,
  response: z.object({ sync: DirectorySyncState }),
});
