import type { FoundTicket, TicketAnswer, TicketFailure, TicketState, TicketSystem } from '../../ports/ticket-system.ts';
import type { TicketRecord, TicketStep } from '../../store/tickets.ts';
import { markerOf, referenceOf, step } from './ticket-record.ts';
import { asNote, withMarker, withOtherMarker } from './ticket-text.ts';

/** What a step came to: what of the record is another now, and the event of the trail that tells it. */
export type StepMade = {
  change: Partial<Pick<TicketRecord, 'ticket' | 'phase' | 'there' | 'earlier' | 'counter'>>;
  /** Null where nothing happened that anybody has to know. */
  event: 'ticket_opened' | 'ticket_noted' | 'ticket_closed' | 'ticket_closed_there' | 'ticket_dropped' | null;
  /** What is to be made before all else that waits. */
  next?: readonly TicketStep[];
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

const made = (value: StepMade): TicketAnswer<StepMade> => ({ kind: 'ok', value });

/** The record with a ticket that is open: what waits behind goes on. */
const withTicket = ({ now }: Making, ticket: FoundTicket): Pick<StepMade, 'change' | 'event'> => ({
  change: { ticket: { openedAt: now.toISOString(), ...ticket }, phase: 'open' },
  event: 'ticket_opened',
});

/**
 * The reference is that of a ticket that was closed in an earlier life of this record: before the system was deleted and connected
 * again, or the tenant offboarded. The next one is looked for.
 */
function countedUp({ record: { tenantId, workKey, counter: before } }: Making, { text }: TicketStep): StepMade {
  const counter = before + 1;
  const next = step('open', `open-${counter}`, withOtherMarker(text, referenceOf({ tenantId, workKey, counter })));
  return { change: { counter }, event: null, next: [next] };
}

/** The ticket before was opened again over there: a second one is not. It is told what the new one would have said. */
function takenBack(making: Making, before: NonNullable<TicketRecord['ticket']>, { text }: TicketStep): StepMade {
  const { earlier, counter } = making.record;
  const told = step('note', `back-${counter}`, asNote(text));
  const { change, event } = withTicket(making, before);
  return { change: { ...change, earlier: earlier.slice(1) }, event, next: [told] };
}

/** Looked for before it is opened: whoever died between the two has opened it, and the one before may be open again. */
async function open(making: Making, one: TicketStep): Promise<TicketAnswer<StepMade>> {
  const { system, record, companyId, notMatched } = making;
  const reference = referenceOf(record);
  const found = await system.findByReference({ reference });
  if (found.kind !== 'ok') return found;
  const [before] = record.earlier;
  const known = [found.value, before].flatMap((ticket) => (ticket ? [ticket.id] : []));
  const states = known.length === 0 ? ({ kind: 'ok', value: [] } as const) : await system.states(known);
  if (states.kind !== 'ok') return states;
  const isClosed = (id: string) => states.value.find((state) => state.id === id)?.isClosed;
  if (found.value !== null && !isClosed(found.value.id)) return made(withTicket(making, found.value));
  if (before && isClosed(before.id) === false) return made(takenBack(making, before, one));
  // Its checks pass by now.
  if (record.phase === 'closing') return made({ change: { phase: 'dropped' }, event: 'ticket_dropped' });
  if (found.value !== null) return made(countedUp(making, one));
  if (companyId === null) return permanent(notMatched);
  const [summary = '', ...rest] = one.text.split('\n');
  const opened = await system.open({ companyId, summary, description: rest.join('\n'), reference });
  return opened.kind === 'ok' ? made(withTicket(making, opened.value)) : opened;
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
  if (there.isClosed) return made({ change: { there, ...closedAs(record) }, event: closedEvent(record) });
  const marker = markerOf(record, one);
  const noted = made({ change: { there }, event: 'ticket_noted' });
  if (one.tries > 1) {
    const has = await system.hasNote(ticketId, `[${marker}]`);
    if (has.kind !== 'ok') return has;
    if (has.value) return noted;
  }
  const added = await system.addNote(ticketId, withMarker(one.text, marker));
  return added.kind === 'ok' ? noted : added;
}

async function close(
  { system, record, now }: Making,
  ticketId: string,
  one: TicketStep,
): Promise<TicketAnswer<StepMade>> {
  const states = await system.states([ticketId]);
  if (states.kind !== 'ok') return states;
  const there = thereOf(states.value[0], now);
  const over = made({ change: { there: { ...there, isClosed: true }, phase: 'closed' }, event: 'ticket_closed' });
  if (there.isClosed) return over;
  const closed = await system.close(ticketId, withMarker(one.text, markerOf(record, one)));
  return closed.kind === 'ok' ? over : closed;
}

/** Makes one step in its system. Made before by whoever died over it, it is not made again. */
export async function makeStep(making: Making, one: TicketStep): Promise<TicketAnswer<StepMade>> {
  if (one.kind === 'open') return open(making, one);
  const { ticket } = making.record;
  if (ticket === null) return permanent('There is no ticket that this could be told.');
  return one.kind === 'note' ? note(making, ticket.id, one) : close(making, ticket.id, one);
}
