import { setTimeout } from 'node:timers/promises';
import { createOnce, replaceIfUnchanged, type Stored } from '../../ports/collection.ts';
import type { AccessChange, AdministratorsRecord, AdministratorsStore, UserPatch } from '../../store/administrators.ts';
import { administratorsId } from '../../store/administrators.ts';
import type { UserRecord, UserStore } from '../../store/users.ts';

/**
 * Whether somebody can administer the installation: enabled, role admin, all tenants. An administrator of some tenants cannot
 * give anybody anything back, so they are no reason to let the last of the others go.
 */
export const isAdministrator = ({
  role,
  scope,
  isDisabled,
}: Pick<UserRecord, 'role' | 'scope' | 'isDisabled'>): boolean =>
  role === 'admin' && scope.kind === 'all' && !isDisabled;

/** Whether a change takes that from somebody who has it. It depends on the change alone, whatever was read of the user. */
export function endsAdministration({ kind, patch }: Pick<AccessChange, 'kind' | 'patch'>): boolean {
  const { role = 'admin', scope = { kind: 'all' }, isDisabled = false }: UserPatch = patch;
  return kind === 'delete' || (kind === 'change' && !isAdministrator({ role, scope, isDisabled }));
}

type Dependencies = {
  users: Pick<UserStore, 'get' | 'replace' | 'administrators'>;
  administrators: AdministratorsStore;
};

/** The record; built from the users where there is none yet, as in an installation of before. */
async function readAdministrators({ users, administrators }: Dependencies): Promise<Stored<AdministratorsRecord>> {
  const stored = await administrators.get(administratorsId);
  if (stored) return stored;
  const members = (await users.administrators()).filter(isAdministrator).map(({ id }) => id);
  const record: AdministratorsRecord = { id: administratorsId, key: administratorsId, members, changes: [] };
  const created = await createOnce(administrators, record);
  const present = created ?? (await administrators.get(administratorsId));
  if (!present) throw new Error('The record of the administrators was deleted while it was being made');
  return present;
}

/** A change that comes between costs another try, a little later. So many nobody makes at once. */
const triesAtMost = 200;

/**
 * Changes the record until no one came between.
 * @param change null ends it without a change
 * @returns what it was decided for; null where `change` gave that
 */
export async function updateAdministrators(
  dependencies: Dependencies,
  change: (record: AdministratorsRecord) => Promise<AdministratorsRecord | null>,
): Promise<AdministratorsRecord | null> {
  for (let tries = 0; tries < triesAtMost; tries += 1) {
    const { value, etag } = await readAdministrators(dependencies);
    const next = await change(value);
    if (!next) return null;
    const written = await replaceIfUnchanged(dependencies.administrators, next, etag);
    if (written) return written.value;
    await setTimeout(Math.random() * Math.min(50, 2 * (tries + 1)));
  }
  throw new Error(`The record of the administrators changed ${triesAtMost} times in a row`);
}

/** Enough that the next change need not look again. */
const foundAtOnce = 5;

/** The user as they are at this moment: writing them with the etag that was read proves that nobody came between. */
async function asOfNow(users: Dependencies['users'], id: string): Promise<UserRecord | null> {
  const stored = await users.get(id);
  return stored && ((await replaceIfUnchanged(users, stored.value, stored.etag))?.value ?? null);
}

/**
 * Administrators beside one user, for the record as it was read: those that it names and that still are, else others that are
 * found among the users. Who is being changed counts as none.
 */
export async function othersThan(
  { users }: Dependencies,
  { members, changes }: AdministratorsRecord,
  userId: string,
): Promise<string[]> {
  const named: string[] = [];
  for (const [index, id] of members.entries()) {
    if (id === userId) continue;
    const stored = await users.get(id);
    // One is enough: the others are looked at when it is their turn.
    if (stored && isAdministrator(stored.value)) {
      return [id, ...members.slice(index + 1).filter((other) => other !== userId)];
    }
  }
  const changing = new Set(changes.map((change) => change.userId));
  for (const { id } of (await users.administrators()).filter(isAdministrator)) {
    if (named.length >= foundAtOnce) break;
    if (id === userId || changing.has(id)) continue;
    const now = await asOfNow(users, id);
    if (now && isAdministrator(now)) named.push(id);
  }
  return named;
}
