import type { TicketAnswer, TicketFailure, TicketState, TicketSystem } from '../../ports/ticket-system.ts';
import type { TicketRecord, TicketStep } from '../../store/tickets.ts';
import { markerOf, referenceOf } from './ticket-record.ts';
import { withMarker } from './ticket-text.ts';

/** What a step came to: what of the record is another now, and the event of the trail that tells it. */
export type StepMade = {
  change: Partial<Pick<TicketRecord, 'ticket' | 'phase' | 'there'>>;
  event: 'ticket_opened' | 'ticket_noted' | 'ticket_closed' | 'ticket_closed_there';
};

const permanent = (reason: string): TicketFailure => ({
  kind: 'failed',
  reason,
  isPermanent: true,
  concerns: 'ticket',
});

export type Making = {
  system: TicketSystem;
  record: TicketRecord;
  /** Null where nobody has matched the tenant. */
  companyId: string | null;
  notMatched: string;
  now: Date;
};

export const thereOf = (state: TicketState | undefined, now: Date): NonNullable<TicketRecord['there']> => ({
  status: state?.status ?? 'Not found',
  isClosed: state?.isClosed ?? true,
  readAt: now.toISOString(),
  closedAt: state?.closedAt ?? null,
});

/** Looked for before it is opened: whoever died between the two has opened it. */
async function open(
  { system, record, companyId, notMatched, now }: Making,
  { text }: TicketStep,
): Promise<TicketAnswer<StepMade>> {
  const reference = referenceOf(record);
  const found = await system.findByReference({ reference });
  if (found.kind !== 'ok') return found;
  if (found.value === null && companyId === null) return permanent(notMatched);
  const [summary = '', ...rest] = text.split('\n');
  const ticket = { companyId: companyId ?? '', summary, description: rest.join('\n'), reference };
  const opened = found.value === null ? await system.open(ticket) : { kind: 'ok' as const, value: found.value };
  if (opened.kind !== 'ok') return opened;
  const phase = record.phase === 'waiting' ? 'open' : record.phase;
  const change = { ticket: { ...opened.value, openedAt: now.toISOString() }, phase } as const;
  return { kind: 'ok', value: { change, event: 'ticket_opened' } };
}

/** What a ticket is that is closed over there: by somebody, unless we tried to. */
export const closedAs = ({ closingTried, phase }: TicketRecord): Pick<TicketRecord, 'phase'> => ({
  phase: closingTried || phase === 'closing' ? 'closed' : 'closedThere',
});

/** By whom: one that is being closed may have been closed by a try whose answer was lost. */
export const closedEvent = ({ closingTried, steps }: TicketRecord): 'ticket_closed' | 'ticket_closed_there' =>
  closingTried || steps.some(({ kind, tries }) => kind === 'close' && tries > 0)
    ? 'ticket_closed'
    : 'ticket_closed_there';

/** A ticket that somebody closed over there is told nothing more: a note may open it again. */
async function note(
  { system, record, now }: Making,
  ticketId: string,
  one: TicketStep,
): Promise<TicketAnswer<StepMade>> {
  const states = await system.states([ticketId]);
  if (states.kind !== 'ok') return states;
  const there = thereOf(states.value[0], now);
  if (there.isClosed)
    return { kind: 'ok', value: { change: { there, ...closedAs(record) }, event: closedEvent(record) } };
  const marker = markerOf(record, one);
  const made: TicketAnswer<StepMade> = { kind: 'ok', value: { change: { there }, event: 'ticket_noted' } };
  if (one.tries > 1) {
    const has = await system.hasNote(ticketId, `[${marker}]`);
    if (has.kind !== 'ok') return has;
    if (has.value) return made;
  }
  const added = await system.addNote(ticketId, withMarker(one.text, marker));
  return added.kind === 'ok' ? made : added;
}

async function close(
  { system, record, now }: Making,
  ticketId: string,
  one: TicketStep,
): Promise<TicketAnswer<StepMade>> {
  const states = await system.states([ticketId]);
  if (states.kind !== 'ok') return states;
  const there = thereOf(states.value[0], now);
  const made: TicketAnswer<StepMade> = {
    kind: 'ok',
    value: { change: { there: { ...there, isClosed: true }, phase: 'closed' }, event: 'ticket_closed' },
  };
  if (there.isClosed) return made;
  const closed = await system.close(ticketId, withMarker(one.text, markerOf(record, one)));
  return closed.kind === 'ok' ? made : closed;
}

/** Makes one step in its system. Made before by whoever died over it, it is not made again. */
export async function makeStep(making: Making, one: TicketStep): Promise<TicketAnswer<StepMade>> {
  if (one.kind === 'open') return open(making, one);
  const { ticket } = making.record;
  if (ticket === null) return permanent('There is no ticket that this could be told.');
  return one.kind === 'note' ? note(making, ticket.id, one) : close(making, ticket.id, one);
}
