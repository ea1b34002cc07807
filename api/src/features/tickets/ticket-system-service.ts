import type { Parsed } from '@tenantry/contract/endpoint';
import type {
  changeTicketSystem,
  createTicketSystem,
  TicketSystem as TicketSystemView,
} from '@tenantry/contract/ticket-systems';
import { changeAndSeal, emptyOutbox, settleOutbox, withEntry } from '../../domain/audit-trail/outbox.ts';
import { whatChanged } from '../../domain/audit-trail/what-changed.ts';
import { finishForgetting, forgetTickets } from '../../domain/tickets/forget-tickets.ts';
import { accountFieldsOf, choicesMissing, destinationOf, sealedSecrets } from '../../domain/tickets/system-access.ts';
import type { TicketParts } from '../../domain/tickets/ticket-parts.ts';
import { beginRuleAnew } from '../../domain/tickets/ticket-rule.ts';
import { AppError } from '../../http/app-error.ts';
import type { Caller } from '../../http/caller.ts';
import { createOnce, RecordExistsError, update } from '../../ports/collection.ts';
import { everyTenant } from '../../store/scope.ts';
import { type TicketSystemRecord, ticketSystemKey } from '../../store/ticket-systems.ts';

const systemsAtMost = 10;
const told = ['name', 'kind', 'address', 'account', 'choices', 'isOn', 'rule'] as const;

const noSuchSystem = () => new AppError('NOT_FOUND', 'There is no such ticket system. Somebody may have deleted it.');
const fieldError = (path: string, message: string, code: 'CONFLICT' | 'INVALID_INPUT' = 'INVALID_INPUT') =>
  new AppError(code, `${message}.`, { fields: [{ path, message }] });
const nameTaken = () => fieldError('name', 'Another ticket system has this name', 'CONFLICT');

/** A system as administrators see it: of its secrets the names alone. */
async function systemView({ tickets }: TicketParts, system: TicketSystemRecord): Promise<TicketSystemView> {
  const { secrets, rule, trouble, account, choices, outbox: _, hasOutbox: _has, key: _key, ...rest } = system;
  const { createdAt: _created, isForgetting: _forgetting, ...shown } = rest;
  const [counts, matches] = await Promise.all([
    tickets.counts(everyTenant, system.id),
    tickets.matches(everyTenant, system.id),
  ]);
  return {
    ...shown,
    account: { ...account },
    secretsKept: Object.keys(secrets),
    choices: { ...choices },
    choicesMissing: choicesMissing(system),
    rule: { isOn: rule.isOn, from: rule.from, groupIds: [...rule.groupIds] },
    trouble: trouble && { ...trouble, retryAt: trouble.retryAt === '' ? null : trouble.retryAt },
    counts: { ...counts, matched: matches.size },
  };
}

/** @throws AppError NOT_FOUND */
export async function systemOf({ ticketSystems }: TicketParts, systemId: string): Promise<TicketSystemRecord> {
  const stored = await ticketSystems.get(systemId);
  if (!stored) throw noSuchSystem();
  return stored.value;
}

export async function listSystems(parts: TicketParts): Promise<TicketSystemView[]> {
  const systems = await parts.ticketSystems.all();
  const sorted = systems.toSorted((a, b) => a.name.localeCompare(b.name));
  return Promise.all(sorted.map((system) => systemView(parts, system)));
}

type Given = Readonly<Record<string, string>>;

/** What was typed of the fields of its kind, without blanks. @throws AppError INVALID_INPUT for fields that it does not have, or lacks */
function knownFields(
  kind: TicketSystemRecord['kind'],
  part: 'account' | 'secrets',
  given: Given,
  isWhole: boolean,
): Record<string, string> {
  const fields = accountFieldsOf(kind)[part === 'account' ? 'plain' : 'secret'];
  const strange = Object.keys(given).find((name) => !fields.some((one) => one.name === name));
  if (strange !== undefined) throw fieldError(`${part}.${strange}`, 'There is no such field');
  const filled = Object.entries(given).flatMap(([name, value]) => (value === '' ? [] : [[name, value] as const]));
  const values = Object.fromEntries(filled);
  const missing = fields.find(({ name, isRequired }) => isRequired && values[name] === undefined);
  if (isWhole && missing) throw fieldError(`${part}.${missing.name}`, `${missing.label} is required`);
  return values;
}

const withoutSlash = (address: string): string => address.replace(/\/$/, '');

/** @throws AppError CONFLICT where the name is taken, or there are too many; INVALID_INPUT for fields that are missing or unknown */
export async function createSystem(
  parts: TicketParts,
  caller: Caller,
  body: Parsed<typeof createTicketSystem.body>,
): Promise<TicketSystemView> {
  const { ticketSystems, clock, trail } = parts;
  if ((await ticketSystems.all()).length >= systemsAtMost)
    throw new AppError('CONFLICT', `There are ${systemsAtMost} ticket systems already. Delete one first.`);
  const { kind, name } = body;
  const account = knownFields(kind, 'account', body.account, true);
  const secrets = knownFields(kind, 'secrets', body.secrets, true);
  const now = clock.now();
  const at = now.toISOString();
  const id = crypto.randomUUID();
  const made: TicketSystemRecord = {
    ...{ id, key: ticketSystemKey(name), kind, name, account },
    address: withoutSlash(body.address),
    secrets: await sealedSecrets(parts, id, secrets),
    choices: {},
    isOn: true,
    rule: { isOn: false, from: 'high', groupIds: [], since: '' },
    tested: null,
    trouble: null,
    revision: 1,
    createdAt: at,
    updatedAt: at,
    updatedBy: caller.name,
    ...emptyOutbox,
  };
  const details = whatChanged<Pick<TicketSystemRecord, (typeof told)[number]>>(null, made, told);
  const entry = { eventType: 'ticket_system_created', user: caller.user.username, target: name } as const;
  const stored = await createOnce(ticketSystems, withEntry(made, { ...entry, tenantId: null, details }, now));
  if (!stored) throw nameTaken();
  await settleOutbox(ticketSystems, stored.value, trail, stored.etag);
  return systemView(parts, stored.value);
}

type Change = Parsed<typeof changeTicketSystem.body>;

/** @throws AppError INVALID_INPUT where a new address comes without the secrets: what is kept goes to no other host */
function requireSecretsFor(system: TicketSystemRecord, { address, secrets }: Change): void {
  if (address === undefined || withoutSlash(address) === system.address) return;
  knownFields(system.kind, 'secrets', secrets ?? {}, true);
}

/** How much is kept of a system, as the trail tells it where that is forgotten. */
async function keptOf({ tickets }: TicketParts, systemId: string) {
  const kept = await tickets.ofSystem(everyTenant, systemId);
  const ticketsForgotten = kept.filter(({ kind }) => kind === 'ticket').length;
  return { ticketsForgotten, companiesForgotten: kept.length - ticketsForgotten };
}

/** Steps that were given up are due again: what was in their way may be gone. */
export async function retryFailed({ tickets, tenants, clock }: TicketParts, systemId: string, tenantId?: string) {
  for (const one of await tickets.ofSystem(everyTenant, systemId)) {
    if (one.kind !== 'ticket' || one.failure === null || (tenantId !== undefined && one.tenantId !== tenantId))
      continue;
    const tenant = await tenants.open(everyTenant, one.tenantId);
    const dueAt = clock.now().toISOString();
    if (tenant)
      await update(tenant.tickets, one.id, (current) =>
        current.steps.length === 0 ? current : { ...current, failure: null, dueAt },
      );
  }
}

async function requireGroups(
  { tenantGroups }: TicketParts,
  { rule }: Change,
  before: TicketSystemRecord,
): Promise<void> {
  const added = rule?.groupIds.filter((id) => !before.rule.groupIds.includes(id)) ?? [];
  if (added.length === 0) return;
  const known = new Set((await tenantGroups.all()).map(({ id }) => id));
  if (!added.every((id) => known.has(id))) throw fieldError('rule.groupIds', 'There is no such group');
}

/**
 * Changes a system. Whatever is changed, it is asked again at once. Where it leads elsewhere by that, its tickets and companies are
 * forgotten, and what was chosen of its lists too: their numbers mean others there.
 * @throws AppError NOT_FOUND; CONFLICT where the name is taken or somebody changed it meanwhile; INVALID_INPUT
 */
export async function changeSystem(
  parts: TicketParts,
  caller: Caller,
  systemId: string,
  body: Change,
): Promise<TicketSystemView> {
  const { ticketSystems, clock, trail } = parts;
  const before = await systemOf(parts, systemId);
  requireSecretsFor(before, body);
  await requireGroups(parts, body, before);
  const { kind } = before;
  const account = body.account && knownFields(kind, 'account', body.account, true);
  const given = body.secrets && knownFields(kind, 'secrets', body.secrets, false);
  const sealed = given && (await sealedSecrets(parts, systemId, given));
  const now = clock.now();
  const forgotten = changedSystem(before, body, { account, sealed, now }).isForgetting
    ? await keptOf(parts, systemId)
    : {};
  try {
    const changed = await changeAndSeal(trail, ticketSystems, systemId, (current): TicketSystemRecord => {
      if (current.revision !== body.revision) throw changedMeanwhile();
      const next = changedSystem(current, body, { account, sealed, now });
      const details = {
        ...whatChanged(current, next, told),
        ...forgotten,
        ...(sealed === undefined ? {} : { secretsReplaced: Object.keys(sealed) }),
      };
      const stamped = { ...next, revision: current.revision + 1, updatedAt: now.toISOString(), updatedBy: caller.name };
      const entry = { eventType: 'ticket_system_changed', user: caller.user.username, target: next.name } as const;
      return withEntry(stamped, { ...entry, tenantId: null, details }, now);
    });
    if (!changed) throw noSuchSystem();
    await finishForgetting(parts, changed);
    await retryFailed(parts, systemId);
    if (body.rule !== undefined) await beginRuleAnew(parts, systemId);
    return await systemView(parts, changed);
  } catch (error) {
    if (error instanceof RecordExistsError) throw nameTaken();
    throw error;
  }
}

const changedMeanwhile = () =>
  new AppError('CONFLICT', 'Somebody changed this ticket system meanwhile. Reload it and make your change again.');

type Prepared = {
  account: Record<string, string> | undefined;
  sealed: TicketSystemRecord['secrets'] | undefined;
  now: Date;
};

function changedSystem(
  current: TicketSystemRecord,
  body: Change,
  { account, sealed, now }: Prepared,
): TicketSystemRecord {
  const name = body.name ?? current.name;
  const address = body.address === undefined ? current.address : withoutSlash(body.address);
  const leadsElsewhere =
    destinationOf({ ...current, address, account: account ?? current.account }) !== destinationOf(current);
  const since = body.rule?.isOn === true ? current.rule.since || now.toISOString() : '';
  return {
    ...current,
    name,
    key: ticketSystemKey(name),
    address,
    account: account ?? current.account,
    secrets: sealed === undefined ? current.secrets : { ...current.secrets, ...sealed },
    choices: body.choices ?? (leadsElsewhere ? {} : current.choices),
    isForgetting: leadsElsewhere || current.isForgetting === true,
    isOn: body.isOn ?? current.isOn,
    rule: body.rule === undefined ? current.rule : { ...body.rule, since },
    trouble: null,
  };
}

/** Forgets a system and what is kept of its tickets and companies; the tickets stay in it. @throws AppError NOT_FOUND */
export async function deleteSystem(parts: TicketParts, caller: Caller, systemId: string): Promise<void> {
  const { ticketSystems, trail } = parts;
  const system = await systemOf(parts, systemId);
  const details = {
    ...whatChanged<Pick<TicketSystemRecord, (typeof told)[number]>>(system, null, told),
    ...(await keptOf(parts, systemId)),
  };
  const entry = { eventType: 'ticket_system_deleted', user: caller.user.username, target: system.name } as const;
  await trail.record({ ...entry, tenantId: null, details });
  await ticketSystems.delete(systemId);
  await forgetTickets(parts, systemId);
}
