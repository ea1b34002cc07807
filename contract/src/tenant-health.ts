import * as z from 'zod/mini';
import { Instant } from './lists.ts';

/** What the latest audit came to. `Unknown`: never audited, or too little could be checked to say. */
export const AuditedHealth = z.enum(['OK', 'Warning', 'Critical', 'Unknown']);
export type AuditedHealth = z.infer<typeof AuditedHealth>;

/**
 * How a tenant stands now. `Failing`: its scans fail or its connection is lost, so that its figures are of before. What was
 * Critical stays Critical.
 */
export const TenantHealth = z.enum(['OK', 'Warning', 'Critical', 'Failing', 'Unknown']);
export type TenantHealth = z.infer<typeof TenantHealth>;

/** `scanFailing`: the last scan gave no result, or hardly any. `connectionLost`: the next one would not. */
export const TroubleKind = z.enum(['scanFailing', 'connectionLost']);
export type TroubleKind = z.infer<typeof TroubleKind>;

/** Why nothing new is known of a tenant. */
export const TenantTrouble = z.object({
  kind: TroubleKind,
  /** Null where it is not known. */
  since: z.nullable(Instant),
  /** In plain words, one or two sentences. */
  reason: z.string(),
  /** What mends it: consent anew, another scan, or a new client secret of the tenant's own app registration. */
  remedy: z.enum(['reconnect', 'retry', 'newSecret']),
});
export type TenantTrouble = z.infer<typeof TenantTrouble>;

/** The last scan that ended: with results, without, or none yet. One that was cancelled does not count. */
export const LastScan = z.object({
  lastScanStatus: z.enum(['Success', 'Error', 'none']),
  /** When it ended; null where there was none. */
  lastScanDate: z.nullable(Instant),
});
export type LastScan = z.infer<typeof LastScan>;
