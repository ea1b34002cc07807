import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openTableStateStore } from '../../api/src/adapters/azure-storage/table-state-store.ts';
import { createGuardedFetch } from '../../api/src/adapters/dns/guarded-fetch.ts';
import { openSqliteRecordStore } from '../../api/src/adapters/sqlite/sqlite-record-store.ts';
import type { LeaseEntity } from '../../api/src/domain/lease/lease.ts';
import { newWebhookSecret } from '../../api/src/features/notifications/channels/webhook-channel.ts';
import type { OutboxParts } from '../../api/src/features/notifications/outbox.ts';
import { eventOf } from '../../api/src/features/notifications/testing/events.ts';
import type { MailTransport } from '../../api/src/ports/mail.ts';
import type { NoticeEvent } from '../../api/src/ports/notifier.ts';
import { shapedRecords } from '../../api/src/store/shaped-records.ts';
import { openStores } from '../../api/src/store/stores.ts';

/** Where the events go: channels that one rule names. */
export const channelIds = ['6b2c7c1e-3f7a-4a53-9f8c-000000000001', '6b2c7c1e-3f7a-4a53-9f8c-000000000002'] as const;
const tenantId = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
export const eventsInBatch = 100;

/** The events of a batch: whoever finds them finds the same. */
export const batchOf = (batch: number): NoticeEvent[] =>
  Array.from({ length: eventsInBatch }, (_, at) =>
    eventOf({ id: tenantId, name: 'Contoso' }, batch * eventsInBatch + at),
  );

/** So much faster than ours runs the clock of these processes: the lease of one that was killed is over in half a second. */
const timesFaster = 240;
const secret = newWebhookSecret();
const noMail: MailTransport = {
  unavailable: async () => 'There is no mail here',
  send: async () => ({ kind: 'failed', reason: 'There is no mail here', isPermanent: true }),
};

/** The outbox as a process of the product opens it: one data folder, Azurite, and an HTTPS receiver on this machine. */
export function openOutboxParts(folder: string, connectionString: string, beganMs: number, receiver: string) {
  const clock = { now: () => new Date(beganMs + (Date.now() - beganMs) * timesFaster) };
  const records = shapedRecords(openSqliteRecordStore(join(folder, 'tenantry.db')));
  const state = openTableStateStore({ kind: 'connectionString', value: connectionString });
  const stores = openStores(records, clock);
  const ca = readFileSync(join(folder, 'receiver.pem'), 'utf8');
  const noDns = { resolve: async () => ({ status: 'nxdomain' }) as const };
  const parts: OutboxParts = {
    ...stores,
    clock,
    mail: noMail,
    ticketNotifier: () => async () => ({ kind: 'failed', reason: 'There is no ticket system here', isPermanent: true }),
    fetch: createGuardedFetch(noDns, { loopbackCa: ca }),
    publicOrigin: 'https://tenantry.example',
    channelSecrets: { open: async ({ id }) => ({ url: `${receiver}/${id}`, signing: secret }) },
    leases: state.table<LeaseEntity>('leases'),
    log: (message) => process.stderr.write(`${message}\n`),
  };
  return { records, stores, parts, clock };
}
