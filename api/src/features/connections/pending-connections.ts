import { createHash, randomBytes } from 'node:crypto';
import type { DataKeys } from '../../domain/secrets/data-keys.ts';
import { decryptSecret, EnvelopeError, encryptSecret } from '../../domain/secrets/envelope.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Redeemed } from '../../ports/identity-provider.ts';
import type { StateTable } from '../../ports/state.ts';
import type { Envelope } from '../../store/credentials.ts';

/** What a sign-in to a directory gave. Its code was good for one use, so that this is kept until Graph accepts our app there. */
export type SignedInGrant = Pick<Redeemed, 'tokenCache' | 'expiresAt' | 'scopes'> & {
  identity: Pick<Redeemed['identity'], 'entraTenantId' | 'email' | 'username'>;
};

/** '' stands for none. */
export type PendingConnectionEntity = {
  userId: string;
  /** The tenant that is connected again; '' where it is not known yet. */
  tenantId: string;
  entraTenantId: string;
  /** The grant as an envelope; '' once the wait is over. */
  sealed: string;
  beganAt: string;
  triedAt: string;
  /** Where the browser goes, once that is known. */
  redirectTo: string;
};

export type PendingConnection = PendingConnectionEntity & { key: string; etag: string };

/** So long a consent is waited for. */
export const waitMs = 60_000;
/** So long whoever reloads the page, or has it open twice, hears what came of it. */
const lifetimeMs = 15 * 60_000;

const partition = 'pending';
const field = 'pendingConnection';
const keyOf = (id: string) => createHash('sha256').update(id).digest('hex');

function grantFrom(text: string): SignedInGrant {
  const { expiresAt, ...grant } = JSON.parse(text) as Omit<SignedInGrant, 'expiresAt'> & { expiresAt: string | null };
  return { ...grant, expiresAt: expiresAt === null ? null : new Date(expiresAt) };
}

/**
 * Connections whose consent Microsoft has not applied yet. The browser carries a secret that names one, and only the user who began
 * it gets on with it; the store holds the secret's hash, and the grant under a data key.
 */
export function createPendingConnections(
  table: StateTable<PendingConnectionEntity>,
  { dataKeys, clock }: { dataKeys: DataKeys; clock: Clock },
) {
  const isOver = ({ beganAt }: PendingConnectionEntity) => Date.parse(beganAt) + lifetimeMs <= clock.now().getTime();

  return {
    /** @returns the secret that names it */
    async begin(userId: string, tenantId: string, grant: SignedInGrant): Promise<string> {
      const id = randomBytes(32).toString('base64url');
      const { entraTenantId } = grant.identity;
      const place = { owner: entraTenantId, field };
      const sealed = JSON.stringify(encryptSecret(JSON.stringify(grant), place, await dataKeys.current()));
      const at = clock.now().toISOString();
      const entity = { userId, tenantId, entraTenantId, sealed, beganAt: at, triedAt: at, redirectTo: '' };
      await table.create(partition, keyOf(id), entity);
      return id;
    },

    async find(id: string, userId: string): Promise<PendingConnection | null> {
      const key = keyOf(id);
      const found = await table.get(partition, key);
      if (!found || found.value.userId !== userId || isOver(found.value)) return null;
      return { ...found.value, key, etag: found.etag };
    },

    /** The grant; null where it cannot be opened any more, such as after its data key is gone. */
    async grantOf({ sealed, entraTenantId }: PendingConnection): Promise<SignedInGrant | null> {
      try {
        const envelope = JSON.parse(sealed) as Envelope;
        const key = await dataKeys.version(envelope.keyVersion);
        return grantFrom(decryptSecret(envelope, { owner: entraTenantId, field }, key));
      } catch (error) {
        if (error instanceof EnvelopeError) return null;
        throw error;
      }
    },

    /** Keeps when it was tried, or where it ended: then the grant goes. */
    async note({ key, etag, ...entity }: PendingConnection, redirectTo = ''): Promise<void> {
      const triedAt = clock.now().toISOString();
      const sealed = redirectTo === '' ? entity.sealed : '';
      await table.replace(partition, key, { ...entity, sealed, triedAt, redirectTo }, etag);
    },

    /** Forgets those that are over. @returns how many */
    async sweep(): Promise<number> {
      let swept = 0;
      for await (const { key, value, etag } of table.list(partition)) {
        if (isOver(value) && (await table.delete(partition, key, etag))) swept += 1;
      }
      return swept;
    },
  };
}

export type PendingConnections = ReturnType<typeof createPendingConnections>;
