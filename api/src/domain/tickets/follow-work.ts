import { isDeepStrictEqual } from 'node:util';
import { type Condition, every } from '../../ports/collection.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import type { TicketRecord } from '../../store/tickets.ts';
import { changeAndSeal } from '../audit-trail/outbox.ts';
import { openStep, withOpening } from './request-ticket.ts';
import type { TicketParts } from './ticket-parts.ts';
import { nextTicket, step, stepId, trailed, withoutRefusedNote, withStep } from './ticket-record.ts';
import { changesText } from './ticket-text.ts';
import { readTenantWork, type TenantWork, toldOf, type Work, workOfTicket } from './work-state.ts';

type FollowParts = Pick<TicketParts, 'trail' | 'clock' | 'log' | 'queue' | 'publicOrigin'>;
type Seen = { tenant: TenantRecords['tenant']; work: Work; publicOrigin: string; now: Date };

const isTicket: Condition = { field: 'kind', op: 'eq', value: 'ticket' };
const again = { name: 'Tenantry', user: 'system' };

/** Whether its opening was not tried, or refused for good: no answer was lost. */
const isUnopened = ({ steps, failure }: TicketRecord): boolean =>
  steps.some(({ kind, tries }) => kind === 'open' && (tries === 0 || failure?.isPermanent));

function dropped(record: TicketRecord, { work, now }: Seen): TicketRecord {
  const over = { ...record, steps: [], dueAt: '', failure: null, phase: 'dropped', told: toldOf(work) } as const;
  return trailed({ ...over, updatedAt: now.toISOString() }, 'ticket_dropped', 'system', now);
}

function withClosing(record: TicketRecord, resolution: string, { work, now }: Seen): TicketRecord {
  // By its evidence: one that was given up is not this one.
  const id = stepId('close', [record.counter, resolution]);
  const closing = withStep(record, step('close', id, resolution), now);
  return { ...closing, phase: 'closing', told: toldOf(work) };
}

/** What a ticket is told that is not open yet: nothing, but what it will say. */
function whileWaiting(record: TicketRecord, seen: Seen): TicketRecord {
  const { work, now } = seen;
  if (!isUnopened(record)) {
    return work.resolution === null ? withNote(record, seen) : withClosing(record, work.resolution, seen);
  }
  if (work.resolution !== null) return dropped(record, seen);
  if (changesText(record.told, work, []) === null) return withTold(record, work);
  const fresh = openStep(record, { ...seen, detail: '' });
  const steps = record.steps.map((one) => (one.id === fresh.id ? fresh : one));
  return { ...record, steps, told: toldOf(work), updatedAt: now.toISOString() };
}

/** The record with what it knows of its work, where that is another now. */
const withTold = (record: TicketRecord, work: Work): TicketRecord =>
  isDeepStrictEqual(record.told, toldOf(work)) ? record : { ...record, told: toldOf(work) };

function withNote(record: TicketRecord, { work, now }: Seen): TicketRecord {
  if (record.closingTried) return record;
  const added = work.findings.filter(({ id }) => !record.told.findingIds.includes(id));
  const text = changesText(record.told, work, added);
  if (text === null) return withTold(record, work);
  // The same state may come back, however often: what grows counts in. Told and step are written together, so that each is told once.
  const id = stepId('note', [record.counter, record.told, toldOf(work), record.updatedAt]);
  return { ...withStep(record, step('note', id, text), now), told: toldOf(work) };
}

/** Its work fails again before it was closed: it is not closed with the evidence of before. Whether it is closed over there is asked at once. */
function reopened(record: TicketRecord, seen: Seen): TicketRecord {
  const at = seen.now.toISOString();
  const [first] = record.steps;
  const steps = record.steps.filter(({ kind }) => kind !== 'close');
  const isOfClose = first?.kind === 'close';
  // What was refused for good was not made.
  const isTried = isOfClose && first.tries > 0 && !record.failure?.isPermanent;
  const next: TicketRecord = {
    ...record,
    steps,
    phase: record.ticket === null ? 'waiting' : 'open',
    failure: isOfClose ? null : record.failure,
    dueAt: steps.length === 0 ? '' : isOfClose ? at : record.dueAt,
    readDueAt: record.ticket === null ? '' : at,
    closingTried: record.closingTried === true || isTried,
    updatedAt: at,
  };
  return withNote(next, seen);
}

function whileClosing(record: TicketRecord, seen: Seen): TicketRecord {
  const { work, now } = seen;
  if (work.resolution === null) return reopened(record, seen);
  if (record.ticket === null && isUnopened(record)) return dropped(record, seen);
  // Tickets of before 2026-11-28 were not asked about while they were being closed.
  const isUnread = record.ticket !== null && record.readDueAt === '';
  return withoutRefusedNote(isUnread ? { ...record, readDueAt: now.toISOString() } : record, now);
}

/** The ticket as its work has become: told what changed, closed with the evidence, followed by another where it fails again. Pure. */
function followed(record: TicketRecord, seen: Seen): TicketRecord {
  const { work, now } = seen;
  switch (record.phase) {
    case 'waiting':
      return whileWaiting(record, seen);
    case 'open':
      return work.resolution === null ? withNote(record, seen) : withClosing(record, work.resolution, seen);
    case 'closing':
      return whileClosing(record, seen);
    case 'closedThere':
      if (work.resolution === null) return record;
      return { ...record, phase: 'closed', told: toldOf(work), readDueAt: '', updatedAt: now.toISOString() };
    case 'closed':
    case 'dropped':
      if (!work.isFailing) return record;
      return withOpening({ ...nextTicket(record), taskId: work.task?.id ?? null }, { ...seen, detail: '' }, again, now);
  }
}

async function followOne(
  { trail, clock, publicOrigin }: FollowParts,
  { tenant, tickets }: TenantRecords,
  ticketId: string,
  read: TenantWork,
): Promise<TicketRecord | null> {
  const now = clock.now();
  return changeAndSeal(trail, tickets, ticketId, (current) =>
    current.isSimulated === tenant.isMock
      ? followed(current, { tenant, work: workOfTicket(read, current), publicOrigin, now })
      : current,
  );
}

/**
 * Holds the tickets of a tenant against its tasks and findings. It reads and writes records alone: what is to be sent waits on them, and
 * the worker of each system is told. Done again, it changes nothing.
 */
async function followTenant(parts: FollowParts, tenant: TenantRecords): Promise<void> {
  const records = await every(tenant.tickets, { where: [isTicket] });
  if (records.length === 0) return;
  const read = await readTenantWork(tenant);
  const due = new Set<string>();
  for (const { id } of records) {
    const record = await followOne(parts, tenant, id, read);
    if (record !== null && record.dueAt !== '') due.add(record.systemId);
  }
  for (const systemId of due) await parts.queue.send('upkeep', { kind: 'tickets', systemId });
}

/** The same for whoever must not fail over it: a sweep makes up for it. */
export async function followSafely(parts: FollowParts, tenant: TenantRecords): Promise<void> {
  try {
    await followTenant(parts, tenant);
  } catch (error) {
    parts.log('The tickets of a tenant could not be followed yet', { tenantId: tenant.tenant.id, error });
  }
}
