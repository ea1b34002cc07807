import { Priority } from '@tenantry/contract/verdicts';
import { everyTenant } from '../../store/scope.ts';
import type { TicketSystemRecord } from '../../store/ticket-systems.ts';
import { requestTicket } from './request-ticket.ts';
import { choicesMissing } from './system-access.ts';
import type { TicketParts } from './ticket-parts.ts';
import { workKeyOf } from './ticket-record.ts';

/** Clocks of several hosts differ by less. */
const overlapMs = 2 * 60_000;
const rules = 'rules';

/** The tenants that a rule is for; null for all. */
async function tenantsOf({ tenantGroups }: TicketParts, { rule }: TicketSystemRecord): Promise<Set<string> | null> {
  if (rule.groupIds.length === 0) return null;
  const groups = await tenantGroups.all();
  return new Set(groups.filter(({ id }) => rule.groupIds.includes(id)).flatMap(({ tenantIds }) => tenantIds));
}

/** Notes how far a rule has come. Another process may have come further: then that stays. */
async function noteProgress({ ticketTable }: TicketParts, systemId: string, at: string): Promise<void> {
  const present = await ticketTable.get(rules, systemId);
  if (present === null) await ticketTable.create(rules, systemId, { at, used: 0 });
  else if (present.value.at < at) await ticketTable.replace(rules, systemId, { at, used: 0 }, present.etag);
}

/** Begins a rule anew, so that tasks of tenants that were matched meanwhile are seen. */
export async function beginRuleAnew(
  { ticketTable }: Pick<TicketParts, 'ticketTable'>,
  systemId: string,
): Promise<void> {
  await ticketTable.delete(rules, systemId);
}

/**
 * Asks for a ticket for each task that was made since the rule of a system was switched on, from its gravity on, of its groups, where
 * the tenant is matched. Done again, it asks for none twice.
 */
export async function openByRule(parts: TicketParts, system: TicketSystemRecord): Promise<void> {
  const { tasks, tickets, tenants, ticketTable } = parts;
  const { rule } = system;
  if (!system.isOn || !rule.isOn || rule.since === '' || choicesMissing(system).length > 0) return;
  const upTo = (await ticketTable.get(rules, system.id))?.value.at;
  const late = upTo === undefined ? rule.since : new Date(Date.parse(upTo) - overlapMs).toISOString();
  const from = late > rule.since ? late : rule.since;
  const [wanted, matches] = await Promise.all([tenantsOf(parts, system), tickets.matches(everyTenant, system.id)]);
  const isGrave = (priority: Priority) => Priority.options.indexOf(priority) <= Priority.options.indexOf(rule.from);
  for await (const task of tasks.createdSince(everyTenant, from)) {
    const isMeant = task.status !== 'completed' && isGrave(task.priority) && (wanted?.has(task.tenantId) ?? true);
    if (isMeant && matches.has(task.tenantId)) {
      const tenant = await tenants.open(everyTenant, task.tenantId);
      const by = { name: `${system.name}: each new task`, user: 'system' };
      const of = { workKey: workKeyOf(task), taskId: task.id, title: task.title, detail: '', by, mayFollow: false };
      if (tenant) await requestTicket(parts, tenant, system, of);
    }
    await noteProgress(parts, system.id, task.createdAt);
  }
}
