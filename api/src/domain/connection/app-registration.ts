import { createOnce, update } from '../../ports/collection.ts';
import type { AppRegistration } from '../../ports/identity-provider.ts';
import type { Trail } from '../../ports/trail.ts';
import type { DisablingVault, Vault } from '../../ports/vault.ts';
import type { GraphAppRecord, SystemConfigStore } from '../../store/system-config.ts';
import { emptyOutbox, settleOutbox, withEntry } from '../audit-trail/outbox.ts';
import { whatChanged } from '../audit-trail/what-changed.ts';
import { firstSecretWarning } from '../secrets/secret-expiry.ts';

const recordId = 'graph-app';

type GraphApps = SystemConfigStore['graphApp'];

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

type Dependencies = { systemConfig: SystemConfigStore; vault: Vault; trail: Pick<Trail, 'recordOutbox'>; now: Date };

const nothing = { clientId: '', tenantId: '', partnerCenterScopes: '', secretName: '' };

/** @throws Error where the record was not kept */
async function change(apps: GraphApps, how: (current: GraphAppRecord) => GraphAppRecord): Promise<GraphAppRecord> {
  const record = await update(apps, recordId, how);
  if (!record) throw new Error('The record of the app registration was not kept');
  return record;
}

/** Notes the name first, so that a secret which never comes into use is disabled like one that was replaced. */
async function addSecret({ systemConfig, vault, now }: Dependencies, value: string): Promise<string> {
  const name = `graph-app-secret-${crypto.randomUUID()}`;
  await change(systemConfig.graphApp, (current) => ({
    ...current,
    replacedSecrets: [...current.replacedSecrets, { name, since: now.toISOString() }],
  }));
  await vault.set(name, value);
  return name;
}

/** The record with another secret in use; null: the present one stays. */
function withSecret(record: GraphAppRecord, secretName: string | null, now: Date): GraphAppRecord {
  if (secretName === null) return record;
  const before = record.secretName === '' ? [] : [{ name: record.secretName, since: now.toISOString() }];
  const replacedSecrets = [...record.replacedSecrets.filter(({ name }) => name !== secretName), ...before];
  return { ...record, secretName, secretExpiresAt: null, replacedSecrets };
}

/** Saves the registration. The secret goes to the vault first, under a name of its own: nothing is ever half changed. */
export async function writeGraphApp(
  dependencies: Dependencies,
  { clientSecret, secretExpiresAt, ...wanted }: GraphAppChange,
  by: string,
): Promise<GraphAppRecord> {
  const { systemConfig, trail, now } = dependencies;
  const apps = systemConfig.graphApp;
  const rest = { replacedSecrets: [], secretExpiresAt: null, updatedBy: '', updatedAt: '', ...emptyOutbox };
  await createOnce(apps, { id: recordId, key: 'graph-app', ...nothing, ...rest });
  const secretName = clientSecret === undefined ? null : await addSecret(dependencies, clientSecret);
  const record = await change(apps, (current) => {
    const changed: GraphAppRecord = {
      ...withSecret(current, secretName, now),
      ...wanted,
      ...(secretExpiresAt === undefined ? {} : { secretExpiresAt }),
      updatedBy: by,
      updatedAt: now.toISOString(),
    };
    if (changed.secretExpiresAt !== current.secretExpiresAt) {
      changed.secretWarnAt = firstSecretWarning(changed.secretExpiresAt, now);
    }
    const trailed = ['clientId', 'tenantId', 'partnerCenterScopes', 'secretExpiresAt'] as const;
    const details = { ...whatChanged(current, changed, trailed), newSecret: secretName !== null };
    const entry = { eventType: 'settings_changed', user: by, target: 'graph-app', tenantId: null, details } as const;
    return withEntry(changed, entry, now);
  });
  await settleOutbox(apps, record, trail);
  return record;
}

/** So long a replaced secret can be taken back, where the new one turns out to be wrong or a deployment is rolled back. */
export const replacedSecretKeptMs = 7 * 86_400_000;

/**
 * Disables in the vault what was replaced long enough ago; the secret in use never. Called each minute by several processes:
 * each is told in the trail once. @returns how many there were
 */
export async function disableReplacedSecrets(
  dependencies: Dependencies & { vault: Pick<DisablingVault, 'disable'> },
): Promise<number> {
  const { systemConfig, vault, trail, now } = dependencies;
  const dueSince = new Date(now.getTime() - replacedSecretKeptMs).toISOString();
  const app = await readGraphApp(systemConfig);
  const due = (app?.replacedSecrets ?? []).filter(({ name, since }) => since <= dueSince && name !== app?.secretName);
  for (const { name, since } of due) {
    await vault.disable(name);
    const record = await change(systemConfig.graphApp, (current) => {
      if (!current.replacedSecrets.some((one) => one.name === name)) return current;
      const replacedSecrets = current.replacedSecrets.filter((one) => one.name !== name);
      const details = { secretName: name, replacedAt: since };
      const event = {
        eventType: 'client_secret_disabled',
        user: 'system',
        target: 'graph-app',
        tenantId: null,
      } as const;
      return withEntry({ ...current, replacedSecrets }, { ...event, details }, now);
    });
    await settleOutbox(systemConfig.graphApp, record, trail);
  }
  return due.length;
}
