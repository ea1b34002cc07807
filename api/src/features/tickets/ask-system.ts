import type { TicketChoiceList, TicketChoices } from '@tenantry/contract/ticket-systems';
import { EnvelopeError } from '../../domain/secrets/envelope.ts';
import { noteReached, noteTrouble, reachSystem } from '../../domain/tickets/system-access.ts';
import type { TicketParts } from '../../domain/tickets/ticket-parts.ts';
import { AppError } from '../../http/app-error.ts';
import type { Caller } from '../../http/caller.ts';
import { update } from '../../ports/collection.ts';
import type { TicketAnswer, TicketCompany, TicketFailure, TicketSystem } from '../../ports/ticket-system.ts';
import type { TicketSystemRecord } from '../../store/ticket-systems.ts';
import { systemOf } from './ticket-system-service.ts';

/** Asks a system for something now. A secret that does not open is an answer too. */
async function asked<T>(
  parts: TicketParts,
  system: TicketSystemRecord,
  question: (system: TicketSystem) => Promise<TicketAnswer<T>>,
): Promise<TicketAnswer<T>> {
  try {
    return await question(await reachSystem(parts, system));
  } catch (error) {
    if (!(error instanceof EnvelopeError)) throw error;
    const reason = `The secrets of ${system.name} cannot be opened. Enter them again.`;
    return { kind: 'failed', reason, isPermanent: true, concerns: 'system' };
  }
}

/** @throws AppError CONFLICT with what the system answered */
function answered<T>(answer: TicketAnswer<T>): T {
  if (answer.kind === 'ok') return answer.value;
  throw new AppError('CONFLICT', answer.reason);
}

/** Signs in and tells what answered; it is kept on the system, with its entry in the trail. @throws AppError NOT_FOUND */
export async function testSystem(
  parts: TicketParts,
  caller: Caller,
  systemId: string,
): Promise<{ isOk: boolean; message: string }> {
  const system = await systemOf(parts, systemId);
  const answer = await asked(parts, system, (one) => one.test());
  const isOk = answer.kind === 'ok';
  const message = isOk ? answer.value : answer.reason;
  const at = parts.clock.now().toISOString();
  await parts.trail.record({
    eventType: 'ticket_system_tested',
    user: caller.user.username,
    target: system.name,
    tenantId: null,
    details: { systemId, isOk, message },
  });
  await update(parts.ticketSystems, systemId, (current) => ({ ...current, tested: { at, isOk, message } }));
  if (isOk) await noteReached(parts, systemId);
  else if ((answer as TicketFailure).concerns === 'system') await noteTrouble(parts, systemId, answer as TicketFailure);
  return { isOk, message };
}

/** What can be chosen, asked for now. @throws AppError NOT_FOUND; CONFLICT with what the system answered */
export async function choicesOfSystem(
  parts: TicketParts,
  systemId: string,
  chosen: TicketChoices,
): Promise<TicketChoiceList[]> {
  const system = await systemOf(parts, systemId);
  return answered(await asked(parts, system, (one) => one.choices({ ...system.choices, ...chosen })));
}

/** A list is read again after this long; it is kept in memory alone. */
const keptMs = 10 * 60_000;
/** Pages that are read at most: HaloPSA has a hundred companies on one, and few requests to give. */
const pagesAtMost = 50;

type Kept = { at: number; revision: number; companies: readonly TicketCompany[] };

/** The companies of ticket systems, as they were read within the last minutes by this process. */
export function createCompanyLists(parts: TicketParts) {
  const lists = new Map<string, Kept>();

  async function read(system: TicketSystemRecord): Promise<TicketAnswer<readonly TicketCompany[]>> {
    const companies: TicketCompany[] = [];
    return asked(parts, system, async (one) => {
      let page: number | null = 1;
      for (let count = 0; page !== null && count < pagesAtMost; count += 1) {
        const answer: Awaited<ReturnType<TicketSystem['companies']>> = await one.companies(page);
        if (answer.kind !== 'ok') return answer;
        companies.push(...answer.value.companies);
        page = answer.value.next;
      }
      return { kind: 'ok', value: companies };
    });
  }

  /** @returns what the system answered where it did not answer with its companies */
  async function of(system: TicketSystemRecord): Promise<TicketAnswer<readonly TicketCompany[]>> {
    const now = parts.clock.now().getTime();
    const kept = lists.get(system.id);
    if (kept && kept.revision === system.revision && now - kept.at < keptMs)
      return { kind: 'ok', value: kept.companies };
    const answer = await read(system);
    if (answer.kind === 'ok') lists.set(system.id, { at: now, revision: system.revision, companies: answer.value });
    return answer;
  }

  return {
    of,
    /** @throws AppError CONFLICT with what the system answered */
    required: async (system: TicketSystemRecord) => answered(await of(system)),
  };
}

export type CompanyLists = ReturnType<typeof createCompanyLists>;
