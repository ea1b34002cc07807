import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { TenantId } from './ids.ts';
import { Instant } from './lists.ts';

export const Tenant = z.object({
  id: TenantId,
  name: z.string(),
  displayName: z.string(),
  domain: z.string(),
  /** The tenant's Microsoft 365 is the built-in simulator. */
  isMock: z.boolean(),
});
export type Tenant = z.infer<typeof Tenant>;

/** `Unknown`: never audited, or too little could be checked to say. */
export const TenantHealth = z.enum(['OK', 'Warning', 'Critical', 'Unknown']);
export type TenantHealth = z.infer<typeof TenantHealth>;

/** The last scan that ended: with results, without, or none yet. One that was cancelled does not count. */
export const LastScan = z.object({
  lastScanStatus: z.enum(['Success', 'Error', 'none']),
  /** When it ended; null where there was none. */
  lastScanDate: z.nullable(Instant),
});
export type LastScan = z.infer<typeof LastScan>;

export const listTenants = defineEndpoint({
  name: 'tenants',
  summary: 'The tenants in the scope of the caller',
  method: 'GET',
  path: '/api/tenants',
  access: 'viewer',
  response: z.object({ tenants: z.array(Tenant) }),
});
