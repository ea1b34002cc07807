import type { TrailState } from '@tenantry/contract/audit-trail';
import type { Config } from '../config.ts';
import type { CommonParts } from '../domain/parts/common-parts.ts';
import type { DataKeys } from '../domain/secrets/data-keys.ts';
import { createChannelSecrets } from '../features/notifications/channel-secrets.ts';
import { createCollector, type MarkEntity } from '../features/notifications/collect-events.ts';
import { createOutbox } from '../features/notifications/outbox.ts';
import type { GuardedFetch } from '../ports/guarded-fetch.ts';
import type { MailTransport } from '../ports/mail.ts';
import type { Notifier } from '../ports/notifier.ts';
import type { StateStore } from '../ports/state.ts';
import type { Stores } from '../store/stores.ts';

type Parts = Pick<CommonParts, 'trail' | 'clock' | 'log' | 'leases'> & {
  config: Config;
  stores: Stores;
  state: StateStore;
  dataKeys: DataKeys;
  trailVerification: { state(): Promise<TrailState> };
  mail: MailTransport;
  fetch: GuardedFetch;
  ticketNotifier(systemId: string): Notifier;
};

/** Notifications: what is collected, where it goes, and by what it is sent. */
export function composeNotifications({ config, stores, state, dataKeys, ...base }: Parts) {
  const channelSecrets = createChannelSecrets({ dataKeys, noticeChannels: stores.noticeChannels });
  const notifying = {
    ...base,
    ...stores,
    channelSecrets,
    publicOrigin: config.publicOrigin,
    marks: state.table<MarkEntity>('noticemarks'),
  };
  return {
    notifying,
    channelSecrets,
    collectNotices: createCollector(notifying),
    sendNotices: createOutbox(notifying),
  };
}
