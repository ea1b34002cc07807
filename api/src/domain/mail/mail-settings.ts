import type { Parsed } from '@tenantry/contract/endpoint';
import type { changeMailSettings } from '@tenantry/contract/mail-settings';
import type { Clock } from '../../ports/clock.ts';
import type { Trail } from '../../ports/trail.ts';
import type { DisablingVault } from '../../ports/vault.ts';
import type { MailSettingsRecord, SystemConfigStore } from '../../store/system-config.ts';
import { whatChanged } from '../audit-trail/what-changed.ts';
import { changeRevised } from '../settings/change-revised.ts';

const recordId = 'mail';

export async function readMailSettings({
  mailSettings,
}: Pick<SystemConfigStore, 'mailSettings'>): Promise<MailSettingsRecord | null> {
  return (await mailSettings.get(recordId))?.value ?? null;
}

type Dependencies = {
  systemConfig: SystemConfigStore;
  vault: DisablingVault;
  trail: Pick<Trail, 'recordOutbox'>;
  clock: Clock;
};
type Wanted = Parsed<typeof changeMailSettings.body>;

const told = ['way', 'fromAddress', 'fromName', 'host', 'port', 'security', 'signIn', 'user'] as const;
/** To whom the password is sent: it was given for these, and goes to no other. */
const ofPassword = ['host', 'port', 'user'] as const;

/** Whether the password that is kept was given for what is wanted now. */
export const keepsPassword = (stored: MailSettingsRecord | null, wanted: Wanted): stored is MailSettingsRecord =>
  stored !== null &&
  stored.passwordName !== '' &&
  wanted.signIn === 'password' &&
  wanted.way === 'smtp' &&
  ofPassword.every((field) => stored[field] === wanted[field]);

/**
 * Sets from which mailbox mail leaves. A new password is in the vault before the record names it; the one before is disabled after.
 * @param conflict what is thrown where somebody else changed the settings since they were read
 */
export async function writeMailSettings(
  dependencies: Dependencies,
  { revision, password, ...wanted }: Wanted,
  { by, conflict }: { by: string; conflict: () => Error },
): Promise<MailSettingsRecord | null> {
  const { systemConfig, vault } = dependencies;
  const before = await readMailSettings(systemConfig);
  if ((before?.revision ?? 0) !== revision) throw conflict();
  const added = password === undefined ? '' : `mail-password-${crypto.randomUUID()}`;
  if (password !== undefined) await vault.set(added, password);
  const asked = {
    id: recordId,
    revision,
    by,
    told: { eventType: 'settings_changed', target: 'mail' },
    conflict,
  } as const;
  const saved = await changeRevised(dependencies, systemConfig.mailSettings, asked, (stored, stamp) => {
    const kept = keepsPassword(stored, { revision, ...wanted }) ? stored.passwordName : '';
    const record: MailSettingsRecord = { ...stamp, key: 'mail', ...wanted, passwordName: added || kept };
    return { record, details: { ...whatChanged(stored, record, told), newPassword: added !== '' } };
  });
  const replaced = before?.passwordName ?? '';
  if (replaced !== '' && replaced !== saved?.passwordName) await vault.disable(replaced);
  return saved;
}
