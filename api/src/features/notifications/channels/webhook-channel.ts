import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { renderWebhook } from '../rendering/render-webhook.ts';
import { type ChannelKind, postMessage, textOf } from './channel-kind.ts';

/** Of the secret: the specification asks for 24 to 64 bytes. */
const secretBytes = 32;
/** How long messages are signed with the secret of before too. */
export const overlapMs = 24 * 3_600_000;

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
    ({ fetch, publicOrigin, clock }, { settings }, { url = '', signing = '', oldSigning }) =>
    (message) => {
      const now = clock.now();
      const body = JSON.stringify(renderWebhook(message, publicOrigin));
      const hasOld = oldSigning !== undefined && oldSecretUntil(settings, now) !== null;
      const headers = signedHeaders(`msg_${message.id}`, now, body, hasOld ? [signing, oldSigning] : [signing]);
      return postMessage(fetch, { url, host: textOf(settings, 'host') }, body, headers);
    },
};
