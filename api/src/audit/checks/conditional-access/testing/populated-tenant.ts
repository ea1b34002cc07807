import type { JsonObject } from '../../../facts/json-reader.ts';
import { adminRoles, groupIds, roleIds, tenantWith } from './random-tenant.ts';

/** A tenant of random policies with people in it: a member in each combination of its groups, and one for each of its roles. */
export type Population = {
  snapshot: JsonObject;
  namedLocations: JsonObject[];
  /** Whom its directory knows by an id, as the What If call of the simulator asks. */
  find(id: string): { id: string; kind: string; tenant: string; groups: string[]; roles: string[] } | null;
};

type Person = { id: string; groups: string[]; roles: string[] };

const idOf = (ordinal: number): string => `60000000-0000-4000-8000-${String(ordinal).padStart(12, '0')}`;
const holder = '10000000-0000-4000-8000-000000000009';

function peopleOfTenant(): Person[] {
  const [first = '', second = ''] = groupIds;
  const inGroups = [[], [first], [second], [first, second]].map((groups, index) => ({
    id: idOf(index + 1),
    groups,
    roles: [],
  }));
  return [...inGroups, ...adminRoles.map((role, index) => ({ id: idOf(index + 11), groups: [], roles: [role] }))];
}

const listAt = (snapshot: JsonObject, key: string): JsonObject[] => snapshot[key] as JsonObject[];
const user = (id: string) => ({ '@odata.type': '#microsoft.graph.user', id, displayName: id });

/** @param seesRisks whether it has Entra ID P2 */
export function populated(policies: readonly JsonObject[], seesRisks: boolean): Population {
  const base = tenantWith(policies, seesRisks);
  const people = peopleOfTenant();
  const members = (group: string) => people.filter(({ groups }) => groups.includes(group)).map(({ id }) => user(id));
  const holders = (role: string) => people.filter(({ roles }) => roles.includes(role)).map(({ id }) => user(id));
  const snapshot = {
    ...base,
    users: [
      ...listAt(base, 'users').map((one) => ({ ...one, accountEnabled: true })),
      ...people.map(({ id }) => ({
        id,
        userPrincipalName: `${id}@example.com`,
        userType: 'Member',
        accountEnabled: true,
      })),
    ],
    groups: listAt(base, 'groups').map((group) => ({ ...group, members: members(String(group.id)) })),
    directoryRoles: listAt(base, 'directoryRoles').map((role) => ({
      ...role,
      members: [...(role.members as JsonObject[]), ...holders(String(role.roleTemplateId))],
    })),
  };
  const known = new Map(people.map((person) => [person.id, person]));
  known.set(holder, { id: holder, groups: [], roles: [...roleIds] });
  return {
    snapshot,
    namedLocations: listAt(snapshot, 'namedLocations'),
    find(id) {
      const person = known.get(id);
      if (person !== undefined) return { ...person, kind: '', tenant: '' };
      const account = listAt(base, 'users').find((one) => one.id === id);
      if (account === undefined) return null;
      const kind =
        account.creationType === undefined
          ? ''
          : account.userType === 'Guest'
            ? 'b2bcollaborationguest'
            : 'b2bcollaborationmember';
      return { id, kind, tenant: '', groups: [], roles: [] };
    },
  };
}
