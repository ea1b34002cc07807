import type { Group } from '@microsoft/microsoft-graph-types';
import { hash32, hashFraction } from '../counter-hash.ts';
import { dayMs, graphTime } from '../graph-time.ts';
import { groupTopics } from './name-tables.ts';
import type { TenantDirectory } from './tenant-directory.ts';

const salt = { kind: 61, visibility: 62, start: 63, size: 64, age: 65 };

function groupObject(directory: TenantDirectory, index: number, anchorMs: number) {
  const named = directory.profile.groups[index];
  const ordinal = index - directory.profile.groups.length;
  const unified = named ? named.kind === 'unified' : hash32(directory.key, index, salt.kind) % 3 !== 0;
  const publicShare = directory.profile.publicGroupPercent;
  const isPublic = hashFraction(directory.key, index, salt.visibility) * 100 < publicShare;
  const generatedName = `${groupTopics[ordinal & 15] ?? 'Team'}${ordinal < 16 ? '' : ` ${(ordinal >>> 4) + 1}`}`;
  const displayName = named?.displayName ?? generatedName;
  const nickname = displayName.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return {
    id: directory.groupIdAt(index),
    displayName,
    description: null,
    groupTypes: unified ? ['Unified'] : [],
    mail: unified ? `${nickname}@${directory.profile.domain}` : null,
    mailEnabled: unified,
    mailNickname: nickname,
    securityEnabled: !unified,
    isAssignableToRole: named?.roleAssignable === true ? true : null,
    visibility: named?.visibility ?? (unified ? (isPublic ? 'Public' : 'Private') : null),
    createdDateTime: graphTime(anchorMs - (30 + (hash32(directory.key, index, salt.age) % 1500)) * dayMs),
    onPremisesSyncEnabled: null,
    membershipRule: null,
  } satisfies Group;
}

/** The group at `index`: the profile's named groups first, then the generated ones. */
export function groupAt(directory: TenantDirectory, index: number, anchorMs: number): Group {
  const group = groupObject(directory, index, anchorMs);
  return { ...group, visibility: directory.changedGroups.visibility.get(group.id) ?? group.visibility };
}

/** How many users the group has and which: position -> index of the user. */
export function groupMembers(
  directory: TenantDirectory,
  index: number,
): { count: number; userIndex(position: number): number } {
  const { firstUserCount } = directory;
  const named = directory.profile.groups[index];
  if (named) {
    const members = named.members.filter((member) => member < firstUserCount);
    return { count: members.length, userIndex: (position) => members[position] ?? 0 };
  }
  const start = hash32(directory.key, index, salt.start) % firstUserCount;
  const count = Math.min(firstUserCount, 3 + (hash32(directory.key, index, salt.size) % 40));
  return { count, userIndex: (position) => (start + position) % firstUserCount };
}
