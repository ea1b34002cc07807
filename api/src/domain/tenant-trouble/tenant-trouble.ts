import type { AuditedHealth, TenantHealth, TenantTrouble } from '@tenantry/contract/tenant-health';
import { type CredentialRecord, credentialId } from '../../store/credentials.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import { explainAadsts } from '../connection/aadsts.ts';

type Tenant = Pick<TenantRecord, 'isMock' | 'scanFailing' | 'lastScan'>;
type Loss = Omit<TenantTrouble, 'kind'>;

/** Codes after which the tenant's own app registration needs another secret: a consent anew would mend nothing. */
const wantsSecret = /AADSTS(7000215|7000222)\b/;

/** A stored secret by itself refuses nothing: where a scan succeeded after its end, somebody gave the wrong date. */
function hasExpired({ secretExpiresAt }: CredentialRecord, { lastScan }: Tenant, now: Date): boolean {
  if (secretExpiresAt === null || Date.parse(secretExpiresAt) > now.getTime()) return false;
  return !(lastScan?.status === 'completed' && lastScan.endedAt > secretExpiresAt);
}

/** What is wrong with the connection of a live tenant, as its credentials tell. */
function lossOf(tenant: Tenant, record: CredentialRecord, now: Date): Loss | null {
  const hasOwnApp = record.clientId !== null;
  if (record.decryptionFailed) {
    const reason = 'The stored secret cannot be decrypted.';
    return { since: record.lastDecryptionAttempt, reason, remedy: hasOwnApp ? 'newSecret' : 'reconnect' };
  }
  if (record.reconnectSince !== null) {
    const given = record.reconnectReason ?? '';
    const known = explainAadsts(given);
    const reason = known
      ? `${known.meaning} (${known.code})`
      : given || 'Microsoft no longer accepts the stored credentials.';
    const remedy = hasOwnApp && wantsSecret.test(given) ? 'newSecret' : 'reconnect';
    return { since: record.reconnectSince, reason, remedy };
  }
  if (hasExpired(record, tenant, now)) {
    return { since: record.secretExpiresAt, reason: 'The client secret has expired.', remedy: 'newSecret' };
  }
  return null;
}

/**
 * Why nothing new is known of a tenant: its scans fail, or its connection is lost; null where neither is known. The one rule
 * of all pages and calls (issue 11, point 1). The connection of a simulated tenant says nothing about it.
 * @param record how it is connected; null where it never was, or where nothing is wrong with it
 */
export function troubleOf(tenant: Tenant, record: CredentialRecord | null, now: Date): TenantTrouble | null {
  const { scanFailing, isMock } = tenant;
  const loss = isMock || record === null ? null : lossOf(tenant, record, now);
  if (scanFailing === null) return loss && { kind: 'connectionLost', ...loss };
  const { since, reason, cause } = scanFailing;
  const remedy = cause === 'refused' && !isMock ? 'reconnect' : 'retry';
  return { kind: 'scanFailing', since, reason: loss?.reason ?? reason, remedy: loss?.remedy ?? remedy };
}

/** The same for a tenant that was opened, by one read more. */
export async function troubleOfTenant(
  { tenant, credentials }: TenantRecords,
  now: Date,
): Promise<TenantTrouble | null> {
  const record = tenant.isMock ? null : ((await credentials.get(credentialId(tenant.id)))?.value ?? null);
  return troubleOf(tenant, record, now);
}

/** How a tenant stands: nothing of a tenant in trouble is well, and what was critical is no better for it. */
export function healthOf(audited: AuditedHealth | undefined, trouble: TenantTrouble | null): TenantHealth {
  if (trouble !== null && audited !== 'Critical') return 'Failing';
  return audited ?? 'Unknown';
}
