import { accountTraits, type TenantDirectory } from './tenant-directory.ts';
import { userNames } from './users.ts';

/** The index of the user with this object id, user principal name or mail address; null where there is none. */
export function findUserIndex(directory: TenantDirectory, nameOrId: string): number | null {
  const byId = directory.indexOfUser(nameOrId);
  if (byId !== null || !nameOrId.includes('@')) return byId;
  const wanted = nameOrId.toLowerCase();
  for (let index = 0; index < directory.profile.userCount; index++) {
    const names = userNames(directory, index, accountTraits(directory, index));
    if (names.userPrincipalName.toLowerCase() === wanted || names.mail?.toLowerCase() === wanted) return index;
  }
  return null;
}
