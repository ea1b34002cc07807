import { knownWork } from '../../audit/findings/remedies/work.ts';
import type { DeliveryOutcome } from '../../ports/mail.ts';
import type { NoticeEvent, Notifier } from '../../ports/notifier.ts';
import { everyTenant } from '../../store/scope.ts';
import type { TicketSystemRecord } from '../../store/ticket-systems.ts';
import { changeAndSeal } from '../audit-trail/outbox.ts';
import { finishForgetting } from './forget-tickets.ts';
import { companyOf, notMatched, requestTicket } from './request-ticket.ts';
import { choicesMissing } from './system-access.ts';
import type { TicketParts } from './ticket-parts.ts';
import { step, stepId, withStep } from './ticket-record.ts';
import { plainLine } from './ticket-text.ts';

const notForTickets = 'Not for tickets: it is about no tenant, or about no work.';
const by = { name: 'A notification rule', user: 'system' };

const textOf = ({ title, detail }: NoticeEvent): string =>
  [title, ...detail.split('\n')]
    .filter((line) => line.trim() !== '')
    .map((line) => plainLine(line))
    .join('\n');

/** Asks for the ticket of an event, or adds the event to the one that is open. @returns why that cannot be; null where it was done */
async function tell(parts: TicketParts, system: TicketSystemRecord, event: NoticeEvent): Promise<string | null> {
  const { tenant: named, remedyId: workKey } = event;
  const tenant = named && (await parts.tenants.open(everyTenant, named.id));
  if (!tenant || workKey === null) return null;
  if ((await companyOf(tenant, system.id)) === null) return notMatched(tenant.tenant.name, system.name);
  const title = knownWork.find(({ id }) => id === workKey)?.title ?? workKey;
  const detail = textOf(event);
  const wanted = { workKey, taskId: null, title, detail, by, mayFollow: true };
  const { record, isNew } = await requestTicket(parts, tenant, system, wanted);
  if (!isNew && !record.steps.some(({ kind, text }) => kind === 'open' && text.includes(detail))) {
    const note = step('note', stepId('note', event.key), detail);
    await changeAndSeal(parts.trail, tenant.tickets, record.id, (current) =>
      withStep(current, note, parts.clock.now()),
    );
  }
  return null;
}

/**
 * The channel of a notification rule that leads to a ticket system. Events of a tenant and a remedy open its ticket, or are noted on the
 * one that is open; others are not for tickets, and delivered as such. What is delivered waits on our own record until the system has it.
 */
export function ticketNotifier(parts: TicketParts, systemId: string): Notifier {
  return async ({ events }): Promise<DeliveryOutcome> => {
    const system = (await parts.ticketSystems.get(systemId))?.value;
    if (!system) return { kind: 'failed', reason: 'This ticket system is connected no more.', isPermanent: true };
    if (!system.isOn || choicesMissing(system).length > 0) {
      return { kind: 'failed', reason: `${system.name} is switched off or not set up.`, isPermanent: true };
    }
    await finishForgetting(parts, system);
    const meant = events.filter(({ tenant, remedyId }) => tenant !== null && remedyId !== null);
    if (meant.length === 0) return { kind: 'delivered', reference: notForTickets };
    const problems: string[] = [];
    for (const event of meant) {
      const problem = await tell(parts, system, event);
      if (problem !== null) problems.push(problem);
    }
    await parts.queue.send('upkeep', { kind: 'tickets', systemId });
    const [problem] = problems;
    if (problem !== undefined && problems.length === meant.length)
      return { kind: 'failed', reason: problem, isPermanent: true };
    const told = meant.length - problems.length;
    return { kind: 'delivered', reference: `${told} of ${events.length} events for ${system.name}` };
  };
}
