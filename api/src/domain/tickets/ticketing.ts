import type { Notifier } from '../../ports/notifier.ts';
import { everyTenant } from '../../store/scope.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import { followSafely } from './follow-work.ts';
import { finishForgetting } from './forget-tickets.ts';
import { reencryptTicketSecrets, whyPaused } from './system-access.ts';
import { ticketNotifier } from './ticket-notifier.ts';
import type { TicketParts } from './ticket-parts.ts';
import { openByRule } from './ticket-rule.ts';
import { workSystem } from './work-tickets.ts';

/** Each minute: what rules ask for, and the systems in which something is due. One that fails stops no other. */
async function sweep(parts: TicketParts): Promise<void> {
  const { ticketSystems, tickets, queue, clock } = parts;
  const failures: unknown[] = [];
  for (const system of await ticketSystems.all()) {
    try {
      await finishForgetting(parts, system);
      await openByRule(parts, system);
      const now = clock.now();
      const isDue = whyPaused(system, now) === null && (await tickets.hasDue(everyTenant, system.id, now));
      if (isDue) await queue.send('upkeep', { kind: 'tickets', systemId: system.id });
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Tickets could not be looked after');
}

/** Tickets of the work of tenants: what others ask of them, and the jobs that see to them. */
export function createTicketing(parts: TicketParts) {
  return {
    parts,
    /** Holds the tickets of a tenant against its work; it never fails, since scans and re-checks go on without it. */
    follow: (tenant: TenantRecords) => followSafely(parts, tenant),
    sweep: () => sweep(parts),
    /** Works one message of the queue. */
    work: (systemId: string) => workSystem(parts, systemId),
    notifier: (systemId: string): Notifier => ticketNotifier(parts, systemId),
    reencrypt: () => reencryptTicketSecrets(parts),
  };
}

export type Ticketing = ReturnType<typeof createTicketing>;
