import type { StateTable } from '../../ports/state.ts';
import type { OpenTicketSystem } from '../../ports/ticket-system.ts';
import type { TaskStore } from '../../store/tasks.ts';
import type { TenantGroupStore } from '../../store/tenant-groups.ts';
import type { TicketSystemStore } from '../../store/ticket-systems.ts';
import type { TicketStore } from '../../store/tickets.ts';
import type { CommonParts } from '../parts/common-parts.ts';
import type { DataKeys } from '../secrets/data-keys.ts';
import type { TurnEntity } from './ticket-turns.ts';

/** What everything about tickets is built from. */
export type TicketParts = Pick<CommonParts, 'tenants' | 'trail' | 'clock' | 'log' | 'queue' | 'leases'> & {
  tickets: TicketStore;
  ticketSystems: TicketSystemStore;
  tasks: Pick<TaskStore, 'createdSince'>;
  tenantGroups: Pick<TenantGroupStore, 'all'>;
  dataKeys: DataKeys;
  /** How many requests there were, and how far rules have come. */
  ticketTable: StateTable<TurnEntity>;
  openSystem: OpenTicketSystem;
  /** Where browsers find the product. */
  publicOrigin: string;
};
