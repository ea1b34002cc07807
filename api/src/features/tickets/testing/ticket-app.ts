import { approve } from '@tenantry/contract/approvals';
import { changeTask, type TaskDetails } from '@tenantry/contract/tasks';
import {
  changeTicketSystem,
  createTicketSystem,
  deleteTicketSystem,
  listTicketSystems,
  type TicketSystem,
  type TicketSystemKind,
} from '@tenantry/contract/ticket-systems';
import { listTaskTickets, matchCompanies, openTaskTicket, type TaskTickets } from '@tenantry/contract/tickets';
import { openSimulatedApp } from '../../../../testing/simulated-app.ts';
import { loopbackAuthority } from '../../../adapters/dns/testing/loopback-authority.ts';
import type { TicketDouble } from '../../../adapters/tickets/testing/ticket-double.ts';
import { ticketDoubles } from '../../../adapters/tickets/testing/ticket-doubles.ts';
import { every } from '../../../ports/collection.ts';
import { everyTenant } from '../../../store/scope.ts';

/** Bracken Freight Group: open sharing, MFA in report-only mode. */
export const weak = '3f6f0b52-8a4e-4c1d-9b0a-5d2c7e8f1a01';
/** Alderwick Clinic. */
export const good = '7c2d9e14-51f3-4b6a-8e27-0a9b3c4d5e02';
/** Work that one setting of SharePoint mends or breaks. */
export const remedyId = 'limit-external-sharing';

/** The whole API, a simulator and the double of a ticket system, which is connected, set up and matched with the weak tenant. */
export async function openTicketApp(kind: TicketSystemKind) {
  const authority = loopbackAuthority();
  const double: TicketDouble = await ticketDoubles[kind].start();
  const world = await openSimulatedApp({ LOOPBACK_SERVICES_CA: authority.file });
  const { app, cloud, cookie } = world;
  await world.scan();
  const { address, account, secrets, choices } = double;
  const connect = async (): Promise<string> => {
    const body = { kind, name: 'Desk', address, account, secrets };
    return String((await app.call(createTicketSystem, { cookie, body })).json.id);
  };
  const set = (sharingCapability: string) =>
    cloud.changeTenant(weak, { kind: 'setting', setting: 'sharepoint', set: { sharingCapability } });

  const ticketApp = {
    ...world,
    double,
    systemId: await connect(),
    /** Deletes the system, connects it again, and matches the weak tenant. */
    async reconnect(): Promise<void> {
      await app.call(deleteTicketSystem, { cookie, params: { systemId: ticketApp.systemId } });
      ticketApp.systemId = await connect();
      await ticketApp.changeSystem({ choices });
      await ticketApp.match('12');
    },
    async system(): Promise<TicketSystem> {
      const { systems } = listTicketSystems.response.parse((await app.call(listTicketSystems, { cookie })).json);
      const found = systems.find(({ id }) => id === ticketApp.systemId);
      if (!found) throw new Error('The ticket system is gone');
      return found;
    },
    async changeSystem(body: Record<string, unknown>) {
      const { revision } = await ticketApp.system();
      return app.call(changeTicketSystem, {
        cookie,
        params: { systemId: ticketApp.systemId },
        body: { revision, ...body },
      });
    },
    match: (companyId: string | null, tenantId = weak) =>
      app.call(matchCompanies, {
        cookie,
        params: { systemId: ticketApp.systemId },
        body: { matches: [{ tenantId, companyId }] },
      }),
    async tenant(tenantId = weak) {
      const tenant = await app.app.stores.tenants.open(everyTenant, tenantId);
      if (!tenant) throw new Error('There is no such tenant');
      return tenant;
    },
    /** The request of the scanner for the work, approved. @returns the task that came of it */
    async approved(): Promise<string> {
      const { approvals } = await ticketApp.tenant();
      const [asked] = await every(approvals, { where: [{ field: 'remedyId', op: 'eq', value: remedyId }] });
      const answer = await app.call(approve, { params: { id: asked?.id ?? '' }, body: {}, cookie });
      return String(answer.json.taskId);
    },
    open: (taskId: string, by = cookie) =>
      app.call(openTaskTicket, { cookie: by, params: { taskId }, body: { systemId: ticketApp.systemId } }),
    async ticketsOf(taskId: string): Promise<TaskTickets> {
      return listTaskTickets.response.parse((await app.call(listTaskTickets, { cookie, params: { taskId } })).json);
    },
    async ticketOf(taskId: string) {
      const [ticket] = (await ticketApp.ticketsOf(taskId)).tickets;
      if (!ticket) throw new Error('The task has no ticket');
      return ticket;
    },
    /** What a minute does: rules, steps that are due, states. */
    async minute(): Promise<void> {
      await app.app.ticketing.sweep();
      await app.drainQueue();
    },
    async complete(taskId: string): Promise<TaskDetails['status']> {
      await app.call(changeTask, { cookie, params: { taskId }, body: { status: 'completed' } });
      await app.drainQueue();
      return (await (await ticketApp.tenant()).tasks.get(taskId))?.value.status ?? 'open';
    },
    /** Makes everything due, whatever its time: steps, also those that were given up, and the states of tickets; or the states alone. */
    async makeDue(what: 'all' | 'states' = 'all'): Promise<void> {
      const { tickets } = await ticketApp.tenant();
      for (const { id } of await every(tickets, { where: [{ field: 'kind', op: 'eq', value: 'ticket' }] })) {
        const stored = await tickets.get(id);
        if (!stored) continue;
        const { value } = stored;
        const past = '2026-01-01T00:00:00.000Z';
        const dueAt = what === 'states' ? value.dueAt : value.steps.length === 0 ? '' : past;
        await tickets.replace({ ...value, dueAt, readDueAt: value.ticket === null ? '' : past }, stored.etag);
      }
    },
    mend: () => {
      set('disabled');
      cloud.changeTenant(weak, {
        kind: 'setting',
        setting: 'sharepoint',
        set: { isResharingByExternalUsersEnabled: false },
      });
    },
    break: () => set('externalUserAndGuestSharing'),
    async close() {
      await world.close();
      await double.close();
      authority.remove();
    },
  };
  await ticketApp.changeSystem({ choices });
  await ticketApp.match('12');
  return ticketApp;
}

export type TicketApp = Awaited<ReturnType<typeof openTicketApp>>;
