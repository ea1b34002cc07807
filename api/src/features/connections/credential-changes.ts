import { emptyOutbox } from '../../domain/audit-trail/outbox.ts';
import { type CredentialRecord, credentialId } from '../../store/credentials.ts';

/** A tenant of which nothing is known yet. */
export function emptyRecord(tenantId: string, at: string): CredentialRecord {
  return {
    id: credentialId(tenantId),
    tenantId,
    clientId: null,
    clientSecret: null,
    secretExpiresAt: null,
    tokenCache: null,
    tokenExpiresAt: null,
    scopes: [],
    environment: 'Production',
    userEmail: null,
    lastAuthenticatedAt: null,
    lastTokenRequestAt: null,
    lastTokenSuccess: null,
    lastGraphCallSuccess: null,
    useMock: false,
    refreshDueAt: '',
    reconnectSince: null,
    reconnectReason: null,
    decryptionFailed: false,
    lastDecryptionAttempt: null,
    createdAt: at,
    updatedAt: at,
    ...emptyOutbox,
  };
}

/** Of credentials that were not used yet. */
export const nothingTried = {
  lastTokenRequestAt: null,
  lastTokenSuccess: null,
  lastGraphCallSuccess: null,
  lastTest: null,
} as const;

const hourMs = 3_600_000;

/**
 * A refresh token that is not used for 90 days ends (Microsoft identity platform, "Refresh tokens"): it is used once a day,
 * spread over eight hours, so that a day's refreshes do not come at once.
 * @param chance 0 to 1
 */
export function nextRefresh(now: Date, chance: number): string {
  return new Date(now.getTime() + (20 + 8 * chance) * hourMs).toISOString();
}

/** The connection works: nothing is lost any more, and the sign-in of whoever connected the tenant is kept alive again. */
export const notLost = ({ tokenCache, refreshDueAt }: CredentialRecord, now: Date) => ({
  reconnectSince: null,
  reconnectReason: null,
  reconnectGrant: null,
  refreshDueAt: tokenCache !== null && refreshDueAt === '' ? nextRefresh(now, Math.random()) : refreshDueAt,
});

/** Graph has answered our app with data. A sign-in that has ended stays lost: no application renews it. */
export function reached(record: CredentialRecord, now: Date): CredentialRecord {
  const isLost = record.reconnectSince !== null && record.reconnectGrant === 'app';
  if (!isLost && record.lastTokenSuccess === true && record.lastGraphCallSuccess === true) return record;
  const mended = isLost ? notLost(record, now) : {};
  return { ...record, ...mended, lastTokenSuccess: true, lastGraphCallSuccess: true };
}

/** Null where it is not known. */
export type Use = { tokenSuccess: boolean | null; graphSuccess: boolean | null };

/** The record after its credentials were used. */
export const used = (record: CredentialRecord, use: Use, at: Date): CredentialRecord => ({
  ...record,
  lastTokenRequestAt: use.tokenSuccess === null ? record.lastTokenRequestAt : at.toISOString(),
  lastTokenSuccess: use.tokenSuccess ?? record.lastTokenSuccess,
  lastGraphCallSuccess: use.graphSuccess ?? record.lastGraphCallSuccess,
});
