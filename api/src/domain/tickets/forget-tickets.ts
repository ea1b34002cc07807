import { update } from '../../ports/collection.ts';
import { everyTenant } from '../../store/scope.ts';
import type { TicketSystemRecord } from '../../store/ticket-systems.ts';
import { settleOutbox } from '../audit-trail/outbox.ts';
import type { TicketParts } from './ticket-parts.ts';

/** Forgets what is kept of the tickets and companies of a system; they stay in it. */
export async function forgetTickets(
  { tickets, tenants, trail }: Pick<TicketParts, 'tickets' | 'tenants' | 'trail'>,
  systemId: string,
): Promise<void> {
  for (const one of await tickets.ofSystem(everyTenant, systemId)) {
    const tenant = await tenants.open(everyTenant, one.tenantId);
    if (!tenant) continue;
    await settleOutbox(tenant.tickets, one as never, trail);
    await tenant.tickets.delete(one.id);
  }
}

/**
 * Forgets them where a system leads elsewhere since it was changed: numbers of tickets and companies mean others there. Until that is done
 * nothing is sent to it (`whyPaused`), so that whoever dies over it leaves it to the next.
 */
export async function finishForgetting(
  parts: Pick<TicketParts, 'tickets' | 'tenants' | 'trail' | 'ticketSystems'>,
  { id, isForgetting }: Pick<TicketSystemRecord, 'id' | 'isForgetting'>,
): Promise<void> {
  if (!isForgetting) return;
  await forgetTickets(parts, id);
  await update(parts.ticketSystems, id, (current) => ({ ...current, isForgetting: false }));
}
