import { type JsonObject, objectAt, textsAt } from '../../facts/json-reader.ts';
import { directorySyncRoles } from '../../microsoft/privileged-roles.ts';
import type { Exemption } from '../shared/check.ts';
import { excludedGuests } from './items.ts';

/** The roles of directory synchronization, where the policy leaves them out (Microsoft Learn, "User exclusions"). */
export function expectedExclusions(raw: JsonObject): string[] {
  const roles = textsAt(raw, 'conditions', 'users', 'excludeRoles').map((role) => role.trim().toLowerCase());
  return [...new Set(roles)].filter((role) => directorySyncRoles.includes(role)).map((role) => `role:${role}`);
}

/**
 * What a policy leaves out and the customer declared as intended (emergency access accounts), as items of a sign-in:
 * `user:id`, `group:id`, `app:id`, `guest:kind`. A pass that accepts them has to name them: without them "every user" is
 * not true.
 */
export function acceptedExclusions(raw: JsonObject, exemption: Exemption): string[] {
  const users = objectAt(raw, 'conditions', 'users');
  const applications = objectAt(raw, 'conditions', 'applications');
  const both = (excluded: readonly string[], declared: readonly string[], kind: string): string[] => {
    const ids = new Set(declared.map((id) => id.toLowerCase()));
    const left = excluded.map((id) => id.toLowerCase());
    return left.filter((id) => ids.has(id)).map((id) => `${kind}:${id}`);
  };
  const declaredGuests = new Set(exemption.guestUserTypes.map((type) => `guest:${type.trim().toLowerCase()}`));
  return [
    ...both(textsAt(users, 'excludeUsers'), exemption.users, 'user'),
    ...both(textsAt(users, 'excludeGroups'), exemption.groups, 'group'),
    ...both(textsAt(applications, 'excludeApplications'), exemption.applications, 'app'),
    ...excludedGuests(users).filter((item) => declaredGuests.has(item.split('@')[0] ?? '')),
  ];
}
