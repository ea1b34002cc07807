import type { Parsed } from '@tenantry/contract/endpoint';
import { changeMailSettings, getMailSettings, type MailSettings, testMail } from '@tenantry/contract/mail-settings';
import { asHtml } from '../../domain/mail/as-html.ts';
import { lastDelivery } from '../../domain/mail/configured-mail.ts';
import { keepsPassword, readMailSettings, writeMailSettings } from '../../domain/mail/mail-settings.ts';
import { messageIdOf } from '../../domain/mail/message-id.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { AppError } from '../../http/app-error.ts';
import type { Caller } from '../../http/caller.ts';
import { callerRoute, type Route } from '../../http/route.ts';
import type { MailTransport } from '../../ports/mail.ts';
import type { DisablingVault } from '../../ports/vault.ts';
import type { MailSettingsRecord, SystemConfigStore } from '../../store/system-config.ts';

type Dependencies = Pick<CommonParts, 'trail' | 'clock'> & {
  systemConfig: SystemConfigStore;
  vault: DisablingVault;
  mail: MailTransport;
  publicOrigin: string;
};
type Wanted = Parsed<typeof changeMailSettings.body>;
type ShownSettings = Omit<MailSettingsRecord, 'id' | 'key' | 'outbox' | 'hasOutbox'>;

/** What stands in the form before anybody has set anything. */
const asUnset: ShownSettings = {
  ...({ way: 'off', security: 'starttls', signIn: 'password' } as const),
  ...{ fromAddress: '', fromName: '', host: '', port: 587, user: '', passwordName: '' },
  ...{ revision: 0, updatedAt: '', updatedBy: '' },
};

async function settingsView({ systemConfig, mail }: Dependencies): Promise<MailSettings> {
  const [stored, unavailable, last] = await Promise.all([
    readMailSettings(systemConfig),
    mail.unavailable(),
    lastDelivery(systemConfig),
  ]);
  const settings: ShownSettings = stored ?? asUnset;
  const { way, fromAddress, fromName, host, port, security, signIn, user, revision } = settings;
  return {
    ...{ way, fromAddress, fromName, host, port, security, signIn, user, revision, unavailable },
    hasPassword: settings.passwordName !== '',
    lastDelivery: last && { at: last.at, isDelivered: last.isDelivered, answer: last.answer },
    updatedAt: settings.updatedAt || null,
    updatedBy: settings.updatedBy || null,
  };
}

const missing = (path: string, message: string) =>
  new AppError('INVALID_INPUT', `${message}.`, { fields: [{ path, message }] });

/** @throws AppError INVALID_INPUT for what is left empty and is needed for what was chosen */
async function mustBeWhole({ systemConfig }: Dependencies, wanted: Wanted): Promise<void> {
  if (wanted.way === 'off') return;
  if (wanted.fromAddress === '') throw missing('fromAddress', 'Enter the address that mail comes from');
  if (wanted.way === 'graph') return;
  if (wanted.host === '') throw missing('host', 'Enter the name of the mail server');
  if (wanted.signIn !== 'password') return;
  if (wanted.user === '') throw missing('user', 'Enter the user to sign in as');
  if (wanted.password === undefined && !keepsPassword(await readMailSettings(systemConfig), wanted)) {
    throw missing('password', 'Enter the password: the one that is kept was given for another server or user');
  }
}

const conflict = () =>
  new AppError(
    'CONFLICT',
    'Somebody else changed the mail settings meanwhile. Reload them and make your change again.',
  );

const noAddress = () =>
  new AppError('CONFLICT', 'Your account has no mail address. Give it one under Profile or Users, and test again.');

/** A mail to whoever asks, and to nobody else. */
async function sendTest({ mail, trail, publicOrigin }: Dependencies, { user, name }: Caller) {
  const { email, username } = user;
  if (!email) throw noAddress();
  const text = `${name} tested the mailbox of Tenantry at ${publicOrigin}. If you read this, mail goes out.`;
  const outcome = await mail.send({
    messageId: messageIdOf('test', [crypto.randomUUID()], publicOrigin),
    to: [email],
    subject: 'Tenantry: a test of the mailbox',
    text,
    html: `<p>${asHtml(text)}</p>`,
  });
  const isDelivered = outcome.kind === 'delivered';
  const answer = isDelivered ? (outcome.reference ?? 'The mail was accepted.') : outcome.reason;
  const details = { to: email, isDelivered, answer };
  await trail.record({ eventType: 'mail_tested', user: username, target: 'mail', tenantId: null, details });
  return { to: email, isDelivered, answer };
}

/** The mailbox of the installation. */
export function mailRoutes(dependencies: Dependencies): Route[] {
  return [
    callerRoute(getMailSettings, () => settingsView(dependencies)),
    callerRoute(changeMailSettings, async ({ body, caller }) => {
      await mustBeWhole(dependencies, body);
      await writeMailSettings(dependencies, body, { by: caller.user.username, conflict });
      return settingsView(dependencies);
    }),
    callerRoute(testMail, ({ caller }) => sendTest(dependencies, caller)),
  ];
}
