import { givenNames, surnames } from './name-tables.ts';
import { accountTraits, type TenantDirectory } from './tenant-directory.ts';
import { indexOfName, userNames } from './users.ts';

/** Whose names can make this address: the names say the index. Whoever was changed may have any. */
export function indexesOfAddress({ key, profile, changedAccounts }: TenantDirectory, address: string): number[] {
  const local = address.toLowerCase().split('@')[0] ?? '';
  const [, emergency] = /^emergency\.access(\d+)$/.exec(local) ?? [];
  // A guest's user principal name has the partner's domain behind an underscore.
  const [, given = '', surname = '', round = '1'] = /^([a-z]+)\.([a-z]+?)(\d*)(?:_.*)?$/.exec(local) ?? [];
  const places = [givenNames, surnames].map((names, table) =>
    names.findIndex((name) => name.toLowerCase() === (table === 0 ? given : surname)),
  );
  const [first = -1, last = -1] = places;
  const named =
    emergency === undefined
      ? first < 0 || last < 0
        ? null
        : indexOfName(key, first | (last << 6), Math.max(0, Number(round || '1') - 1))
      : Number(emergency) - 1;
  const found = new Set([...changedAccounts.keys(), ...(named === null ? [] : [named])]);
  return [...found].filter((index) => index >= 0 && index < profile.userCount).sort((a, b) => a - b);
}

/** The index of the user with this object id, user principal name or mail address; null where there is none. */
export function findUserIndex(directory: TenantDirectory, nameOrId: string): number | null {
  const byId = directory.indexOfUser(nameOrId);
  if (byId !== null || !nameOrId.includes('@')) return byId;
  const wanted = nameOrId.toLowerCase();
  const found = indexesOfAddress(directory, wanted).find((index) => {
    const names = userNames(directory, index, accountTraits(directory, index));
    return names.userPrincipalName.toLowerCase() === wanted || names.mail?.toLowerCase() === wanted;
  });
  return found ?? null;
}
