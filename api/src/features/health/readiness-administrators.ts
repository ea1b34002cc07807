import type { ReadinessItem } from '@tenantry/contract/health';
import type { UserRecord, UserStore } from '../../store/users.ts';
import { counted, needsAttention, ready } from './readiness-item.ts';

export type AdministratorDependencies = { users: Pick<UserStore, 'administrators'> };

const isOfAll = ({ isDisabled, scope }: UserRecord) => !isDisabled && scope.kind === 'all';

function secondItem(administrators: readonly UserRecord[]): ReadinessItem {
  const named = { id: 'administrators.second', label: 'A second administrator' };
  if (administrators.length > 1) return ready(named, `${administrators.length} people administer all tenants.`);
  return needsAttention(named, 'Only one person administers all tenants. Without them, nobody can.', {
    action: 'Make a second person an administrator of all tenants.',
    page: 'users',
  });
}

/** Whoever signs in with Microsoft is asked by their directory, about which nothing is said here. */
function authenticatorItem(administrators: readonly UserRecord[]): ReadinessItem {
  const named = { id: 'administrators.authenticator', label: 'Authenticator apps' };
  const local = administrators.filter(({ m365Id }) => m365Id === null);
  if (local.length === 0) return ready(named, 'All administrators sign in with Microsoft.');
  const without = local.filter(({ authenticator }) => (authenticator?.confirmedAt ?? null) === null);
  if (without.length === 0) return ready(named, 'Each administrator with a password has one.');
  const who = `${without.length} of ${counted(local.length, 'administrator')} with a password`;
  return needsAttention(named, `${who} ${without.length === 1 ? 'signs' : 'sign'} in without a second factor.`, {
    action: 'Each of them sets up an authenticator app on their profile.',
    page: 'profile',
  });
}

/** Whether more than one person can administer this installation, and how well they prove who they are. */
export async function administratorItems({ users }: AdministratorDependencies): Promise<ReadinessItem[]> {
  const administrators = (await users.administrators()).filter(isOfAll);
  return [secondItem(administrators), authenticatorItem(administrators)];
}
