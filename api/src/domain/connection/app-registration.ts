import { createOnce, update } from '../../ports/collection.ts';
import type { AppRegistration } from '../../ports/identity-provider.ts';
import type { Trail } from '../../ports/trail.ts';
import type { DisablingVault, Vault } from '../../ports/vault.ts';
import type { GraphAppRecord, SystemConfigStore } from '../../store/system-config.ts';
import { emptyOutbox, settleOutbox, withEntry } from '../audit-trail/outbox.ts';
import { whatChanged } from '../audit-trail/what-changed.ts';
import { firstSecretWarning } from '../secrets/secret-expiry.ts';
import { certificateToStore, type ReadCertificate, storedCertificate } from './client-certificate.ts';

const recordId = 'graph-app';

type GraphApps = SystemConfigStore['graphApp'];

/**
 * The state with which Microsoft sends the browser back from the consent to our own directory. It is nobody's secret: that way
 * leads to a page and changes nothing, whoever sends a browser there.
 */
export const registrationConsentState = 'graph-settings';

export async function readGraphApp(systemConfig: SystemConfigStore): Promise<GraphAppRecord | null> {
  return (await systemConfig.graphApp.get(recordId))?.value ?? null;
}

/** By what the registration proves who it is. */
export function credentialKind(app: GraphAppRecord | null): 'none' | 'secret' | 'certificate' {
  if (!app || app.secretName === '') return 'none';
  return app.certificateSha256 === '' ? 'secret' : 'certificate';
}

/** Our registration with its secret or certificate, or null until all of it is there. */
export async function appRegistration(systemConfig: SystemConfigStore, vault: Vault): Promise<AppRegistration | null> {
  const app = await readGraphApp(systemConfig);
  if (!app || app.clientId === '' || app.secretName === '') return null;
  const stored = await vault.get(app.secretName);
  if (stored === null) return null;
  const { clientId, certificateSha256 } = app;
  if (certificateSha256 === '') return { clientId, clientSecret: stored };
  const certificate = storedCertificate(stored, certificateSha256);
  return certificate && { clientId, certificate };
}

type GraphAppChange = Pick<GraphAppRecord, 'clientId' | 'tenantId' | 'partnerCenterScopes'> & {
  /** What it proves from now on who it is with; absent: what it had. */
  credential?: { clientSecret: string } | { certificate: ReadCertificate };
  /** Of a secret; a certificate says itself when it ends. */
  secretExpiresAt?: string | null;
};

type Dependencies = { systemConfig: SystemConfigStore; vault: Vault; trail: Pick<Trail, 'recordOutbox'>; now: Date };

const nothing = {
  ...{ clientId: '', tenantId: '', partnerCenterScopes: '' },
  ...{ secretName: '', certificateSha256: '', certificateSha1: '' },
};

/** What the trail tells of a change. */
const trailed = ['clientId', 'tenantId', 'partnerCenterScopes', 'certificateSha256', 'secretExpiresAt'] as const;

/** @throws Error where the record was not kept */
async function change(apps: GraphApps, how: (current: GraphAppRecord) => GraphAppRecord): Promise<GraphAppRecord> {
  const record = await update(apps, recordId, how);
  if (!record) throw new Error('The record of the app registration was not kept');
  return record;
}

type NewCredential = NonNullable<GraphAppChange['credential']>;
type InUse = Pick<GraphAppRecord, 'secretName' | 'certificateSha256' | 'certificateSha1' | 'secretExpiresAt'>;

/** Notes the name first, so that a credential which never comes into use is disabled like one that was replaced. */
async function addCredential({ systemConfig, vault, now }: Dependencies, added: NewCredential): Promise<InUse> {
  const isSecret = 'clientSecret' in added;
  const name = `graph-app-${isSecret ? 'secret' : 'certificate'}-${crypto.randomUUID()}`;
  await change(systemConfig.graphApp, (current) => ({
    ...current,
    replacedSecrets: [...current.replacedSecrets, { name, since: now.toISOString() }],
  }));
  await vault.set(name, isSecret ? added.clientSecret : certificateToStore(added.certificate));
  if (isSecret) return { secretName: name, certificateSha256: '', certificateSha1: '', secretExpiresAt: null };
  const { thumbprintSha256, thumbprintSha1, expiresAt } = added.certificate;
  return {
    secretName: name,
    certificateSha256: thumbprintSha256,
    certificateSha1: thumbprintSha1,
    secretExpiresAt: expiresAt,
  };
}

/** The record with another credential in use; null: the present one stays. */
function withCredential(record: GraphAppRecord, inUse: InUse | null, now: Date): GraphAppRecord {
  if (inUse === null) return record;
  const before = record.secretName === '' ? [] : [{ name: record.secretName, since: now.toISOString() }];
  const replacedSecrets = [...record.replacedSecrets.filter(({ name }) => name !== inUse.secretName), ...before];
  return { ...record, ...inUse, replacedSecrets };
}

/** Saves the registration. The credential goes to the vault first, under a name of its own: nothing is ever half changed. */
export async function writeGraphApp(
  dependencies: Dependencies,
  { credential, secretExpiresAt, clientId, tenantId, partnerCenterScopes }: GraphAppChange,
  by: string,
): Promise<GraphAppRecord> {
  const { systemConfig, trail, now } = dependencies;
  const apps = systemConfig.graphApp;
  const rest = { replacedSecrets: [], secretExpiresAt: null, updatedBy: '', updatedAt: '', ...emptyOutbox };
  await createOnce(apps, { id: recordId, key: 'graph-app', ...nothing, ...rest });
  const inUse = credential === undefined ? null : await addCredential(dependencies, credential);
  const record = await change(apps, (current) => {
    const changed: GraphAppRecord = {
      ...withCredential(current, inUse, now),
      // By name: whatever else a caller hands in is not to be kept.
      ...{ clientId, tenantId, partnerCenterScopes },
      updatedBy: by,
      updatedAt: now.toISOString(),
    };
    if (secretExpiresAt !== undefined && changed.certificateSha256 === '') changed.secretExpiresAt = secretExpiresAt;
    if (changed.secretExpiresAt !== current.secretExpiresAt) {
      changed.secretWarnAt = firstSecretWarning(changed.secretExpiresAt, now);
    }
    const details = {
      ...whatChanged(current, changed, trailed),
      newSecret: inUse !== null && inUse.certificateSha256 === '',
      newCertificate: inUse !== null && inUse.certificateSha256 !== '',
    };
    const entry = { eventType: 'settings_changed', user: by, target: 'graph-app', tenantId: null, details } as const;
    return withEntry(changed, entry, now);
  });
  await settleOutbox(apps, record, trail);
  return record;
}

/** So long a replaced secret or certificate can be taken back, where the new one turns out to be wrong or a deployment is rolled back. */
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
