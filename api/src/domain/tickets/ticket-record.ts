import { createHash } from 'node:crypto';
import { tenantRecordId } from '@tenantry/contract/ids';
import { remedyOfCheck } from '../../audit/findings/remedies/remedies.ts';
import type { TrailDetails, TrailEvent } from '../../ports/trail.ts';
import type { TaskRecord } from '../../store/tasks.ts';
import type { TicketRecord, TicketStep } from '../../store/tickets.ts';
import { emptyOutbox, withEntry } from '../audit-trail/outbox.ts';

/** As many steps that were made are remembered. */
const remembered = 60;
const earlierKept = 20;
/** More than wait for a system that does not answer are not kept: the last ones say how it stands. */
const stepsAtMost = 40;

const hashOf = (text: string, length: number): string =>
  createHash('sha256').update(text).digest('hex').slice(0, length);

/** The work of a task: what one ticket at a time is for (decision 056). */
export function workKeyOf({ id, remedyId, checkId }: Pick<TaskRecord, 'id' | 'remedyId' | 'checkId'>): string {
  if (remedyId !== null) return remedyId;
  if (checkId !== null) return remedyOfCheck(checkId)?.id ?? `check-${checkId}`;
  return `task-${hashOf(id, 24)}`;
}

const ticketIdOf = (tenantId: string, systemId: string, workKey: string): string =>
  tenantRecordId(tenantId, `ticket-${systemId}-${hashOf(workKey, 24)}`);

/** By which a ticket is found in its system; of at most 100 characters. */
export const referenceOf = ({ tenantId, workKey, counter }: Pick<TicketRecord, 'tenantId' | 'workKey' | 'counter'>) =>
  `tenantry:${tenantId}:${workKey.length > 45 ? hashOf(workKey, 40) : workKey}:${counter}`;

/** The marker of a step, by which its note is found: ticket and step. */
export const markerOf = (
  ticket: Pick<TicketRecord, 'tenantId' | 'workKey' | 'counter'>,
  step: Pick<TicketStep, 'id'>,
) => `${referenceOf(ticket)}/${step.id}`;

export const step = (kind: TicketStep['kind'], id: string, text: string): TicketStep => ({ id, kind, text, tries: 0 });

/** A step's id by what it tells. */
export const stepId = (kind: TicketStep['kind'], told: unknown): string =>
  `${kind}-${hashOf(JSON.stringify(told), 16)}`;

/** Whether a ticket may still be told something. */
export const isCurrent = ({ phase }: Pick<TicketRecord, 'phase'>): boolean =>
  phase === 'waiting' || phase === 'open' || phase === 'closing';

/** The record with a step at the end, due now; the same record where it has or had that step. */
export function withStep(record: TicketRecord, next: TicketStep, now: Date): TicketRecord {
  if (record.made.includes(next.id) || record.steps.some(({ id }) => id === next.id)) return record;
  const at = now.toISOString();
  const steps = [...record.steps, next];
  const [first, ...rest] = steps;
  const kept = first && steps.length > stepsAtMost ? [first, ...rest.slice(1)] : steps;
  const dueAt = record.failure?.isPermanent ? '' : record.dueAt || at;
  return withoutRefusedNote({ ...record, steps: kept, dueAt, updatedAt: at }, now);
}

/** The record without a note that its system refuses for good, where another step waits behind it: that one is not held up. */
export function withoutRefusedNote(record: TicketRecord, now: Date): TicketRecord {
  const [first, ...steps] = record.steps;
  if (!record.failure?.isPermanent || first?.kind !== 'note' || steps.length === 0) return record;
  return { ...record, steps, dueAt: now.toISOString(), failure: { ...record.failure, isPermanent: false } };
}

/** The record once its first step was made. */
export function withStepMade(record: TicketRecord, madeId: string, now: Date): TicketRecord {
  const steps = record.steps.filter(({ id }) => id !== madeId);
  const at = now.toISOString();
  return {
    ...record,
    steps,
    made: [...record.made, madeId].slice(-remembered),
    dueAt: steps.length === 0 ? '' : at,
    failure: null,
    updatedAt: at,
  };
}

/** The record for the ticket that follows a closed one: it begins again, with the reference to it. */
export function nextTicket(record: TicketRecord): TicketRecord {
  const earlier = record.ticket === null ? record.earlier : [record.ticket, ...record.earlier].slice(0, earlierKept);
  return {
    ...record,
    counter: record.counter + 1,
    phase: 'waiting',
    ticket: null,
    there: null,
    earlier,
    steps: [],
    made: [],
    failure: null,
    closingTried: false,
    dueAt: '',
    readDueAt: '',
  };
}

type New = Pick<
  TicketRecord,
  'tenantId' | 'systemId' | 'workKey' | 'title' | 'taskId' | 'told' | 'isSimulated' | 'requestedBy'
>;

/** A ticket of which nothing is opened yet. */
export function newTicket(given: New, now: Date): TicketRecord {
  const at = now.toISOString();
  return {
    ...given,
    id: ticketIdOf(given.tenantId, given.systemId, given.workKey),
    kind: 'ticket',
    counter: 1,
    phase: 'waiting',
    ticket: null,
    there: null,
    earlier: [],
    steps: [],
    made: [],
    dueAt: '',
    readDueAt: '',
    failure: null,
    createdAt: at,
    updatedAt: at,
    ...emptyOutbox,
  };
}

/** The record with an entry in the trail about its ticket. */
export function trailed(
  record: TicketRecord,
  eventType: TrailEvent,
  user: string,
  now: Date,
  details: TrailDetails = {},
): TicketRecord {
  const { id: ticketId, tenantId, title: target, systemId, counter, ticket, taskId } = record;
  const number: TrailDetails = ticket === null ? {} : { number: ticket.number };
  const named = { ticketId, systemId, counter, taskId, ...number, ...details };
  return withEntry(record, { eventType, user, target, tenantId, details: named }, now);
}
