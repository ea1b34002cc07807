import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { TenantId } from './ids.ts';
import { Instant } from './lists.ts';
import { TenantTrouble } from './tenant-health.ts';

// Apart from the connections, so that pages which only ask how they are do not load what changes them.

/** `tenantId` null: this installation's own. */
/** `isCertificate`: this installation may have a certificate in place of a client secret; tenants' own registrations have secrets. */
const EndingSecret = z.object({
  tenantId: z.nullable(TenantId),
  name: z.string(),
  expiresAt: Instant,
  isCertificate: z.boolean(),
});

export const getAuthStatus = defineEndpoint({
  name: 'auth-status',
  summary: 'Whether the selected tenant, or one in scope, has to be connected again',
  method: 'GET',
  path: '/api/auth/status',
  access: 'viewer',
  token: 'read',
  background: true,
  tenant: { from: 'headerIfPresent' },
  response: z.object({
    needsReconnect: z.boolean(),
    tenants: z.array(
      z.object({ tenantId: TenantId, name: z.string(), since: z.nullable(Instant), reason: z.string() }),
    ),
    /** Why nothing new is known of the selected tenant; null where none is selected, or nothing is known to be wrong. */
    selected: z.nullable(
      z.object({
        tenantId: TenantId,
        name: z.string(),
        trouble: TenantTrouble,
        /** When its latest audit was made: how old what is shown of it is. */
        lastAuditDate: z.nullable(Instant),
      }),
    ),
    /** Client secrets that have ended or soon will, for administrators; the soonest first, at most five of `total`. */
    endingSecrets: z.object({ total: z.number(), soonest: z.array(EndingSecret) }),
    /** What is wrong with the audit trail, for administrators of all tenants; null where nothing is known to be. */
    auditTrail: z.nullable(z.object({ status: z.enum(['broken', 'notVerified', 'overdue']), message: z.string() })),
  }),
});

/** `mode`: how the tenant is reached. A time is null where it never happened. `live`: Microsoft is asked, and answers. */
export const M365Status = z.object({
  mode: z.enum(['live', 'mock', 'unconfigured']),
  live: z.boolean(),
  lastTokenSuccess: z.nullable(z.boolean()),
  lastGraphCallSuccess: z.nullable(z.boolean()),
  lastTokenRequest: z.nullable(Instant),
  trouble: z.nullable(TenantTrouble),
  /** The Graph status: whether Microsoft is asked, or the simulator; whether there are credentials; and the Entra directory id. */
  liveMode: z.boolean(),
  mockMode: z.boolean(),
  configured: z.boolean(),
  tenantId: z.nullable(z.string()),
});

export const getM365Status = defineEndpoint({
  name: 'm365-status',
  summary: 'How the selected tenant is reached, and whether it worked',
  method: 'GET',
  path: '/api/m365/status',
  access: 'viewer',
  token: 'read',
  background: true,
  tenant: { from: 'header' },
  response: M365Status,
});
