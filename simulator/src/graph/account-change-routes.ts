import { findUserIndex } from '../directory/find-user.ts';
import { isDeleted } from '../directory/users.ts';
import { changeTenant } from '../tenant-changes.ts';
import { asRecord, requestError } from './application-body.ts';
import { actorOf, type ChangeRight, checkMayChange } from './change-rights.ts';
import type { GraphAnswer } from './graph-answer.ts';
import type { GraphCall } from './graph-call.ts';
import type { GraphRoute } from './graph-route.ts';
import { missing } from './registration-routes.ts';

/** Together the least that sets accountEnabled (learn.microsoft.com/graph/api/user-update). */
const right: ChangeRight = {
  scopes: ['User.EnableDisableAccount.All', 'User.Read.All'],
  roles: ['User Administrator'],
};

/** An account is enabled or disabled; nothing else of it is changed with these permissions. */
function changeUser(call: GraphCall): GraphAnswer {
  checkMayChange(call, right);
  const { directory, ids } = call;
  const user = findUserIndex(directory, ids.id ?? '');
  if (user === null || isDeleted(directory, user)) throw missing(ids.id);
  const { accountEnabled, ...others } = asRecord(call.body, 'body');
  const [strange] = Object.keys(others);
  if (strange !== undefined) throw requestError(`The simulator changes accountEnabled alone, not '${strange}'.`);
  if (typeof accountEnabled !== 'boolean')
    throw requestError("Invalid value specified for property 'accountEnabled' of resource 'User'.");
  changeTenant(directory, { kind: 'account', user, set: { accountEnabled } }, actorOf(call), call.now);
  return { status: 204 };
}

/** What an administrator changes of accounts; reading them stands in directory-routes.ts. */
export const accountChangeRoutes: readonly GraphRoute[] = [
  { path: '/users/{id}', method: 'PATCH', answer: changeUser },
];
