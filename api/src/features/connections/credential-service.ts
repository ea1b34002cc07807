import type { Clock } from '../../ports/clock.ts';
import {
  type Collection,
  RecordChangedError,
  RecordExistsError,
  type RecordStore,
  update,
} from '../../ports/collection.ts';
import type { AppRegistration, Redeemed } from '../../ports/identity-provider.ts';
import type { Trail, TrailEntry } from '../../ports/trail.ts';
import { containers } from '../../records/containers.ts';
import { type CredentialRecord, credentialId, credentials, secretFields } from '../../records/credential-record.ts';
import type { DataKeys } from '../../records/data-keys.ts';
import { type Envelope, EnvelopeError, openSecret, sealSecret } from '../../records/envelope.ts';
import { settleTrail, withTrail } from '../../records/pending-trail.ts';
import { firstSecretWarning } from '../../records/secret-expiry.ts';
import { emptyRecord, nextRefresh, nothingTried, notLost, type Use, used } from './credential-changes.ts';

type Dependencies = {
  store: RecordStore;
  dataKeys: DataKeys;
  /** This installation's registration, for tenants without one of their own. */
  appRegistration(): Promise<AppRegistration | null>;
  trail: Pick<Trail, 'recordPending'>;
  clock: Clock;
};

type SecretField = (typeof secretFields)[number];

export type OwnApp = {
  clientId: string;
  clientSecret: string;
  secretExpiresAt: string | null;
  environment: CredentialRecord['environment'];
};

const hourMs = 3_600_000;

/** The secrets with which tenants are reached: sealed on the way in, opened here alone, never handed to a page. */
export function createCredentialService({ store, dataKeys, appRegistration, trail, clock }: Dependencies) {
  const { now } = clock;
  const of = (tenantId: string): Collection<CredentialRecord> => credentials(store, tenantId);
  const read = async (tenantId: string) => (await of(tenantId).get(credentialId(tenantId)))?.value ?? null;

  async function seal(tenantId: string, field: SecretField, secret: string): Promise<Envelope> {
    return sealSecret(secret, { tenantId, field }, await dataKeys.current());
  }

  type Change = (record: CredentialRecord) => CredentialRecord;

  /** Changes the record; null where there is none. */
  async function changeKnown(tenantId: string, how: Change, entry?: TrailEntry): Promise<CredentialRecord | null> {
    const at = now();
    const record = await update(of(tenantId), credentialId(tenantId), (current) => {
      const changed = how(current);
      if (changed === current) return current;
      const stamped = { ...changed, updatedAt: at.toISOString() };
      return entry ? withTrail(stamped, entry, at) : stamped;
    });
    if (record) await settleTrail(of(tenantId), record, trail);
    return record;
  }

  /** The same, making it where there is none. */
  async function change(tenantId: string, how: Change, entry?: TrailEntry): Promise<CredentialRecord> {
    const known = await changeKnown(tenantId, how, entry);
    if (known) return known;
    try {
      await of(tenantId).create(emptyRecord(tenantId, now().toISOString()));
    } catch (error) {
      if (!(error instanceof RecordExistsError)) throw error;
    }
    const made = await changeKnown(tenantId, how, entry);
    if (!made) throw new Error(`The credential record of ${tenantId} was not kept`);
    return made;
  }

  /** Opens a secret, and keeps on the record whether that could be done: a corrupted one is reported, never dropped. */
  async function open(record: CredentialRecord, field: SecretField): Promise<string | null> {
    const envelope = record[field];
    if (!envelope) return null;
    const { tenantId } = record;
    try {
      const secret = openSecret(envelope, { tenantId, field }, await dataKeys.version(envelope.keyVersion));
      if (record.decryptionFailed) await noteDecryption(tenantId, false);
      return secret;
    } catch (error) {
      if (error instanceof EnvelopeError) await noteDecryption(tenantId, true);
      throw error;
    }
  }

  const noteDecryption = (tenantId: string, decryptionFailed: boolean) =>
    change(tenantId, (record) => ({ ...record, decryptionFailed, lastDecryptionAttempt: now().toISOString() }));

  return {
    read,

    /**
     * The registration with which this tenant is reached.
     * @throws EnvelopeError where its own secret cannot be opened
     */
    async appOf(tenantId: string): Promise<AppRegistration | null> {
      const record = await read(tenantId);
      if (!record?.clientId) return appRegistration();
      const clientSecret = await open(record, 'clientSecret');
      return clientSecret === null ? null : { clientId: record.clientId, clientSecret };
    },

    /** MSAL's cache of whoever connected the tenant, for delegated calls; null where nobody did. */
    async tokenCacheOf(tenantId: string): Promise<string | null> {
      const record = await read(tenantId);
      return record ? open(record, 'tokenCache') : null;
    },

    async saveOwnApp(tenantId: string, tenantName: string, app: OwnApp, useMock: boolean, by: string) {
      const clientSecret = await seal(tenantId, 'clientSecret', app.clientSecret);
      const secretWarnAt = firstSecretWarning(app.secretExpiresAt, now());
      const { clientId, secretExpiresAt, environment } = app;
      const details = { clientId, secretExpiresAt, environment, useMock };
      return change(
        tenantId,
        (record) => ({
          ...record,
          clientId,
          clientSecret,
          secretExpiresAt,
          secretWarnAt,
          environment,
          useMock,
          ...nothingTried,
          decryptionFailed: false,
          // A new secret says nothing of a sign-in that has ended.
          ...(record.reconnectGrant === 'delegated' ? {} : notLost(record, now())),
        }),
        { eventType: 'credentials_saved', user: by, target: tenantName, tenantId, details },
      );
    },

    /** Keeps what the consent of a tenant's administrator gave. Graph has answered with it. */
    async saveConnection(tenantId: string, redeemed: Redeemed) {
      const tokenCache = await seal(tenantId, 'tokenCache', redeemed.tokenCache);
      const at = now().toISOString();
      return change(tenantId, (record) => ({
        ...record,
        tokenCache,
        tokenExpiresAt: redeemed.expiresAt?.toISOString() ?? null,
        scopes: [...redeemed.scopes],
        userEmail: redeemed.identity.email ?? redeemed.identity.username,
        lastAuthenticatedAt: at,
        ...notLost(record, now()),
        refreshDueAt: nextRefresh(now(), Math.random()),
        lastTokenRequestAt: at,
        lastTokenSuccess: true,
        lastGraphCallSuccess: true,
        lastTest: null,
        useMock: false,
        decryptionFailed: false,
      }));
    },

    /** Keeps a refreshed cache, unless somebody connected the tenant anew meanwhile. */
    async saveRefreshed(tenantId: string, refreshed: { tokenCache: string; expiresAt: Date | null }, seen: string) {
      const tokenCache = await seal(tenantId, 'tokenCache', refreshed.tokenCache);
      return change(tenantId, (record) =>
        record.lastAuthenticatedAt === seen
          ? {
              ...record,
              tokenCache,
              tokenExpiresAt: refreshed.expiresAt?.toISOString() ?? null,
              refreshDueAt: nextRefresh(now(), Math.random()),
              lastTokenSuccess: true,
              lastTokenRequestAt: now().toISOString(),
            }
          : record,
      );
    },

    /**
     * Tenants whose tokens are due, claimed for this caller: each is put off by an hour in the same step, so that nobody else
     * refreshes it at the same time, and one whose refresher died is due again.
     */
    async claimDue(limit: number): Promise<CredentialRecord[]> {
      const at = now();
      const { items } = await store.across<CredentialRecord>(containers.graphCredentials).query({
        where: [
          { field: 'refreshDueAt', op: 'gt', value: '' },
          { field: 'refreshDueAt', op: 'lte', value: at.toISOString() },
        ],
        limit,
      });
      const claimed: CredentialRecord[] = [];
      for (const { tenantId, refreshDueAt } of items) {
        const stored = await of(tenantId).get(credentialId(tenantId));
        if (stored?.value.refreshDueAt !== refreshDueAt) continue;
        const putOff = { ...stored.value, refreshDueAt: new Date(at.getTime() + hourMs).toISOString() };
        try {
          claimed.push((await of(tenantId).replace(putOff, stored.etag)).value);
        } catch (error) {
          if (!(error instanceof RecordChangedError)) throw error;
        }
      }
      return claimed;
    },

    /** What the last call for a token, and to Graph, came to. */
    async noteUse(tenantId: string, use: Use) {
      await changeKnown(tenantId, (record) => used(record, use, now()));
    },

    /** The same for a test by an administrator. Where our app is accepted again, so is the tenant. */
    async noteTest(
      tenantId: string,
      test: Use & { at: string; ok: boolean; message: string },
    ): Promise<{ wasMended: boolean }> {
      const { at, ok, message } = test;
      let wasMended = false;
      await changeKnown(tenantId, (record) => {
        wasMended = ok && record.reconnectGrant === 'app';
        const lastTest = { at, ok, message: message.slice(0, 500) };
        return {
          ...used(record, test, now()),
          lastTest,
          ...(wasMended ? notLost(record, now()) : {}),
        };
      });
      return { wasMended };
    },

    /** Microsoft no longer takes what is stored: somebody has to connect the tenant again. Told once. */
    async needsReconnect(tenantId: string, tenantName: string, reason: string, reconnectGrant: 'app' | 'delegated') {
      return change(
        tenantId,
        (record) =>
          record.reconnectSince !== null
            ? record
            : {
                ...record,
                reconnectSince: now().toISOString(),
                reconnectReason: reason.slice(0, 500),
                reconnectGrant,
                refreshDueAt: '',
                lastTokenSuccess: false,
              },
        { eventType: 'tenant_connection_lost', user: 'system', target: tenantName, tenantId, details: { reason } },
      );
    },

    /**
     * Seals every secret under a new data key, record by record, while the product goes on: both keys open until the end.
     * A secret that does not open stays as it is and is counted.
     */
    async rotateKey(): Promise<{ version: number; resealed: number; corrupted: number }> {
      const version = await dataKeys.rotate();
      const outcome = { version, resealed: 0, corrupted: 0 };
      let cursor: string | undefined;
      do {
        const page = await store
          .across<CredentialRecord>(containers.graphCredentials)
          .query({ limit: 100, ...(cursor ? { cursor } : {}) });
        for (const record of page.items) await reseal(record, outcome);
        cursor = page.nextCursor;
      } while (cursor);
      return outcome;
    },
  };

  async function reseal(record: CredentialRecord, outcome: { resealed: number; corrupted: number }): Promise<void> {
    for (const field of secretFields) {
      const before = record[field];
      if (!before) continue;
      try {
        const secret = await open(record, field);
        if (secret === null) continue;
        const after = await seal(record.tenantId, field, secret);
        // Saved anew meanwhile, it is under the new key already.
        await change(record.tenantId, (current) =>
          current[field]?.data === before.data ? { ...current, [field]: after } : current,
        );
        outcome.resealed += 1;
      } catch (error) {
        if (!(error instanceof EnvelopeError)) throw error;
        outcome.corrupted += 1;
      }
    }
  }
}

export type CredentialService = ReturnType<typeof createCredentialService>;
