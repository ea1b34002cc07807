import { findUserIndex } from '../directory/find-user.ts';
import { groupAt } from '../directory/groups.ts';
import { activatedRoles } from '../directory/roles.ts';
import { activeRolesOf, groupsOfUser } from '../directory/user-memberships.ts';
import { answerList } from './collection-answer.ts';
import { oneUser } from './directory-routes.ts';
import { badRequest, type GraphAnswer, notFound } from './graph-answer.ts';
import type { GraphCall } from './graph-call.ts';
import type { GraphRoute } from './graph-route.ts';

type Kind = 'all' | 'directoryRole' | 'group';

/** The same call about the user whose token it is. */
function asMe(call: GraphCall): GraphCall {
  if (call.caller.kind !== 'user') throw badRequest('/me request is only valid with delegated authentication flow.');
  return { ...call, ids: { id: call.directory.userId(call.caller.userIndex) } };
}

/** What the user is a member of. Only `transitive` ways reach roles that a group of his holds. */
function memberships(call: GraphCall, transitive: boolean, kind: Kind): GraphAnswer {
  const { directory, anchorMs } = call;
  const index = findUserIndex(directory, call.ids.id ?? '');
  if (index === null)
    throw notFound(
      `Resource '${call.ids.id}' does not exist or one of its queried reference-property objects are not present.`,
    );
  const held = new Set<string>(activeRolesOf(directory, index, transitive));
  const roles = activatedRoles(directory)
    .filter(({ role }) => held.has(role.displayName ?? ''))
    .map(({ role }) => ({ '@odata.type': '#microsoft.graph.directoryRole', ...role }));
  const groups = () =>
    groupsOfUser(directory, index).map((group) => ({
      '@odata.type': '#microsoft.graph.group',
      ...groupAt(directory, group, anchorMs),
    }));
  if (kind === 'directoryRole') return answerList(call, 'directoryRoles', roles);
  return kind === 'group'
    ? answerList(call, 'groups', groups())
    : answerList(call, 'directoryObjects', [...roles, ...groups()]);
}

const casts: { suffix: string; kind: Kind }[] = [
  { suffix: '', kind: 'all' },
  { suffix: '/microsoft.graph.directoryRole', kind: 'directoryRole' },
  { suffix: '/microsoft.graph.group', kind: 'group' },
];

export const memberRoutes: GraphRoute[] = [
  { path: '/me', answer: (call) => oneUser(asMe(call)) },
  ...casts.flatMap(({ suffix, kind }): GraphRoute[] => [
    { path: `/me/memberOf${suffix}`, answer: (call) => memberships(asMe(call), false, kind) },
    { path: `/me/transitiveMemberOf${suffix}`, answer: (call) => memberships(asMe(call), true, kind) },
    { path: `/users/{id}/memberOf${suffix}`, answer: (call) => memberships(call, false, kind) },
    { path: `/users/{id}/transitiveMemberOf${suffix}`, answer: (call) => memberships(call, true, kind) },
  ]),
];
