import { type Collection, RecordExistsError, type RecordStore, update } from '../../ports/collection.ts';
import type { AppRegistration } from '../../ports/identity-provider.ts';
import type { Trail } from '../../ports/trail.ts';
import type { Vault } from '../../ports/vault.ts';
import { containers, globalPartition } from '../../store/containers.ts';
import type { Trailed } from '../../store/outbox.ts';
import { nothingPending, settleTrail, withTrail } from '../audit-trail/outbox.ts';
import { firstSecretWarning } from '../secrets/secret-expiry.ts';

/** How this installation is registered in Entra ID. The client secret is in the vault, under `secretName`. */
export type GraphAppRecord = Trailed & {
  key: 'graph-app';
  clientId: string;
  /** Directory of the registration. */
  tenantId: string;
  redirectUri: string;
  partnerCenterScopes: string;
  /** '' where there is none yet. */
  secretName: string;
  /** When the secret ends, as an administrator said; null: not told. */
  secretExpiresAt: string | null;
  /** When that is warned of next; '' for never. Absent in records of before. */
  secretWarnAt?: string;
  updatedBy: string;
  updatedAt: string;
};

const recordId = 'graph-app';

export function graphApps(store: RecordStore): Collection<GraphAppRecord> {
  return store.partition(containers.systemConfig, globalPartition);
}

export async function readGraphApp(store: RecordStore): Promise<GraphAppRecord | null> {
  return (await graphApps(store).get(recordId))?.value ?? null;
}

/** Our registration with its secret, or null until both are there. */
export async function appRegistration(store: RecordStore, vault: Vault): Promise<AppRegistration | null> {
  const app = await readGraphApp(store);
  if (!app || app.clientId === '' || app.secretName === '') return null;
  const clientSecret = await vault.get(app.secretName);
  return clientSecret === null ? null : { clientId: app.clientId, clientSecret };
}

export type GraphAppChange = Pick<GraphAppRecord, 'clientId' | 'tenantId' | 'redirectUri' | 'partnerCenterScopes'> & {
  /** Absent: the present one stays. */
  clientSecret?: string;
  secretExpiresAt?: string | null;
};

/** Saves the registration. The secret goes to the vault first, under a name of its own: nothing is ever half changed. */
export async function writeGraphApp(
  { store, vault, trail, now }: { store: RecordStore; vault: Vault; trail: Pick<Trail, 'recordPending'>; now: Date },
  { clientSecret, secretExpiresAt, ...wanted }: GraphAppChange,
  by: string,
): Promise<GraphAppRecord> {
  const apps = graphApps(store);
  const secretName = clientSecret === undefined ? null : `graph-app-secret-${crypto.randomUUID()}`;
  if (secretName !== null && clientSecret !== undefined) await vault.set(secretName, clientSecret);
  const empty = { clientId: '', tenantId: '', redirectUri: '', partnerCenterScopes: '', secretName: '' };
  const rest = { secretExpiresAt: null, updatedBy: '', updatedAt: '', ...nothingPending };
  try {
    await apps.create({ id: recordId, key: 'graph-app', ...empty, ...rest });
  } catch (error) {
    if (!(error instanceof RecordExistsError)) throw error;
  }
  const record = await update(apps, recordId, (current) => {
    const changed: GraphAppRecord = {
      ...current,
      ...wanted,
      ...(secretName === null ? {} : { secretName, secretExpiresAt: null }),
      ...(secretExpiresAt === undefined ? {} : { secretExpiresAt }),
      updatedBy: by,
      updatedAt: now.toISOString(),
    };
    if (changed.secretExpiresAt !== current.secretExpiresAt) {
      changed.secretWarnAt = firstSecretWarning(changed.secretExpiresAt, now);
    }
    const details = { clientId: wanted.clientId, redirectUri: wanted.redirectUri, newSecret: secretName !== null };
    const entry = { eventType: 'settings_changed', user: by, target: 'graph-app', tenantId: null, details } as const;
    return withTrail(changed, entry, now);
  });
  if (!record) throw new Error('The record of the app registration was not kept');
  await settleTrail(apps, record, trail);
  return record;
}
