import type { ChannelInput, ChannelView, NoticeChannelKind } from '@tenantry/contract/notice-channel-kinds';
import type { Clock } from '../../../ports/clock.ts';
import type { GuardedFetch } from '../../../ports/guarded-fetch.ts';
import type { DeliveryOutcome, MailTransport } from '../../../ports/mail.ts';
import type { Notifier } from '../../../ports/notifier.ts';
import type { ChannelSettings, NoticeChannelRecord } from '../../../store/notice-channels.ts';

/** What channels send by. */
export type SendingParts = {
  mail: MailTransport;
  /** To webhooks. */
  fetch: GuardedFetch;
  /** What opens tickets in a system that is connected. */
  ticketNotifier(systemId: string): Notifier;
  clock: Clock;
  /** The address under which browsers see the product. */
  publicOrigin: string;
};

/** What is kept of a channel: openly, and secrets by their names, which are encrypted before they are kept. */
export type KeptSettings = { settings: ChannelSettings; secrets: Readonly<Record<string, string>> };

/** One kind of channel: what is kept of what somebody enters, what is shown of that, and how a message goes out. */
export type ChannelKind<K extends NoticeChannelKind = NoticeChannelKind> = {
  kind: K;
  /** Whether each event goes by itself, however many there are: never as a digest, and a storm stays many. */
  isPerEvent: boolean;
  keep(input: Extract<ChannelInput, { kind: K }>): KeptSettings;
  /** A secret that it makes itself when it is set up, shown once; null for kinds that have none. */
  newSecret: (() => { name: string; value: string }) | null;
  view(settings: ChannelSettings, now: Date): Extract<ChannelView, { kind: K }>;
  notifier(
    parts: SendingParts,
    channel: Pick<NoticeChannelRecord, 'id' | 'settings'>,
    secrets: KeptSettings['secrets'],
  ): Notifier;
};

export const textOf = (settings: ChannelSettings, name: string): string => {
  const value = settings[name];
  return typeof value === 'string' ? value : '';
};

/** Where rules are changed and ended: a page that asks for sign-in. */
export const rulesUrl = (publicOrigin: string): string => `${publicOrigin}/notifications?tab=rules`;

/** Posts a message as JSON, and says what became of it. What passes is tried again. */
export async function postMessage(
  fetch: GuardedFetch,
  { url, host }: { url: string; host: string },
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<DeliveryOutcome> {
  const type = { 'content-type': 'application/json' };
  const answer = await fetch({ method: 'POST', url, headers: { ...type, ...headers }, body });
  if (answer.kind === 'refused') return { kind: 'failed', reason: answer.reason, isPermanent: true };
  if (answer.kind === 'failed')
    return { kind: 'failed', reason: answer.reason, isPermanent: false, isUnanswered: true };
  const { status, retryAfterSeconds } = answer;
  if (status >= 200 && status < 300) return { kind: 'delivered' };
  const passes = status === 408 || status === 425 || status === 429 || status >= 500;
  return {
    kind: 'failed',
    reason: `${host} answered ${status}`,
    isPermanent: !passes,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  };
}
