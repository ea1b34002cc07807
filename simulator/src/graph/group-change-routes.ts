import { randomUUID } from 'node:crypto';
import type { Group } from '@microsoft/microsoft-graph-types';
import { asRecord, requestError } from './application-body.ts';
import { type ChangeRight, checkMayChange } from './change-rights.ts';
import { groupNamed } from './directory-routes.ts';
import { type GraphAnswer, licenseErrors } from './graph-answer.ts';
import type { GraphCall } from './graph-call.ts';
import type { GraphRoute } from './graph-route.ts';
import { created, missing } from './registration-routes.ts';

const right: ChangeRight = { scopes: ['Group.ReadWrite.All'], roles: ['Groups Administrator', 'User Administrator'] };
const required = ['displayName', 'mailEnabled', 'mailNickname', 'securityEnabled'];
const settable = [...required, 'groupTypes', 'membershipRule', 'membershipRuleProcessingState'];

/** A security group (learn.microsoft.com/graph/api/group-post-groups); one that fills itself needs Microsoft Entra ID P1. */
function createGroup(call: GraphCall): GraphAnswer {
  checkMayChange(call, right);
  const body = asRecord(call.body, 'body');
  const strange = Object.keys(body).find((name) => !settable.includes(name));
  if (strange !== undefined) throw requestError(`Invalid property '${strange}'.`);
  const absent = required.find((name) => body[name] === undefined);
  if (absent !== undefined) throw requestError(`A value is required for property '${absent}' of resource 'Group'.`);
  const { groupTypes = [], membershipRule = null } = body;
  const isDynamic = Array.isArray(groupTypes) && groupTypes.includes('DynamicMembership');
  if (isDynamic !== (membershipRule !== null))
    throw requestError("Invalid value specified for property 'membershipRule' of resource 'Group'.");
  if (isDynamic && call.directory.profile.license === 'none') throw licenseErrors.premium();
  const group: Group = {
    id: randomUUID(),
    description: null,
    mail: null,
    isAssignableToRole: null,
    visibility: null,
    createdDateTime: `${call.now.toISOString().slice(0, 19)}Z`,
    onPremisesSyncEnabled: null,
    groupTypes: [],
    ...body,
  };
  call.directory.changedGroups.made.push(group);
  return created(call, 'groups', group);
}

/** Who can read a Microsoft 365 group: that its members are hidden is said when it is made, and never afterwards (group-update). */
function changeGroup(call: GraphCall): GraphAnswer {
  checkMayChange(call, right);
  const { id = '', groupTypes } = groupNamed(call);
  const { visibility, ...others } = asRecord(call.body, 'body');
  const [strange] = Object.keys(others);
  if (strange !== undefined) throw requestError(`Invalid property '${strange}'.`);
  if ((visibility !== 'Public' && visibility !== 'Private') || !groupTypes?.includes('Unified'))
    throw requestError("Invalid value specified for property 'visibility' of resource 'Group'.");
  call.directory.changedGroups.visibility.set(id, visibility);
  return { status: 204 };
}

function deleteGroup(call: GraphCall): GraphAnswer {
  checkMayChange(call, right);
  const { changedGroups } = call.directory;
  const kept = changedGroups.made.filter(({ id }) => id !== call.ids.id);
  if (kept.length === changedGroups.made.length) throw missing(call.ids.id);
  changedGroups.made = kept;
  return { status: 204 };
}

/** Groups that an administrator makes, changes and deletes; those at the start stay. */
export const groupChangeRoutes: readonly GraphRoute[] = [
  { path: '/groups', method: 'POST', answer: createGroup },
  { path: '/groups/{id}', method: 'PATCH', answer: changeGroup },
  { path: '/groups/{id}', method: 'DELETE', answer: deleteGroup },
];
