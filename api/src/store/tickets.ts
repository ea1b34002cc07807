import type { TaskStatus } from '@tenantry/contract/tasks';
import type { TicketFilter, TicketPhase } from '@tenantry/contract/tickets';
import type { Priority } from '@tenantry/contract/verdicts';
import { type Condition, every, type PageWithTotal, pageWithTotal } from '../ports/collection.ts';
import type { RecordStore } from '../ports/record-store.ts';
import { containers } from './containers.ts';
import type { Outboxed } from './outbox.ts';
import { inScope, readAtOnce, type Scope } from './scope.ts';

/** One step that is to be made in a ticket system, once. Its id is derived from what it tells. */
export type TicketStep = {
  id: string;
  kind: 'open' | 'note' | 'close';
  text: string;
  /** Counted before each try, so that one whose process died is known. */
  tries: number;
};

type TicketAt = { id: string; number: string; url: string; openedAt: string };

/** The ticket of a piece of work of a tenant in one system: one record for all that follow each other, so that there is one at a time. */
export type TicketRecord = Outboxed & {
  /** `{tenantId}_ticket-{systemId}-{hash of the work}`. */
  id: string;
  tenantId: string;
  kind: 'ticket';
  systemId: string;
  /** The work: a remedy, a license, a check, or a task that is none of them. */
  workKey: string;
  title: string;
  taskId: string | null;
  /** 1 for the first ticket, and one more for each that followed a closed one. */
  counter: number;
  phase: TicketPhase;
  ticket: TicketAt | null;
  there: { status: string; isClosed: boolean; readAt: string; closedAt: string | null } | null;
  /** The newest first. */
  earlier: readonly TicketAt[];
  /** What the ticket says of the work by now, with the steps that wait. */
  told: {
    findingIds: readonly string[];
    /** Neither open nor resolved by a look. Tickets of before 2026-11-28 lack it. */
    unsettledIds?: readonly string[];
    gravity: Priority;
    taskStatus: TaskStatus | null;
  };
  steps: readonly TicketStep[];
  /** The last steps that were made, so that what is told twice is made once. */
  made: readonly string[];
  /** When the first step is due; '' where none waits, or somebody has to change something first. */
  dueAt: string;
  /** When its state is asked for next; '' where it is not. */
  readDueAt: string;
  failure: { reason: string; at: string; isPermanent: boolean } | null;
  /** Its closing was tried and given up, and nobody knows yet whether it was made: where it is closed, we did it. */
  closingTried?: boolean;
  isSimulated: boolean;
  requestedBy: string;
  createdAt: string;
  updatedAt: string;
};

/** Which company of a ticket system a tenant is, as a person said. */
export type CompanyMatchRecord = Outboxed & {
  /** `{tenantId}_company-{systemId}`. */
  id: string;
  tenantId: string;
  kind: 'company';
  systemId: string;
  /** Null once the match was taken away. */
  company: { id: string; name: string } | null;
  /** It is what a person said, whatever the tenant's data are. */
  isSimulated: false;
  matchedBy: string;
  updatedAt: string;
};

type Either = TicketRecord | CompanyMatchRecord;

const isTicket: Condition = { field: 'kind', op: 'eq', value: 'ticket' };
const closedPhases = ['closed', 'dropped'] as const satisfies readonly TicketPhase[];

type Wanted = {
  systemId?: string | undefined;
  state: TicketFilter;
  search?: string | undefined;
  limit: number;
  cursor?: string | undefined;
};

function conditionsOf({ systemId, state, search }: Wanted): Condition[] {
  const where: Condition[] = [isTicket];
  if (systemId !== undefined) where.push({ field: 'systemId', op: 'eq', value: systemId });
  if (state === 'closed') where.push({ field: 'phase', op: 'in', value: closedPhases });
  if (state === 'current')
    where.push({ field: 'phase', op: 'in', value: ['waiting', 'open', 'closing', 'closedThere'] });
  if (state === 'failed') where.push({ field: 'failure', op: 'ne', value: null });
  if (search) where.push({ field: 'title', op: 'contains', value: search });
  return where;
}

/** Reads of the tickets of several tenants. A tenant's own are bound to it (`TenantRecords.tickets`). */
export function openTicketStore(records: RecordStore) {
  const across = records.across<Either>(containers.tickets);
  const within = (scope: Scope) => inScope(across, scope);
  const ofSystem = (systemId: string): Condition[] => [isTicket, { field: 'systemId', op: 'eq', value: systemId }];
  const asTickets = (found: readonly Either[]) => found.filter((one): one is TicketRecord => one.kind === 'ticket');

  /** Tickets whose time in this field has come, the most overdue first. */
  async function due(scope: Scope, field: 'dueAt' | 'readDueAt', systemId: string, now: Date, limit: number) {
    const where: Condition[] = [
      ...ofSystem(systemId),
      { field, op: 'gt', value: '' },
      { field, op: 'lte', value: now.toISOString() },
    ];
    const { items } = await within(scope).query({ where, orderBy: { field, direction: 'asc' }, limit });
    return asTickets(items);
  }

  return {
    /** A page, what changed last first. */
    async page(scope: Scope, wanted: Wanted): Promise<PageWithTotal<TicketRecord>> {
      const orderBy = { field: 'updatedAt', direction: 'desc' } as const;
      const { limit, cursor } = wanted;
      const page = await pageWithTotal(within(scope), { where: conditionsOf(wanted), orderBy, limit, cursor });
      return { ...page, items: asTickets(page.items) };
    },

    /** Tickets with a step that is due. */
    due: (scope: Scope, systemId: string, now: Date, limit: number) => due(scope, 'dueAt', systemId, now, limit),

    /** Tickets whose state is to be asked for. */
    toRead: (scope: Scope, systemId: string, now: Date, limit: number) => due(scope, 'readDueAt', systemId, now, limit),

    /** Whether anything of a system is due now. */
    async hasDue(scope: Scope, systemId: string, now: Date): Promise<boolean> {
      const [steps, reads] = await Promise.all([
        due(scope, 'dueAt', systemId, now, 1),
        due(scope, 'readDueAt', systemId, now, 1),
      ]);
      return steps.length + reads.length > 0;
    },

    /** How many tickets of a system are open, wait for a step, and failed. */
    async counts(scope: Scope, systemId: string) {
      const countOf = (condition: Condition) => within(scope).count([...ofSystem(systemId), condition]);
      const [open, waiting, failed] = await Promise.all([
        countOf({ field: 'phase', op: 'eq', value: 'open' }),
        countOf({ field: 'dueAt', op: 'gt', value: '' }),
        countOf({ field: 'failure', op: 'ne', value: null }),
      ]);
      return { open, waiting, failed };
    },

    /** The matches of a system, by tenant. */
    async matches(scope: Scope, systemId: string): Promise<Map<string, CompanyMatchRecord>> {
      const where: Condition[] = [
        { field: 'kind', op: 'eq', value: 'company' },
        { field: 'systemId', op: 'eq', value: systemId },
      ];
      const found = await every(within(scope), { where, limit: readAtOnce });
      return new Map(found.flatMap((one) => (one.kind === 'company' && one.company ? [[one.tenantId, one]] : [])));
    },

    /** Everything that is kept of a system, of tickets and of companies. */
    ofSystem: (scope: Scope, systemId: string) =>
      every(within(scope), { where: [{ field: 'systemId', op: 'eq', value: systemId }], limit: readAtOnce }),
  };
}

export type TicketStore = ReturnType<typeof openTicketStore>;
