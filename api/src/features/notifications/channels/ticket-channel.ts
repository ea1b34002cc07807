import { type ChannelKind, textOf } from './channel-kind.ts';

/**
 * A ticket system that is connected: an event about the work of a tenant opens its ticket there, or is noted on the one that is open
 * (`domain/tickets/ticket-notifier.ts`). Each goes by itself: a digest would be of many tenants.
 */
export const ticketChannel: ChannelKind<'ticket'> = {
  kind: 'ticket',
  isPerEvent: true,
  keep: ({ systemId }) => ({ settings: { systemId }, secrets: {} }),
  newSecret: null,
  view: (settings) => ({ kind: 'ticket', systemId: textOf(settings, 'systemId') }),
  notifier: ({ ticketNotifier }, { settings }) => ticketNotifier(textOf(settings, 'systemId')),
};
