import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { renderWebhook } from '../rendering/render-webhook.ts';
import { type ChannelKind, postMessage, textOf } from './channel-kind.ts';

/** Of the secret: the specification asks for 24 to 64 bytes. */
const secretBytes = 32;
/** How long messages are signed with a secret of before too. */
export const overlapMs = 24 * 3_600_000;

/** So many secrets of before sign beside the new one: more nobody renews within a day. */
export const oldSecretsAtMost = 10;

/** A secret of before is kept under a name that says until when it signs; earlier versions kept one, whose end stands in the settings. */
const oldSecretPrefix = 'oldSigning ';
const nameOfFirst = 'oldSigning';

type Secrets = Readonly<Record<string, string>>;

/** The secrets of before that sign at an instant, the newest first, each by the name under which it is kept from now on. */
export function oldSecretsAt(settings: Parameters<typeof textOf>[0], secrets: Secrets, now: Date): [string, string][] {
  return Object.entries(secrets)
    .flatMap(([name, secret]): { until: string; secret: string }[] => {
      if (name === nameOfFirst) return [{ until: textOf(settings, 'oldSecretUntil'), secret }];
      return name.startsWith(oldSecretPrefix) ? [{ until: name.slice(oldSecretPrefix.length), secret }] : [];
    })
    .filter(({ until }) => until > now.toISOString())
    .sort((a, b) => b.until.localeCompare(a.until))
    .map(({ until, secret }) => [oldSecretPrefix + until, secret]);
}

export const oldSecretName = (until: string): string => oldSecretPrefix + until;
export const isOldSecret = (name: string): boolean => name === nameOfFirst || name.startsWith(oldSecretPrefix);

export const newWebhookSecret = (): string => `whsec_${randomBytes(secretBytes).toString('base64')}`;

const oldSecretUntil = (settings: Parameters<typeof textOf>[0], now: Date): string | null => {
  const until = textOf(settings, 'oldSecretUntil');
  return until > now.toISOString() ? until : null;
};

/**
 * The headers of Standard Webhooks 1.0 (standardwebhooks.com): an id that stays the same for each try, the instant of this try, which
 * the receiver's tolerance is held against, and a signature for each secret that counts.
 */
function signedHeaders(id: string, at: Date, body: string, secrets: readonly string[]): Record<string, string> {
  // Of a timestamp whole seconds are signed.
  const seconds = Math.floor(at.getTime() / 1000);
  const signatures = secrets.map((secret) => new Webhook(secret).sign(id, new Date(seconds * 1000), body));
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatures.join(' '),
  };
}

/** A webhook signed as Standard Webhooks. Its address may hold a token, and is kept as a secret. */
export const webhookChannel: ChannelKind<'webhook'> = {
  kind: 'webhook',
  isPerEvent: false,
  keep: ({ url }) => ({ settings: { host: new URL(url).host }, secrets: { url } }),
  newSecret: () => ({ name: 'signing', value: newWebhookSecret() }),
  view: (settings, now) => ({
    kind: 'webhook',
    host: textOf(settings, 'host'),
    oldSecretUntil: oldSecretUntil(settings, now),
  }),
  notifier:
    ({ fetch, publicOrigin, clock }, { settings }, secrets) =>
    (message) => {
      const now = clock.now();
      const { url = '', signing = '' } = secrets;
      const body = JSON.stringify(renderWebhook(message, publicOrigin));
      const old = oldSecretsAt(settings, secrets, now).map(([, secret]) => secret);
      const headers = signedHeaders(`msg_${message.id}`, now, body, [signing, ...old]);
      return postMessage(fetch, { url, host: textOf(settings, 'host') }, body, headers);
    },
};
