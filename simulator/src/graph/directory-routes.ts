import type { Group } from '@microsoft/microsoft-graph-types';
import { agentIdentities } from '../directory/agents.ts';
import { firstPartyApps } from '../directory/configuration-state.ts';
import { findUserIndex, indexesOfAddress } from '../directory/find-user.ts';
import { groupAt, groupMembers } from '../directory/groups.ts';
import { registrationDetailsAt, registrationFields } from '../directory/registration-details.ts';
import { activatedRoles } from '../directory/roles.ts';
import { accountTraits, type TenantDirectory } from '../directory/tenant-directory.ts';
import { defaultUserFields, isDeleted, isUserField, userAt } from '../directory/users.ts';
import { answerList, answerObject, answerPage, countItems, type ItemSource } from './collection-answer.ts';
import { badRequest, type GraphAnswer, GraphError, licenseErrors, notFound } from './graph-answer.ts';
import type { GraphCall } from './graph-call.ts';
import { selectFields } from './graph-query.ts';
import type { GraphRoute } from './graph-route.ts';

const signInActivityPage = 500;

/** signInActivity, in $select or $filter, asks for P1 and makes pages smaller. */
export function usesSignInActivity(params: URLSearchParams): boolean {
  const text = `${params.get('$select') ?? ''} ${params.get('$filter') ?? ''} ${params.get('$orderby') ?? ''}`;
  return text.toLowerCase().includes('signinactivity');
}

/**
 * Queries that the directory answers only with ConsistencyLevel: eventual and $count=true
 * (learn.microsoft.com/graph/aad-advanced-queries).
 */
export function requireEventual(call: GraphCall): void {
  const advanced = /\b(ne|not)\b|endswith\(|isof\(|\/\$count\b/i.test(
    (call.query.filter ?? '').replace(/'[^']*'/g, ''),
  );
  if (!advanced || (call.eventual && call.query.count)) return;
  throw new GraphError(
    400,
    'Request_UnsupportedQuery',
    'The request uses an unsupported or invalid filter clause: it needs ConsistencyLevel: eventual and $count=true.',
  );
}

function checkUserFields(fields: readonly string[]): void {
  const unknown = fields.find((field) => !isUserField(field));
  if (unknown) throw badRequest(`Could not find a property named '${unknown}' on type 'microsoft.graph.user'.`);
}

/** Who is looked up by an address, as mailboxes are: a directory has an index of these, and so has this one. */
const addressFilter = /^mail eq '([^']+)' or userPrincipalName eq '([^']+)'$/i;

/** The positions among which alone it can be; null for any other filter. */
function lookedUp({ directory, query }: GraphCall): number[] | null {
  const [, mail, name] = addressFilter.exec(query.filter?.trim() ?? '') ?? [];
  if (mail === undefined || name === undefined) return null;
  const found = new Set([...indexesOfAddress(directory, mail), ...indexesOfAddress(directory, name)]);
  return [...found].sort((a, b) => a - b);
}

function userSource(call: GraphCall): ItemSource {
  const { directory, anchorMs } = call;
  const activity = usesSignInActivity(call.params);
  if (activity && directory.profile.license === 'none') throw licenseErrors.premium();
  checkUserFields(call.query.select ?? []);
  const selected = call.query.select;
  // Graph sends the id whenever signInActivity is selected.
  const fields = selected && activity && !selected.includes('id') ? [...selected, 'id'] : selected;
  const among = lookedUp(call);
  const accountAt = (index: number, wanted: string[] | null) =>
    isDeleted(directory, index) ? null : userAt(directory, index, wanted ?? defaultUserFields, anchorMs);
  return {
    context: call.query.select ? `users(${call.query.select.join(',')})` : 'users',
    size: among?.length ?? directory.profile.userCount,
    dense: directory.changedAccounts.size === 0,
    defaultPage: 100,
    maxPage: activity ? signInActivityPage : 999,
    overMax: activity && (call.query.top ?? 0) <= 999 ? 'cut' : 'refuse',
    fields: fields ?? [...defaultUserFields],
    knows: isUserField,
    at: (position, wanted) => accountAt(among === null ? position : (among[position] ?? -1), wanted),
  };
}

function listUsers(call: GraphCall): GraphAnswer {
  requireEventual(call);
  return answerPage(call, userSource(call));
}

/** Graph takes the user principal name in place of the object id. */
export function oneUser(call: GraphCall): GraphAnswer {
  const source = userSource(call);
  const index = findUserIndex(call.directory, call.ids.id ?? '');
  const user = index === null ? null : source.at(index, call.query.select);
  if (!user)
    throw notFound(
      `Resource '${call.ids.id}' does not exist or one of its queried reference-property objects are not present.`,
    );
  return answerObject(call, 'users/$entity', user);
}

function groupSource(call: GraphCall): ItemSource {
  const { directory, anchorMs } = call;
  return {
    context: 'groups',
    size: directory.groupCount + directory.changedGroups.made.length,
    dense: true,
    defaultPage: 100,
    maxPage: 999,
    overMax: 'refuse',
    fields: call.query.select,
    knows: (field) => field in groupAt(directory, 0, anchorMs),
    at: (index, fields) => {
      const made = directory.changedGroups.made[index - directory.groupCount];
      return selectFields(made ?? groupAt(directory, index, anchorMs), fields);
    },
  };
}

function groupIndex(call: GraphCall): number {
  const index = call.directory.indexOfGroup(call.ids.id ?? '');
  if (index === null)
    throw notFound(
      `Resource '${call.ids.id}' does not exist or one of its queried reference-property objects are not present.`,
    );
  return index;
}

/** One of those at the start, or one that somebody made. */
export function groupNamed(call: GraphCall): Group {
  const made = call.directory.changedGroups.made.find(({ id }) => id === call.ids.id);
  return made ?? groupAt(call.directory, groupIndex(call), call.anchorMs);
}

function memberSource(call: GraphCall): ItemSource {
  const { directory, anchorMs, caller } = call;
  const index = groupIndex(call);
  const members = groupMembers(directory, index);
  const permissions = caller.kind === 'application' ? caller.roles : caller.scopes;
  // An empty list, and no refusal (Microsoft Graph, "List group members").
  const isHidden =
    groupAt(directory, index, anchorMs).visibility === 'HiddenMembership' &&
    !permissions.includes('Member.Read.Hidden');
  checkUserFields(call.query.select ?? []);
  return {
    context: 'directoryObjects',
    size: isHidden ? 0 : members.count,
    dense: directory.changedAccounts.size === 0,
    defaultPage: 100,
    maxPage: 999,
    overMax: 'refuse',
    fields: call.query.select ?? [...defaultUserFields],
    knows: isUserField,
    at: (position, fields) => {
      const user = members.userIndex(position);
      if (isDeleted(directory, user)) return null;
      const member = userAt(directory, user, fields ?? defaultUserFields, anchorMs);
      return { '@odata.type': '#microsoft.graph.user', ...member };
    },
  };
}

function registrationSource(call: GraphCall): ItemSource {
  const { directory, anchorMs } = call;
  if (directory.profile.license === 'none') throw licenseErrors.premium();
  return {
    context: 'userRegistrationDetails',
    size: directory.profile.userCount,
    defaultPage: 1000,
    maxPage: 1000,
    overMax: 'cut',
    fields: call.query.select,
    knows: (field) => registrationFields.has(field),
    at: (index, fields) => {
      const details = registrationDetailsAt(directory, index, anchorMs);
      return details && selectFields(details, fields);
    },
  };
}

function count(source: (call: GraphCall) => ItemSource) {
  return (call: GraphCall): GraphAnswer => {
    if (!call.eventual)
      throw new GraphError(
        400,
        'Request_BadRequest',
        '$count is not currently supported without ConsistencyLevel: eventual.',
      );
    return { status: 200, body: String(countItems(call, source(call))) };
  };
}

/** The directory object behind a principal's id, with its type; null where there is none any more. */
export function principalObject(directory: TenantDirectory, id: string, anchorMs: number): object | null {
  const user = directory.indexOfUser(id);
  if (user !== null) {
    if (isDeleted(directory, user)) return null;
    const fields = [
      ...defaultUserFields,
      'userType',
      'accountEnabled',
      'onPremisesSyncEnabled',
      'onPremisesImmutableId',
    ];
    return { '@odata.type': '#microsoft.graph.user', ...userAt(directory, user, fields, anchorMs) };
  }
  const principal = directory.configuration.principals.find((one) => one.id === id);
  if (principal) {
    const app = Object.values(firstPartyApps).find(({ appId }) => appId === principal.appId);
    return {
      '@odata.type': '#microsoft.graph.servicePrincipal',
      id,
      appId: principal.appId,
      displayName: app?.displayName ?? null,
      accountEnabled: true,
    };
  }
  const agent = agentIdentities(directory, anchorMs).find((one) => one.id === id);
  if (agent) return agent;
  const group = directory.indexOfGroup(id);
  return group === null ? null : { '@odata.type': '#microsoft.graph.group', ...groupAt(directory, group, anchorMs) };
}

function getByIds(call: GraphCall): GraphAnswer {
  const ids = typeof call.body === 'object' && call.body !== null && 'ids' in call.body ? call.body.ids : null;
  if (!Array.isArray(ids) || ids.length > 1000) throw badRequest("'ids' must be a list of at most 1000 ids.");
  const found = ids
    .map((id) => principalObject(call.directory, String(id), call.anchorMs))
    .filter((item) => item !== null);
  return { status: 200, body: { '@odata.context': `${call.baseUrl}/v1.0/$metadata#directoryObjects`, value: found } };
}

function membersOf(call: GraphCall, holdings: readonly { principalId: string }[]): object[] {
  return holdings.flatMap(({ principalId }) => principalObject(call.directory, principalId, call.anchorMs) ?? []);
}

/** $expand of members gives at most 20 of them and no link, as Graph documents. */
function listDirectoryRoles(call: GraphCall): GraphAnswer {
  const expand = call.query.expand?.startsWith('members') === true;
  const roles = activatedRoles(call.directory).map(({ role, holdings }) => ({
    ...role,
    ...(expand
      ? {
          members: membersOf(call, holdings).slice(0, 20),
        }
      : {}),
  }));
  return answerList(call, 'directoryRoles', roles);
}

function directoryRoleMembers(call: GraphCall): GraphAnswer {
  const found = activatedRoles(call.directory).find(({ role }) => role.id === call.ids.id);
  if (!found) throw notFound(`Resource '${call.ids.id}' does not exist.`);
  return answerList(call, 'directoryObjects', membersOf(call, found.holdings));
}

const licensedCounts = new WeakMap<TenantDirectory, number>();

/** Users with a license of the main product. Counted once: the figure needs a pass over the whole directory. */
export function licensedUsers(directory: TenantDirectory): number {
  const known = licensedCounts.get(directory);
  if (known !== undefined) return known;
  let used = 0;
  for (let index = 0; index < directory.profile.userCount; index++) {
    const traits = accountTraits(directory, index);
    if (traits.enabled && !traits.guest && traits.admin?.kind !== 'emergency') used++;
  }
  licensedCounts.set(directory, used);
  return used;
}

export const directoryRoutes: GraphRoute[] = [
  { path: '/users', answer: listUsers },
  { path: '/users/$count', answer: count(userSource) },
  { path: '/users/{id}', answer: oneUser },
  { path: '/groups', answer: (call) => answerPage(call, groupSource(call)) },
  { path: '/groups/$count', answer: count(groupSource) },
  {
    path: '/groups/{id}',
    answer: (call) => answerObject(call, 'groups/$entity', groupNamed(call)),
  },
  { path: '/groups/{id}/members', answer: (call) => answerPage(call, memberSource(call)) },
  { path: '/groups/{id}/transitiveMembers', answer: (call) => answerPage(call, memberSource(call)) },
  { path: '/groups/{id}/members/$count', answer: count(memberSource) },
  {
    path: '/reports/authenticationMethods/userRegistrationDetails',
    answer: (call) => answerPage(call, registrationSource(call)),
  },
  { path: '/directoryRoles', answer: listDirectoryRoles },
  { path: '/directoryRoles/{id}/members', answer: directoryRoleMembers },
  { path: '/directoryObjects/getByIds', method: 'POST', answer: getByIds },
];
