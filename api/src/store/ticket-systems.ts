import type { TicketChoices, TicketRule, TicketSystemKind } from '@tenantry/contract/ticket-systems';
import { type Collection, every } from '../ports/collection.ts';
import type { RecordStore } from '../ports/record-store.ts';
import { containers, globalPartition } from './containers.ts';
import type { Envelope } from './credentials.ts';
import type { Outboxed } from './outbox.ts';

/** A ticket system that this installation is connected to. */
export type TicketSystemRecord = Outboxed & {
  id: string;
  /** `ticket-system:` and the name without regard to case, so that the store holds it unique. */
  key: string;
  kind: TicketSystemKind;
  name: string;
  address: string;
  account: Readonly<Record<string, string>>;
  /** By the name of the field, each bound to this record and its field (domain/secrets/envelope.ts). */
  secrets: Readonly<Record<string, Envelope>>;
  choices: TicketChoices;
  isOn: boolean;
  /** `since`: tasks that were made before it was switched on are not its own; '' while it is off. */
  rule: TicketRule & { since: string };
  tested: { at: string; isOk: boolean; message: string } | null;
  /** Why nothing is sent; `retryAt` '' where somebody has to change something first. */
  trouble: { since: string; reason: string; retryAt: string } | null;
  /** It leads elsewhere since it was changed, and what is kept of its tickets and companies is not forgotten yet. */
  isForgetting?: boolean;
  /** Counts the changes that people made, so that nobody overwrites one that they have not seen. */
  revision: number;
  createdAt: string;
  updatedAt: string;
  updatedBy: string;
};

const keyPrefix = 'ticket-system:';
export const ticketSystemKey = (name: string): string => keyPrefix + name.toLowerCase();

/** The ticket systems: few, beside the settings of the installation. */
export function openTicketSystemStore(records: RecordStore) {
  const systems: Collection<TicketSystemRecord> = records.partition(containers.systemConfig, globalPartition);
  return {
    ...systems,
    all: () => every(systems, { where: [{ field: 'key', op: 'prefix', value: keyPrefix }] }),
  };
}

export type TicketSystemStore = ReturnType<typeof openTicketSystemStore>;
