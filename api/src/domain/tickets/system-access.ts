import { ticketAccountFields } from '@tenantry/contract/ticket-systems';
import { update } from '../../ports/collection.ts';
import type { TicketFailure, TicketSystem } from '../../ports/ticket-system.ts';
import type { Envelope } from '../../store/credentials.ts';
import type { TicketSystemRecord } from '../../store/ticket-systems.ts';
import { changeAndSeal } from '../audit-trail/outbox.ts';
import { decryptSecret, EnvelopeError, encryptSecret } from '../secrets/envelope.ts';
import type { Reencrypted } from '../secrets/rotate-data-key.ts';
import type { TicketParts } from './ticket-parts.ts';

const placeOf = (systemId: string, field: string) => ({ owner: `ticket-system/${systemId}`, field });

/** Secrets as they are kept: under the current data key, each bound to its system and field. */
export async function sealedSecrets(
  { dataKeys }: Pick<TicketParts, 'dataKeys'>,
  systemId: string,
  secrets: Readonly<Record<string, string>>,
): Promise<Record<string, Envelope>> {
  const key = await dataKeys.current();
  return Object.fromEntries(
    Object.entries(secrets).map(([field, secret]) => [field, encryptSecret(secret, placeOf(systemId, field), key)]),
  );
}

/** @throws EnvelopeError where one does not open */
async function openedSecrets(
  { dataKeys }: Pick<TicketParts, 'dataKeys'>,
  { id, secrets }: Pick<TicketSystemRecord, 'id' | 'secrets'>,
): Promise<Record<string, string>> {
  const opened = await Promise.all(
    Object.entries(secrets).map(async ([field, envelope]) => {
      const key = await dataKeys.version(envelope.keyVersion);
      return [field, decryptSecret(envelope, placeOf(id, field), key)] as const;
    }),
  );
  return Object.fromEntries(opened);
}

/** The system behind a record, its secrets opened. @throws EnvelopeError where one does not open */
export async function reachSystem(
  parts: Pick<TicketParts, 'dataKeys' | 'openSystem'>,
  system: TicketSystemRecord,
): Promise<TicketSystem> {
  const { kind, address, account, choices } = system;
  return parts.openSystem({ kind, address, account, choices, secrets: await openedSecrets(parts, system) });
}

/** Puts the secrets of every ticket system under the current data key; one that does not open stays and is counted. */
export async function reencryptTicketSecrets(
  parts: Pick<TicketParts, 'dataKeys' | 'ticketSystems' | 'trail'>,
): Promise<Reencrypted> {
  const outcome = { reencrypted: 0, corrupted: 0 };
  for (const system of await parts.ticketSystems.all()) {
    const count = Object.keys(system.secrets).length;
    try {
      const sealed = await sealedSecrets(parts, system.id, await openedSecrets(parts, system));
      // Saved anew meanwhile, they are under the new key already.
      await changeAndSeal(parts.trail, parts.ticketSystems, system.id, (current) =>
        JSON.stringify(current.secrets) === JSON.stringify(system.secrets) ? { ...current, secrets: sealed } : current,
      );
      outcome.reencrypted += count;
    } catch (error) {
      if (!(error instanceof EnvelopeError)) throw error;
      outcome.corrupted += count;
    }
  }
  return outcome;
}

/** The fields that have to be chosen before a ticket can be opened, by kind. */
const neededChoices = {
  halopsa: ['ticketTypeId', 'closedStatusId', 'noteOutcomeId'],
  connectwise: ['boardId', 'closedStatusId'],
  autotask: ['queueId', 'newStatusId', 'closedStatusId', 'priorityId', 'noteTypeId', 'publishId'],
} as const satisfies Record<TicketSystemRecord['kind'], readonly string[]>;

export const choicesMissing = ({ kind, choices }: Pick<TicketSystemRecord, 'kind' | 'choices'>): string[] =>
  neededChoices[kind].filter((field) => !choices[field]);

/** The names of the fields of a kind, apart by whether they are secret. */
export function accountFieldsOf(kind: TicketSystemRecord['kind']) {
  const fields = ticketAccountFields[kind];
  return { plain: fields.filter(({ isSecret }) => !isSecret), secret: fields.filter(({ isSecret }) => isSecret) };
}

/** Where a system is. What differs in it is another system: its tickets and companies have nothing to do with those of before. */
export function destinationOf({
  kind,
  address,
  account,
}: Pick<TicketSystemRecord, 'kind' | 'address' | 'account'>): string {
  const named = ticketAccountFields[kind].filter(({ isPlace }) => isPlace).map(({ name }) => account[name] ?? '');
  return JSON.stringify([URL.parse(address)?.origin ?? address, ...named]);
}

/** Why nothing may be sent to a system now; null where something may. */
export function whyPaused(system: TicketSystemRecord, now: Date): string | null {
  const { name, trouble, isOn, isForgetting } = system;
  if (!isOn) return `${name} is switched off.`;
  if (isForgetting) return `${name} leads elsewhere now. What is kept of its tickets is being forgotten.`;
  if (choicesMissing(system).length > 0) return `${name} is not set up: board, queue or statuses are not chosen yet.`;
  if (trouble === null || (trouble.retryAt !== '' && trouble.retryAt <= now.toISOString())) return null;
  return trouble.reason;
}

/** Notes that a system cannot be used; since when stays. */
export async function noteTrouble(
  { ticketSystems, clock }: Pick<TicketParts, 'ticketSystems' | 'clock'>,
  systemId: string,
  { reason, isPermanent, retryAfterSeconds = 60 }: TicketFailure,
): Promise<void> {
  const now = clock.now();
  const retryAt = isPermanent ? '' : new Date(now.getTime() + Math.min(retryAfterSeconds, 3600) * 1000).toISOString();
  await update(ticketSystems, systemId, (current) => ({
    ...current,
    trouble: { since: current.trouble?.since ?? now.toISOString(), reason, retryAt },
  }));
}

/** Notes that a system answers. */
export async function noteReached(
  { ticketSystems }: Pick<TicketParts, 'ticketSystems'>,
  systemId: string,
): Promise<void> {
  await update(ticketSystems, systemId, (current) =>
    current.trouble === null ? current : { ...current, trouble: null },
  );
}
