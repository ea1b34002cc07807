import type { Clock } from '../../ports/clock.ts';
import { createOnce, update } from '../../ports/collection.ts';
import type { DeliveryOutcome, Mail, MailSenders, MailTransport } from '../../ports/mail.ts';
import type { Log } from '../../ports/telemetry.ts';
import type { Vault } from '../../ports/vault.ts';
import type { MailDeliveryRecord, MailSettingsRecord, SystemConfigStore } from '../../store/system-config.ts';
import { appRegistration, readGraphApp } from '../connection/app-registration.ts';
import { readMailSettings } from './mail-settings.ts';

type Dependencies = {
  systemConfig: SystemConfigStore;
  vault: Vault;
  senders: MailSenders;
  /** Bytes of attachments that Microsoft Graph takes with one mail. */
  graphAttachmentBytes: number;
  clock: Clock;
  log: Log;
};

/** Attachments of one mail by SMTP: base64 makes 14 MB of them, which Exchange Online and most others take. */
const smtpAttachmentBytes = 10_000_000;
const deliveryId = 'mail-delivery';
/** That mail goes out well is written at most this often. */
const noteEveryMs = 60_000;

const words = {
  off: 'No mailbox is set up. An administrator of all tenants sets it in Settings.',
  noApp:
    'Mail is sent by the app registration of this installation, which has no client id, directory or credential yet.',
  noPassword: 'The password of the mail server is gone from the vault. Enter it again in Settings.',
};

/** The last mail that was handed over; null before the first. */
export async function lastDelivery({
  mailDelivery,
}: Pick<SystemConfigStore, 'mailDelivery'>): Promise<MailDeliveryRecord | null> {
  return (await mailDelivery.get(deliveryId))?.value ?? null;
}

const isByApp = ({ way, signIn }: MailSettingsRecord): boolean => way === 'graph' || signIn === 'oauth';

/** Why nothing can be sent as things are set up; null where something can be tried. */
async function unavailable({ systemConfig, vault }: Dependencies): Promise<string | null> {
  const settings = await readMailSettings(systemConfig);
  if (!settings || settings.way === 'off') return words.off;
  if (isByApp(settings)) {
    const [app, record] = await Promise.all([appRegistration(systemConfig, vault), readGraphApp(systemConfig)]);
    return app === null || !record?.tenantId ? words.noApp : null;
  }
  if (settings.signIn !== 'password') return null;
  const stored = settings.passwordName === '' ? null : await vault.get(settings.passwordName);
  return stored === null ? words.noPassword : null;
}

/** A token of our registration in its own directory. @throws Error in words where there is none */
async function tokenOf({ systemConfig, vault, senders }: Dependencies, resource: 'smtp' | 'graph'): Promise<string> {
  const [app, record] = await Promise.all([appRegistration(systemConfig, vault), readGraphApp(systemConfig)]);
  if (app === null || !record?.tenantId) throw new Error(words.noApp);
  return senders.token(record.tenantId, app, resource);
}

async function authOf(dependencies: Dependencies, { signIn, user, fromAddress, passwordName }: MailSettingsRecord) {
  if (signIn === 'none') return { kind: 'none' as const };
  if (signIn === 'oauth') {
    return { kind: 'oauth' as const, user: user || fromAddress, token: () => tokenOf(dependencies, 'smtp') };
  }
  const password = (passwordName === '' ? null : await dependencies.vault.get(passwordName)) ?? '';
  return { kind: 'password' as const, user, password };
}

async function handOver(dependencies: Dependencies, mail: Mail): Promise<DeliveryOutcome> {
  const because = await unavailable(dependencies);
  const settings = await readMailSettings(dependencies.systemConfig);
  // It may be set up by the time of the next try.
  if (because !== null || !settings) return { kind: 'failed', reason: because ?? words.off, isPermanent: false };
  const { senders } = dependencies;
  const from = { address: settings.fromAddress, name: settings.fromName };
  if (settings.way === 'graph') return senders.graph(() => tokenOf(dependencies, 'graph'), from, mail);
  const { host, port, security } = settings;
  return senders.smtp({ host, port, security, auth: await authOf(dependencies, settings) }, from, mail);
}

/** What System Health tells of: a failure at once, and that mail goes out well now and then. */
async function note({ systemConfig, clock, log }: Dependencies, outcome: DeliveryOutcome): Promise<void> {
  const { mailDelivery } = systemConfig;
  const now = clock.now();
  const isDelivered = outcome.kind === 'delivered';
  const answer = isDelivered ? (outcome.reference ?? '') : outcome.reason;
  const record: MailDeliveryRecord = { id: deliveryId, key: deliveryId, at: now.toISOString(), isDelivered, answer };
  const before = await lastDelivery(systemConfig);
  const isRecent = before !== null && now.getTime() - Date.parse(before.at) < noteEveryMs;
  if (before?.isDelivered === true && isDelivered && isRecent) return;
  if (!isDelivered) log('A mail was not delivered');
  if (before === null && (await createOnce(mailDelivery, record))) return;
  await update(mailDelivery, deliveryId, (current) => (current.at > record.at ? current : record));
}

/**
 * The one mailbox of this installation, as an administrator set it up. It is read anew for each mail, so that every host sends by what
 * holds now.
 */
export function createConfiguredMail(dependencies: Dependencies): MailTransport & Required<MailTransport> {
  return {
    unavailable: () => unavailable(dependencies),
    async send(mail) {
      const outcome = await handOver(dependencies, mail);
      await note(dependencies, outcome);
      return outcome;
    },
    async attachmentBytesAtMost() {
      const settings = await readMailSettings(dependencies.systemConfig);
      return settings?.way === 'graph' ? dependencies.graphAttachmentBytes : smtpAttachmentBytes;
    },
  };
}
