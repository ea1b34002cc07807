import type { ChannelInput, ChannelView, NoticeChannelKind } from '@tenantry/contract/notice-channel-kinds';
import type { Notifier } from '../../../ports/notifier.ts';
import type { NoticeChannelRecord } from '../../../store/notice-channels.ts';
import type { ChannelKind, KeptSettings, SendingParts } from './channel-kind.ts';
import { mailChannel } from './mail-channel.ts';
import { teamsChannel } from './teams-channel.ts';
import { ticketChannel } from './ticket-channel.ts';
import { webhookChannel } from './webhook-channel.ts';

/** Every kind of channel. A new one is a module, a line here, and its schemas in the contract. */
const channelKinds: { readonly [K in NoticeChannelKind]: ChannelKind<K> } = {
  mail: mailChannel,
  teams: teamsChannel,
  webhook: webhookChannel,
  ticket: ticketChannel,
};

/** The module of a kind. Which settings it takes is the kind's own: a record never leaves its kind. */
const kindOf = (kind: NoticeChannelKind): ChannelKind => channelKinds[kind] as unknown as ChannelKind;

export const keptOf = (input: ChannelInput): KeptSettings => kindOf(input.kind).keep(input);
export const newSecretOf = (kind: NoticeChannelKind) => kindOf(kind).newSecret?.() ?? null;
export const viewOfChannel = (
  { kind, settings }: Pick<NoticeChannelRecord, 'kind' | 'settings'>,
  now: Date,
): ChannelView => kindOf(kind).view(settings, now);
export const notifierOf = (
  parts: SendingParts,
  channel: NoticeChannelRecord,
  secrets: KeptSettings['secrets'],
): Notifier => kindOf(channel.kind).notifier(parts, channel, secrets);
export const isPerEvent = (kind: NoticeChannelKind): boolean => kindOf(kind).isPerEvent;
