import { tenantRecordId } from '@tenantry/contract/ids';
import { createOnce } from '../../ports/collection.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import type { TicketSystemRecord } from '../../store/ticket-systems.ts';
import type { CompanyMatchRecord, TicketRecord } from '../../store/tickets.ts';
import { changeAndSeal, settleOutbox } from '../audit-trail/outbox.ts';
import type { TicketParts } from './ticket-parts.ts';
import { isCurrent, newTicket, nextTicket, referenceOf, step, trailed, withStep } from './ticket-record.ts';
import { ticketDescription, ticketSummary } from './ticket-text.ts';
import { readTenantWork, toldOf, type Work, workOfTicket } from './work-state.ts';

export const companyMatchId = (tenantId: string, systemId: string): string =>
  tenantRecordId(tenantId, `company-${systemId}`);

/** The company that a tenant is in a system, as a person said; null where nobody has. */
export async function companyOf(
  { tenant, companyMatches }: TenantRecords,
  systemId: string,
): Promise<CompanyMatchRecord['company']> {
  return (await companyMatches.get(companyMatchId(tenant.id, systemId)))?.value.company ?? null;
}

export const notMatched = (tenantName: string, systemName: string): string =>
  `${tenantName} is matched with no company of ${systemName}, so that no ticket is opened. An administrator matches companies under Admin Panel, Tickets.`;

/** Who or what asks for a ticket: as people read it, and as the trail has it. */
export type Requester = { name: string; user: string };

export type TicketWanted = {
  workKey: string;
  taskId: string | null;
  title: string;
  /** Beside what is known of the work; '' for nothing. */
  detail: string;
  by: Requester;
  /** Whether a ticket follows one that was closed. */
  mayFollow: boolean;
};

/** The page of the work in the app. */
function urlOfWork(publicOrigin: string, tenantId: string, taskId: string | null): string {
  const page = taskId === null ? '/findings' : '/tasks';
  return `${publicOrigin}${page}?tenantId=${tenantId}${taskId === null ? '' : `&task=${taskId}`}`;
}

type Opening = { tenant: TenantRecords['tenant']; work: Work; detail: string; publicOrigin: string };

/** The step that opens the ticket, with what is known of its work now. Its first line is the ticket's summary. */
export function openStep(record: TicketRecord, { tenant, work, detail, publicOrigin }: Opening) {
  const [earlier] = record.earlier;
  const facts = {
    tenantName: tenant.name,
    title: record.title,
    gravity: work.gravity,
    findings: work.findings,
    detail,
    requestedBy: record.requestedBy,
    isSimulated: record.isSimulated,
    url: urlOfWork(publicOrigin, tenant.id, record.taskId),
    earlier: earlier?.number ?? null,
    reference: referenceOf(record),
  };
  const text = `${ticketSummary(facts)}\n${ticketDescription(facts)}`;
  return step('open', `open-${record.counter}`, text);
}

/** The record with the step that opens its ticket, and the entry that tells who asked for it. */
export function withOpening(record: TicketRecord, opening: Opening, by: Requester, now: Date): TicketRecord {
  const told = { ...record, told: toldOf(opening.work), requestedBy: by.name };
  return trailed(withStep(told, openStep(told, opening), now), 'ticket_requested', by.user, now);
}

/**
 * Asks for the ticket of a piece of work, once: where one is open or on its way, that one is given back. What is asked for is written
 * before anything is sent.
 * @returns the record, and whether a ticket is to be opened that was not before
 */
export async function requestTicket(
  { trail, clock, publicOrigin }: Pick<TicketParts, 'trail' | 'clock' | 'publicOrigin'>,
  tenant: TenantRecords,
  system: Pick<TicketSystemRecord, 'id'>,
  { workKey, taskId, title, detail, by, mayFollow }: TicketWanted,
): Promise<{ record: TicketRecord; isNew: boolean }> {
  const now = clock.now();
  const { id: tenantId, isMock: isSimulated } = tenant.tenant;
  const told = { findingIds: [], gravity: 'medium', taskStatus: null } as const;
  const given = { tenantId, systemId: system.id, workKey, taskId, title, told, isSimulated, requestedBy: by.name };
  const blank = newTicket(given, now);
  const present = (await tenant.tickets.get(blank.id))?.value;
  if (present && (isCurrent(present) || !mayFollow)) return { record: present, isNew: false };
  const work = workOfTicket(await readTenantWork(tenant), blank);
  const opening = { tenant: tenant.tenant, work, detail, publicOrigin };
  const created = await createOnce(tenant.tickets, withOpening(blank, opening, by, now));
  if (created) {
    await settleOutbox(tenant.tickets, created.value, trail, created.etag);
    return { record: created.value, isNew: true };
  }
  let isNew = false;
  const record = await changeAndSeal(trail, tenant.tickets, blank.id, (current) => {
    isNew = mayFollow && !isCurrent(current);
    if (!isNew) return current;
    return withOpening({ ...nextTicket(current), taskId: taskId ?? current.taskId, title }, opening, by, now);
  });
  if (!record) throw new Error(`The ticket ${blank.id} was deleted while it was being asked for`);
  return { record, isNew };
}
