import { randomUUID } from 'node:crypto';
import type { ConditionalAccessPolicy } from '@microsoft/microsoft-graph-types';
import { wholePolicy } from '../posture/conditional-access.ts';
import { changeTenant } from '../tenant-changes.ts';
import { asRecord, requestError } from './application-body.ts';
import { actorOf, type ChangeRight, checkMayChange } from './change-rights.ts';
import { answerObject } from './collection-answer.ts';
import { type GraphAnswer, GraphError, notFound } from './graph-answer.ts';
import type { GraphCall } from './graph-call.ts';
import type { GraphRoute } from './graph-route.ts';
import { created } from './registration-routes.ts';

const path = '/identity/conditionalAccess/policies';
const roles: ChangeRight['roles'] = ['Conditional Access Administrator', 'Security Administrator'];
/** Both stand beside the permission on policies ("Create conditionalAccessPolicy"); to delete one takes no applications. */
const writes: ChangeRight = {
  scopes: ['Policy.Read.All', 'Policy.ReadWrite.ConditionalAccess', 'Application.Read.All'],
  roles,
};
const deletes: ChangeRight = { scopes: ['Policy.Read.All', 'Policy.ReadWrite.ConditionalAccess'], roles };
const states = ['enabled', 'disabled', 'enabledForReportingButNotEnforced'];
const settable = ['displayName', 'state', 'conditions', 'grantControls', 'sessionControls'];

function policyNamed(call: GraphCall): ConditionalAccessPolicy {
  const found = call.directory.profile.conditionalAccess(call.directory).find(({ id }) => id === call.ids.id);
  if (!found) throw notFound(`Policy '${call.ids.id}' does not exist.`, 'ResourceNotFound');
  return found;
}

function checkLicense({ directory }: GraphCall): void {
  if (directory.profile.license === 'none')
    throw new GraphError(
      403,
      'AccessDenied',
      'Your tenant is not licensed for this feature. Please upgrade your tenant to use this feature.',
    );
}

function readBody(call: GraphCall): Record<string, unknown> {
  const body = asRecord(call.body, 'body');
  const strange = Object.keys(body).find((name) => !settable.includes(name) && !name.startsWith('@odata.'));
  if (strange !== undefined) throw requestError(`Invalid property '${strange}'.`, 'BadRequest');
  if ('state' in body && !states.includes(String(body.state)))
    throw requestError(`Invalid value '${String(body.state)}' of property 'state'.`, 'BadRequest');
  return body;
}

function create(call: GraphCall): GraphAnswer {
  checkMayChange(call, writes);
  checkLicense(call);
  const body = readBody(call);
  for (const name of ['displayName', 'state', 'conditions'])
    if (body[name] === undefined) throw requestError(`The property '${name}' is required.`, 'BadRequest');
  if (!body.grantControls && !body.sessionControls)
    throw requestError('1013: Policy contains neither grant nor session controls.', 'BadRequest');
  const { users } = asRecord(body.conditions, 'conditions');
  if (!Object.entries(asRecord(users, 'users')).some(([name, value]) => name.startsWith('include') && value))
    throw requestError('1021: Policy includes nobody.', 'BadRequest');
  const policyId = randomUUID();
  const policy = wholePolicy(body);
  const set = { ...policy, createdDateTime: call.now.toISOString() };
  changeTenant(call.directory, { kind: 'policy', policyId, set }, actorOf(call), call.now);
  return created(call, path.slice(1), { ...set, id: policyId });
}

function change(call: GraphCall): GraphAnswer {
  checkMayChange(call, writes);
  checkLicense(call);
  const { id: policyId = '' } = policyNamed(call);
  changeTenant(call.directory, { kind: 'policy', policyId, set: readBody(call) }, actorOf(call), call.now);
  return { status: 204 };
}

function remove(call: GraphCall): GraphAnswer {
  checkMayChange(call, deletes);
  const { id: policyId = '' } = policyNamed(call);
  changeTenant(call.directory, { kind: 'policy', policyId, set: null }, actorOf(call), call.now);
  return { status: 204 };
}

/** Conditional Access policies that an administrator adds, changes and deletes. */
export const policyChangeRoutes: readonly GraphRoute[] = [
  { path: `${path}/{id}`, answer: (call) => answerObject(call, `${path.slice(1)}/$entity`, policyNamed(call)) },
  { path, method: 'POST', answer: create },
  { path: `${path}/{id}`, method: 'PATCH', answer: change },
  { path: `${path}/{id}`, method: 'DELETE', answer: remove },
];
