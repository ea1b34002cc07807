import { type Condition, every } from '../ports/collection.ts';
import type { RecordStore } from '../ports/record-store.ts';
import { containers } from './containers.ts';
import type { Outboxed } from './outbox.ts';
import { inScope, type Scope } from './scope.ts';

/** A secret field of a record: AES-256-GCM under a data key from the vault, whose version it names. */
export type Envelope = { keyVersion: number; iv: string; tag: string; data: string };

/** How one tenant is connected to Microsoft Graph. Its secrets are envelopes (domain/secrets/envelope.ts). */
export type CredentialRecord = Outboxed & {
  tenantId: string;
  /** The tenant's own app registration; null: this installation's. */
  clientId: string | null;
  clientSecret: Envelope | null;
  secretExpiresAt: string | null;
  /** When that is warned of next; '' for never: a store looks for those that are due. Absent in records of before. */
  secretWarnAt?: string;
  /** MSAL's cache of the account that connected the tenant, with its refresh token. */
  tokenCache: Envelope | null;
  tokenExpiresAt: string | null;
  scopes: string[];
  environment: 'Production' | 'Test' | 'Sandbox';
  userEmail: string | null;
  lastAuthenticatedAt: string | null;
  lastTokenRequestAt: string | null;
  lastTokenSuccess: boolean | null;
  lastGraphCallSuccess: boolean | null;
  /** How the last test by an administrator went; absent or null where there was none with these credentials. */
  lastTest?: { at: string; ok: boolean; message: string } | null;
  useMock: boolean;
  /** When the tokens are refreshed next; '' for never: a store looks for those that are due. */
  refreshDueAt: string;
  /** When its tokens could last not be renewed. Absent where they always could, and in records of before. */
  refreshFailedAt?: string;
  /** Since when Microsoft refuses what is stored, and in which words; null while it works. */
  reconnectSince: string | null;
  reconnectReason: string | null;
  /** Which of both is refused: our app as such, or the sign-in of whoever connected the tenant. */
  reconnectGrant?: 'app' | 'delegated' | null;
  /** Whether a secret could not be opened the last time that it was needed. */
  decryptionFailed: boolean;
  lastDecryptionAttempt: string | null;
  createdAt: string;
  updatedAt: string;
};

/** Each tenant has one. */
export const credentialId = (tenantId: string): string => `${tenantId}_graph`;

export const secretFields = ['clientSecret', 'tokenCache'] as const satisfies (keyof CredentialRecord)[];

/** The instants on a credential record at which something of it is due; '' for never. */
type CredentialDueField = 'refreshDueAt' | 'secretWarnAt';

export function openCredentialStore(records: RecordStore) {
  const everywhere = records.across<CredentialRecord>(containers.graphCredentials);
  return {
    /** The one record of a tenant, in a collection bound to it. */
    of: (tenantId: string) => records.partition<CredentialRecord>(containers.graphCredentials, tenantId),

    /** The credentials of the tenants in a scope, by tenant. Few reads, however many tenants there are. */
    async ofScope(scope: Scope): Promise<Map<string, CredentialRecord>> {
      return new Map((await every(inScope(everywhere, scope))).map((record) => [record.tenantId, record]));
    },

    /** Those among them with which a tenant may not be reached any more, by tenant: few, where `ofScope` gives all. */
    async troubled(scope: Scope, now: Date): Promise<Map<string, CredentialRecord>> {
      const where: Condition[] = [
        {
          anyOf: [
            { field: 'reconnectSince', op: 'gt', value: '' },
            { field: 'decryptionFailed', op: 'eq', value: true },
            { field: 'secretExpiresAt', op: 'lte', value: now.toISOString() },
          ],
        },
      ];
      return new Map((await every(inScope(everywhere, scope), { where })).map((record) => [record.tenantId, record]));
    },

    async due(scope: Scope, field: CredentialDueField, now: Date, limit: number): Promise<CredentialRecord[]> {
      const where: Condition[] = [
        { field, op: 'gt', value: '' },
        { field, op: 'lte', value: now.toISOString() },
      ];
      return (await inScope(everywhere, scope).query({ where, limit })).items;
    },

    /** The tenants' own client secrets that end before an instant, or have ended. */
    ending: (scope: Scope, before: Date): Promise<CredentialRecord[]> =>
      every(inScope(everywhere, scope), {
        where: [{ field: 'secretExpiresAt', op: 'lte', value: before.toISOString() }],
      }),

    /** Of how many tenants the tokens could not be renewed since an instant. */
    countRefreshFailures: (scope: Scope, since: Date) =>
      inScope(everywhere, scope).count([{ field: 'refreshFailedAt', op: 'gte', value: since.toISOString() }]),

    /** How many tenants have to be connected again. */
    countLost: (scope: Scope) => inScope(everywhere, scope).count([{ field: 'reconnectSince', op: 'gt', value: '' }]),
  };
}

export type CredentialStore = ReturnType<typeof openCredentialStore>;
