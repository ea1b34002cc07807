import type { ReadinessItem } from '@tenantry/contract/health';
import { choicesMissing } from '../../domain/tickets/system-access.ts';
import { everyTenant } from '../../store/scope.ts';
import type { TicketSystemRecord, TicketSystemStore } from '../../store/ticket-systems.ts';
import type { TicketStore } from '../../store/tickets.ts';
import { counted, needsAttention, notKnown, ready } from './readiness-item.ts';

export type TicketDependencies = {
  ticketSystems: Pick<TicketSystemStore, 'all'>;
  tickets: Pick<TicketStore, 'counts'>;
};

const page = 'tickets';

async function itemOf({ tickets }: TicketDependencies, system: TicketSystemRecord): Promise<ReadinessItem> {
  const { id, name, isOn, trouble } = system;
  const named = { id: `tickets.${id}`, label: name };
  if (!isOn) return notKnown(named, 'It is switched off: no ticket is opened, noted or closed.');
  if (choicesMissing(system).length > 0) {
    const action = 'Choose board, queue and statuses on the Tickets page.';
    return needsAttention(named, 'It is connected, and not set up: no ticket is opened.', { action, page });
  }
  const { waiting, failed } = await tickets.counts(everyTenant, id);
  const waits = waiting === 0 ? '' : ` ${counted(waiting, 'ticket')} ${waiting === 1 ? 'waits' : 'wait'}.`;
  if (trouble !== null) {
    const action = 'Test it on the Tickets page.';
    return needsAttention(named, `${trouble.reason}${waits}`, { action, page, docs: 'docs/tickets.md' }, trouble.since);
  }
  if (failed > 0) {
    const action = 'Look at the tickets that failed, and try again.';
    return needsAttention(named, `A step of ${counted(failed, 'ticket')} failed.${waits}`, { action, page });
  }
  return ready(named, waits === '' ? 'Nothing waits.' : waits.trim());
}

/** The ticket systems by name: whether they can be used, and what waits for them. None where there is none. */
export async function ticketItems(dependencies: TicketDependencies): Promise<ReadinessItem[]> {
  const systems = await dependencies.ticketSystems.all();
  return Promise.all(systems.map((system) => itemOf(dependencies, system)));
}
