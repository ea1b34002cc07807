import { createOnce, update } from '../../ports/collection.ts';
import type { AppRegistration } from '../../ports/identity-provider.ts';
import type { Trail } from '../../ports/trail.ts';
import type { Vault } from '../../ports/vault.ts';
import type { GraphAppRecord, SystemConfigStore } from '../../store/system-config.ts';
import { emptyOutbox, settleOutbox, withEntry } from '../audit-trail/outbox.ts';
import { firstSecretWarning } from '../secrets/secret-expiry.ts';

const recordId = 'graph-app';

export async function readGraphApp(systemConfig: SystemConfigStore): Promise<GraphAppRecord | null> {
  return (await systemConfig.graphApp.get(recordId))?.value ?? null;
}

/** Our registration with its secret, or null until both are there. */
export async function appRegistration(systemConfig: SystemConfigStore, vault: Vault): Promise<AppRegistration | null> {
  const app = await readGraphApp(systemConfig);
  if (!app || app.clientId === '' || app.secretName === '') return null;
  const clientSecret = await vault.get(app.secretName);
  return clientSecret === null ? null : { clientId: app.clientId, clientSecret };
}

type GraphAppChange = Pick<GraphAppRecord, 'clientId' | 'tenantId' | 'partnerCenterScopes'> & {
  /** Absent: the present one stays. */
  clientSecret?: string;
  secretExpiresAt?: string | null;
};

/** Saves the registration. The secret goes to the vault first, under a name of its own: nothing is ever half changed. */
export async function writeGraphApp(
  {
    systemConfig,
    vault,
    trail,
    now,
  }: { systemConfig: SystemConfigStore; vault: Vault; trail: Pick<Trail, 'recordOutbox'>; now: Date },
  { clientSecret, secretExpiresAt, ...wanted }: GraphAppChange,
  by: string,
): Promise<GraphAppRecord> {
  const apps = systemConfig.graphApp;
  const secretName = clientSecret === undefined ? null : `graph-app-secret-${crypto.randomUUID()}`;
  if (secretName !== null && clientSecret !== undefined) await vault.set(secretName, clientSecret);
  const empty = { clientId: '', tenantId: '', partnerCenterScopes: '', secretName: '' };
  const rest = { secretExpiresAt: null, updatedBy: '', updatedAt: '', ...emptyOutbox };
  await createOnce(apps, { id: recordId, key: 'graph-app', ...empty, ...rest });
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
    const { clientId, partnerCenterScopes } = wanted;
    const details = { clientId, partnerCenterScopes, newSecret: secretName !== null };
    const entry = { eventType: 'settings_changed', user: by, target: 'graph-app', tenantId: null, details } as const;
    return withEntry(changed, entry, now);
  });
  if (!record) throw new Error('The record of the app registration was not kept');
  await settleOutbox(apps, record, trail);
  return record;
}
