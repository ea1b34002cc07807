import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { TenantId } from './ids.ts';
import { Instant } from './lists.ts';

/** `partial`: something of it is there, and not enough. */
export const SetUpItemState = z.enum(['granted', 'partial', 'missing', 'unknown']);
export type SetUpItemState = z.infer<typeof SetUpItemState>;

/** One thing that Tenant Configuration Management needs in a tenant. */
export const SetUpItem = z.object({
  id: z.string(),
  kind: z.enum(['permission', 'servicePrincipal', 'appRole', 'directoryRole']),
  /** `Exchange.ManageAsApp of Office 365 Exchange Online` */
  name: z.string(),
  state: SetUpItemState,
  /** Why it is not known, or what is there instead; null where there is nothing to add. */
  because: z.nullable(z.string()),
  /** What it is for. */
  purpose: z.string(),
  /** What an administrator of the tenant has to grant, exactly. */
  grant: z.string(),
  /** The settings that cannot be read as it is now, as they stand within a sentence; empty where nothing is known to be missing. */
  notRead: z.array(z.string()),
});
export type SetUpItem = z.infer<typeof SetUpItem>;

/** What the last snapshot gave. */
export const ConfigurationSnapshot = z.object({
  endedAt: Instant,
  outcome: z.enum(['succeeded', 'partial', 'failed']),
  /** How long Microsoft took. */
  seconds: z.number(),
  /** How many types of settings are kept of this or an earlier snapshot. */
  typesRead: z.number(),
  /** Types that were asked for and are not there. */
  refused: z.array(z.object({ label: z.string(), because: z.string() })),
  /** What Microsoft said where it kept a snapshot that was to be deleted: until it is gone, no other is asked for. */
  notDeleted: z.nullable(z.string()),
});
export type ConfigurationSnapshot = z.infer<typeof ConfigurationSnapshot>;

/** Instances that snapshots extracted; Microsoft allows a number for each tenant and month, over all applications. */
export const ConfigurationUsage = z.object({
  /** `2026-11`, in UTC. */
  month: z.string(),
  instances: z.number(),
  /** What this installation allows itself of Microsoft's limit. */
  share: z.number(),
  microsoftLimit: z.number(),
});
export type ConfigurationUsage = z.infer<typeof ConfigurationUsage>;

export const TenantConfiguration = z.object({
  tenantName: z.string(),
  isSimulated: z.boolean(),
  /**
   * `off`: switched off in this installation. `notSetUp`: no snapshot can be taken. `partly`: some settings cannot be read.
   * `unknown`: Microsoft did not tell.
   */
  state: z.enum(['off', 'notSetUp', 'partly', 'setUp', 'unknown']),
  items: z.array(SetUpItem),
  snapshot: z.nullable(ConfigurationSnapshot),
  usage: z.nullable(ConfigurationUsage),
  /** The next scan, which takes a snapshot or goes by the last one; null where none is planned. */
  nextScanAt: z.nullable(Instant),
  /** PowerShell for an administrator of the tenant; null where there is no app registration to name in it. */
  script: z.nullable(z.object({ fileName: z.string(), text: z.string() })),
  checkedAt: Instant,
});
export type TenantConfiguration = z.infer<typeof TenantConfiguration>;

export const getTenantConfiguration = defineEndpoint({
  name: 'tenant-configuration',
  summary: 'Whether tenant configuration is set up for a tenant, what is missing, and what its last snapshot gave',
  method: 'GET',
  path: '/api/tenant/{id}/tenant-configuration',
  access: 'admin',
  token: 'read',
  tenant: { from: 'path', name: 'id' },
  params: z.object({ id: TenantId }),
  response: TenantConfiguration,
});
