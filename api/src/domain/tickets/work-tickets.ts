import { update } from '../../ports/collection.ts';
import { statesAtOnce, type TicketFailure, type TicketSystem } from '../../ports/ticket-system.ts';
import { everyTenant } from '../../store/scope.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import type { TicketSystemRecord } from '../../store/ticket-systems.ts';
import type { TicketRecord, TicketStep } from '../../store/tickets.ts';
import { changeAndSeal } from '../audit-trail/outbox.ts';
import { acquireLease, type Lease } from '../lease/lease.ts';
import { EnvelopeError } from '../secrets/envelope.ts';
import { followSafely } from './follow-work.ts';
import { closedAs, closedEvent, type Making, makeStep, type StepMade, thereOf } from './make-step.ts';
import { companyOf, notMatched } from './request-ticket.ts';
import { noteReached, noteTrouble, reachSystem, whyPaused } from './system-access.ts';
import type { TicketParts } from './ticket-parts.ts';
import { isCurrent, trailed, withoutRefusedNote, withStepMade } from './ticket-record.ts';
import { takeTurn, turnsAMinute } from './ticket-turns.ts';

/** Longer than a step with all its requests takes. */
const leaseForMs = 2 * 60_000;
const readEveryMs = 15 * 60_000;
/** A ticket that was closed over there may be opened again over there. */
const readClosedEveryMs = 6 * 3_600_000;
const backoffMs = (tries: number): number => Math.min(60_000 * 2 ** Math.min(tries, 6), 3_600_000);

/** Why the work of a system goes on with no other ticket. */
type Ended = 'done' | 'stop';
type Reached = { record: TicketSystemRecord; system: TicketSystem };

const readDueAfter = (phase: TicketRecord['phase'], now: Date): string => {
  if (phase !== 'open' && phase !== 'closing' && phase !== 'closedThere') return '';
  return new Date(now.getTime() + (phase === 'closedThere' ? readClosedEveryMs : readEveryMs)).toISOString();
};

function afterSuccess(
  current: TicketRecord,
  stepId: string,
  { change, event, next = [] }: StepMade,
  now: Date,
): TicketRecord {
  // Somebody may have done the same step: it is told once.
  if (!current.steps.some(({ id }) => id === stepId)) return current;
  // Its work may have become another while the step was made.
  if (change.phase === 'dropped' && current.phase !== 'closing') return current;
  const phase = change.phase === 'open' && current.phase === 'closing' ? 'closing' : (change.phase ?? current.phase);
  const steps = [...next, ...current.steps];
  const made = withStepMade({ ...current, ...change, phase, steps }, stepId, now);
  const isOver = !isCurrent(made);
  const rest = isOver ? { ...made, steps: [], dueAt: '' } : made;
  const read = { ...rest, readDueAt: readDueAfter(rest.phase, now) };
  return event === null ? read : trailed(read, event, 'system', now, { step: stepId });
}

function afterFailure(
  current: TicketRecord,
  { id, tries }: TicketStep,
  failure: TicketFailure,
  now: Date,
): TicketRecord {
  // It was given up meanwhile.
  if (!current.steps.some((one) => one.id === id)) return current;
  const { reason, isPermanent, concerns, retryAfterSeconds } = failure;
  const waitMs = retryAfterSeconds === undefined ? backoffMs(tries) : retryAfterSeconds * 1000;
  const isFinal = isPermanent && concerns === 'ticket';
  const failed: TicketRecord = {
    ...current,
    failure: { reason, at: now.toISOString(), isPermanent: isFinal },
    dueAt: isFinal ? '' : concerns === 'system' ? now.toISOString() : new Date(now.getTime() + waitMs).toISOString(),
    updatedAt: now.toISOString(),
  };
  return withoutRefusedNote(failed, now);
}

/** Makes the steps of a ticket that are due, one after the other. Called under its lease. */
async function makeSteps(
  parts: TicketParts,
  { record: systemRecord, system }: Reached,
  tenant: TenantRecords,
  ticketId: string,
  lease: Lease,
): Promise<Ended> {
  const { trail, clock, ticketTable } = parts;
  for (let count = 0; ; count += 1) {
    const stored = (await tenant.tickets.get(ticketId))?.value;
    const first = stored?.steps[0];
    if (!stored || !first || stored.dueAt === '' || stored.dueAt > clock.now().toISOString()) return 'done';
    // A step is shorter than the lease; several may be longer.
    if (count > 0 && !(await lease.renew())) return 'done';
    if (!(await takeTurn(ticketTable, systemRecord.id, clock))) return 'stop';
    // Counted before it is tried: whoever takes it up after a kill knows that it may have been made.
    const tried = { ...first, tries: first.tries + 1 };
    const record = await update(tenant.tickets, ticketId, (current) => ({
      ...current,
      steps: current.steps.map((one) => (one.id === first.id ? tried : one)),
    }));
    if (!record) return 'done';
    const company = first.kind === 'open' ? await companyOf(tenant, systemRecord.id) : null;
    const making: Making = {
      system,
      record,
      companyId: company?.id ?? null,
      notMatched: notMatched(tenant.tenant.name, systemRecord.name),
      now: clock.now(),
    };
    const answer = await makeStep(making, tried);
    if (answer.kind !== 'ok') {
      await update(tenant.tickets, ticketId, (current) => afterFailure(current, tried, answer, clock.now()));
      if (answer.concerns === 'ticket') return 'done';
      await noteTrouble(parts, systemRecord.id, answer);
      return 'stop';
    }
    await changeAndSeal(trail, tenant.tickets, ticketId, (current) =>
      afterSuccess(current, first.id, answer.value, clock.now()),
    );
    if (systemRecord.trouble !== null) await noteReached(parts, systemRecord.id);
  }
}

/** Makes what is due of one ticket; nothing where another process is at it. */
async function workOne(parts: TicketParts, reached: Reached, tenant: TenantRecords, ticketId: string): Promise<Ended> {
  const lease = await acquireLease(parts.leases, `ticket-${ticketId}`, { clock: parts.clock, forMs: leaseForMs });
  if (!lease) return 'done';
  try {
    return await makeSteps(parts, reached, tenant, ticketId, lease);
  } finally {
    await lease.release();
  }
}

/** The system, where something may be sent to it now. */
async function reach(parts: TicketParts, systemId: string): Promise<Reached | null> {
  const record = (await parts.ticketSystems.get(systemId))?.value;
  if (!record || whyPaused(record, parts.clock.now()) !== null) return null;
  try {
    return { record, system: await reachSystem(parts, record) };
  } catch (error) {
    if (!(error instanceof EnvelopeError)) throw error;
    const reason = `The secrets of ${record.name} cannot be opened. Enter them again.`;
    await noteTrouble(parts, systemId, { kind: 'failed', reason, isPermanent: true, concerns: 'system' });
    return null;
  }
}

/** The ticket with what its system says of it. */
function afterRead(current: TicketRecord, there: NonNullable<TicketRecord['there']>, now: Date): TicketRecord {
  const wasClosed = current.phase === 'closedThere';
  if (current.phase !== 'open' && current.phase !== 'closing' && !wasClosed) return { ...current, readDueAt: '' };
  const asOpen: TicketRecord['phase'] = wasClosed ? 'open' : current.phase;
  const phase = !there.isClosed ? asOpen : wasClosed ? current.phase : closedAs(current).phase;
  const isSame = phase === current.phase && there.status === current.there?.status;
  const next = {
    ...current,
    ...{ there, phase, readDueAt: readDueAfter(phase, now), closingTried: false },
    ...(isSame ? {} : { updatedAt: now.toISOString() }),
  };
  if (!there.isClosed || wasClosed) return next;
  const over = { ...next, steps: [], dueAt: '', failure: null };
  return trailed(over, closedEvent(current), 'system', now, { status: there.status });
}

/** Asks a page of open tickets how they stand, and holds them against their work. */
async function readStates(parts: TicketParts, { record, system }: Reached): Promise<void> {
  const { tickets, tenants, clock, trail, ticketTable } = parts;
  const page = await tickets.toRead(everyTenant, record.id, clock.now(), statesAtOnce);
  const known = page.flatMap((one) => (one.ticket === null ? [] : [{ ...one, ticket: one.ticket }]));
  if (known.length === 0 || !(await takeTurn(ticketTable, record.id, clock))) return;
  const answer = await system.states(known.map(({ ticket }) => ticket.id));
  if (answer.kind !== 'ok') return noteTrouble(parts, record.id, answer);
  const states = new Map(answer.value.map((state) => [state.id, state]));
  for (const [tenantId, own] of Map.groupBy(known, (one) => one.tenantId)) {
    const tenant = await tenants.open(everyTenant, tenantId);
    if (!tenant) continue;
    for (const { id, ticket } of own) {
      const now = clock.now();
      await changeAndSeal(trail, tenant.tickets, id, (current) =>
        current.ticket?.id === ticket.id ? afterRead(current, thereOf(states.get(ticket.id), now), now) : current,
      );
    }
    await followSafely(parts, tenant);
  }
}

/**
 * Works off what is due in one system: steps first, then a page of states. Delivered twice, late or after a kill, each step is made
 * once; what does not fit into the minute waits for the next.
 */
export async function workSystem(parts: TicketParts, systemId: string): Promise<void> {
  const { tickets, tenants, clock, log } = parts;
  const reached = await reach(parts, systemId);
  if (!reached) return;
  for (const { id, tenantId } of await tickets.due(everyTenant, systemId, clock.now(), turnsAMinute)) {
    const tenant = await tenants.open(everyTenant, tenantId);
    if (!tenant) continue;
    try {
      if ((await workOne(parts, reached, tenant, id)) === 'stop') return;
    } catch (error) {
      log('The work of a ticket broke off', { tenantId, error });
    }
  }
  await readStates(parts, reached);
}

/** Makes what is due of one ticket now, for somebody who waits for it; what cannot be made now is made by the sweep. */
export async function workTicketNow(parts: TicketParts, tenant: TenantRecords, ticket: TicketRecord): Promise<void> {
  const reached = await reach(parts, ticket.systemId);
  if (reached) await workOne(parts, reached, tenant, ticket.id);
}
