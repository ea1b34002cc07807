import type { TaskTickets, Ticket } from '@tenantry/contract/tickets';
import { changeAndSeal } from '../../domain/audit-trail/outbox.ts';
import { finishForgetting } from '../../domain/tickets/forget-tickets.ts';
import { companyOf, notMatched, requestTicket } from '../../domain/tickets/request-ticket.ts';
import { choicesMissing } from '../../domain/tickets/system-access.ts';
import type { TicketParts } from '../../domain/tickets/ticket-parts.ts';
import { isCurrent, trailed, workKeyOf } from '../../domain/tickets/ticket-record.ts';
import { workTicketNow } from '../../domain/tickets/work-tickets.ts';
import { AppError } from '../../http/app-error.ts';
import type { Caller } from '../../http/caller.ts';
import { every } from '../../ports/collection.ts';
import type { TaskRecord } from '../../store/tasks.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import type { TicketSystemRecord } from '../../store/ticket-systems.ts';
import type { TicketRecord } from '../../store/tickets.ts';
import { systemOf } from './ticket-system-service.ts';
import { ticketView } from './ticket-view.ts';

const noSuchTask = () => new AppError('NOT_FOUND', 'There is no such task.');

async function taskOf({ tasks }: TenantRecords, taskId: string): Promise<TaskRecord> {
  const stored = await tasks.get(taskId);
  if (!stored) throw noSuchTask();
  return stored.value;
}

/** Why no ticket can be opened for a task of a tenant in a system; null where one can. */
async function whyNot(
  tenant: TenantRecords,
  system: TicketSystemRecord,
  task: TaskRecord,
  present: TicketRecord | undefined,
): Promise<string | null> {
  if (!system.isOn) return `${system.name} is switched off.`;
  if (choicesMissing(system).length > 0)
    return `${system.name} is not set up: board, queue or statuses are not chosen yet.`;
  if (task.status === 'completed') return 'The task is completed.';
  if (present && isCurrent(present)) return 'A ticket is open.';
  return (await companyOf(tenant, system.id)) === null ? notMatched(tenant.tenant.name, system.name) : null;
}

/** The tickets of the work of a task, and where one can be opened. @throws AppError NOT_FOUND */
export async function ticketsOfTask(parts: TicketParts, tenant: TenantRecords, taskId: string): Promise<TaskTickets> {
  const task = await taskOf(tenant, taskId);
  const where = [
    { field: 'kind', op: 'eq', value: 'ticket' },
    { field: 'workKey', op: 'eq', value: workKeyOf(task) },
  ] as const;
  const [records, systems] = await Promise.all([every(tenant.tickets, { where }), parts.ticketSystems.all()]);
  const bySystem = new Map(records.map((record) => [record.systemId, record]));
  const named = new Map(systems.map((system) => [system.id, system]));
  const offers = await Promise.all(
    systems.map(async (system) => {
      const because = await whyNot(tenant, system, task, bySystem.get(system.id));
      return { id: system.id, name: system.name, because };
    }),
  );
  const tickets = records.map((record) => ticketView(record, tenant.tenant.name, named.get(record.systemId)));
  return { tickets, systems: offers };
}

async function shown(parts: TicketParts, { tenant, tickets }: TenantRecords, ticketId: string): Promise<Ticket> {
  const record = (await tickets.get(ticketId))?.value;
  if (record?.kind !== 'ticket') throw new AppError('NOT_FOUND', 'There is no such ticket.');
  return ticketView(record, tenant.name, (await parts.ticketSystems.get(record.systemId))?.value);
}

/**
 * Opens a ticket for the work of a task; where one is open, that one is answered. It is asked for before anything is sent, and sent
 * before the answer where the system answers.
 * @throws AppError NOT_FOUND; CONFLICT where none can be opened
 */
export async function openTicketOfTask(
  parts: TicketParts,
  tenant: TenantRecords,
  taskId: string,
  systemId: string,
  caller: Caller,
): Promise<{ ticket: Ticket; isNew: boolean }> {
  const [task, system] = await Promise.all([taskOf(tenant, taskId), systemOf(parts, systemId)]);
  await finishForgetting(parts, system);
  const because = await whyNot(tenant, system, task, undefined);
  if (because !== null) throw new AppError('CONFLICT', because);
  const by = { name: caller.name, user: caller.user.username };
  const wanted = { workKey: workKeyOf(task), taskId, title: task.title, detail: '', by, mayFollow: true };
  const { record, isNew } = await requestTicket(parts, tenant, system, wanted);
  if (isNew) await workTicketNow(parts, tenant, record);
  return { ticket: await shown(parts, tenant, record.id), isNew };
}

/** Makes the next step of a ticket due now, and tries it. @throws AppError NOT_FOUND; CONFLICT where nothing waits */
export async function retryTicketNow(
  parts: TicketParts,
  tenant: TenantRecords,
  ticketId: string,
  caller: Caller,
): Promise<Ticket> {
  const now = parts.clock.now();
  await shown(parts, tenant, ticketId);
  const record = await changeAndSeal(parts.trail, tenant.tickets, ticketId, (current) => {
    if (current.steps.length === 0) throw new AppError('CONFLICT', 'Nothing of this ticket waits.');
    const due = { ...current, failure: null, dueAt: now.toISOString() };
    return trailed(due, 'ticket_retried', caller.user.username, now);
  });
  if (record) await workTicketNow(parts, tenant, record);
  return shown(parts, tenant, ticketId);
}
