import type { Credential, CredentialState } from '@tenantry/contract/connections';
import type { TenantTrouble } from '@tenantry/contract/tenant-health';
import { secretEnd, secretWarningDays } from '../../domain/secrets/secret-expiry.ts';
import { troubleOf } from '../../domain/tenant-trouble/tenant-trouble.ts';
import type { CredentialRecord } from '../../store/credentials.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import type { OurSecretEnd } from './connected-tenants.ts';

const dayMs = 24 * 3_600_000;

type EndingSecret = { tenantId: string | null; name: string; expiresAt: string; isCertificate: boolean };

type Status = Pick<Credential, 'status' | 'error'>;

/** How a connection stands: the worst that is true of it. */
function credentialStatus(record: CredentialRecord | null, now: Date): Status {
  if (!record) return { status: 'unknown', error: null };
  if (record.decryptionFailed) {
    return { status: 'corrupted', error: 'The stored secret cannot be decrypted. Reconnect this tenant.' };
  }
  if (record.reconnectSince !== null) return { status: 'reconnect', error: record.reconnectReason };
  const endsAtMs = record.secretExpiresAt === null ? null : Date.parse(record.secretExpiresAt);
  if (endsAtMs !== null && endsAtMs <= now.getTime()) {
    return { status: 'expired', error: 'The client secret has expired. Save a new one.' };
  }
  if (endsAtMs !== null && endsAtMs - now.getTime() <= secretWarningDays * dayMs) {
    const ends = secretEnd(new Date(endsAtMs).toISOString(), now);
    return { status: 'expiring', error: `The client secret ${ends}.` };
  }
  return { status: 'active', error: null };
}

/** How a connection stands, in the words of the list of tenants. */
export function connectionState(
  tenant: TenantRecord,
  record: CredentialRecord | null,
  trouble: TenantTrouble | null,
): CredentialState {
  if (!tenant.isMock && !record) return 'none';
  if (!tenant.isMock && record?.decryptionFailed) return 'corrupted';
  if (trouble === null) return 'connected';
  return trouble.remedy === 'retry' ? 'failing' : 'reconnect';
}

/** The same in the words of the credentials: what Microsoft does not answer is not active, whatever its secret is worth. */
function statusInTrouble(stored: Status, trouble: TenantTrouble | null): Status {
  if (trouble === null || !['active', 'expiring', 'reconnect'].includes(stored.status)) return stored;
  return { status: trouble.remedy === 'retry' ? 'failing' : 'reconnect', error: trouble.reason };
}

/** Client secrets that are warned of, the soonest first. Not those of simulated tenants, with which nothing real is read. */
export function endingSecrets(
  tenants: readonly { tenant: TenantRecord; record: CredentialRecord | null }[],
  ours: OurSecretEnd,
  now: Date,
): EndingSecret[] {
  const lastDay = new Date(now.getTime() + secretWarningDays * dayMs).toISOString();
  const named: (OurSecretEnd & { tenantId: string | null; name: string })[] = [
    { tenantId: null, name: 'This installation', ...ours },
    ...tenants.map(({ tenant, record }) => {
      const expiresAt = tenant.isMock ? null : (record?.secretExpiresAt ?? null);
      return { tenantId: tenant.id, name: tenant.name, expiresAt, isCertificate: false };
    }),
  ];
  const ending = named.flatMap(({ expiresAt, ...rest }) => (expiresAt === null ? [] : [{ ...rest, expiresAt }]));
  return ending
    .filter(({ expiresAt }) => expiresAt <= lastDay)
    .sort((one, two) => one.expiresAt.localeCompare(two.expiresAt));
}

/** @param ourClientId this installation's registration, with which tenants without one of their own are reached */
export function credentialView(
  tenant: TenantRecord,
  record: CredentialRecord | null,
  ourClientId: string | null,
  now: Date,
): Credential {
  const trouble = troubleOf(tenant, record, now);
  const stored =
    tenant.isMock && !record ? ({ status: 'active', error: null } as const) : credentialStatus(record, now);
  return {
    id: tenant.id,
    tenant: tenant.name,
    tenantName: tenant.name,
    tenantId: tenant.id,
    entraTenantId: tenant.m365TenantId,
    hasOwnApp: record !== null && record.clientId !== null,
    clientId: record ? (record.clientId ?? ourClientId) : null,
    ...statusInTrouble(stored, trouble),
    trouble,
    lastAuditDate: tenant.audit?.auditedAt ?? null,
    environment: record?.environment ?? 'Production',
    lastUsed: record?.lastTokenRequestAt ?? null,
    lastAuthenticatedAt: record?.lastAuthenticatedAt ?? null,
    secretExpiresAt: record?.secretExpiresAt ?? null,
    scopes: record?.scopes ?? [],
    userEmail: record?.userEmail ?? null,
    email: record?.userEmail ?? null,
    isMock: tenant.isMock,
    goesLive: Boolean(tenant.purgingSince),
    lastTest: record?.lastTest ?? null,
  };
}
