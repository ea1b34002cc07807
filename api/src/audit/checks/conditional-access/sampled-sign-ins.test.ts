import { expect, it } from 'vitest';
import type { JsonObject } from '../../facts/json-reader.ts';
import { globalAdministratorId } from '../../microsoft/privileged-roles.ts';
import { factsFromSnapshot } from '../../snapshot/snapshot.ts';
import { policy } from '../../testing/policies.ts';
import { testNow, verdictFor } from '../../testing/verdict-for.ts';
import { catalog } from '../catalog.ts';
import { noExemption } from '../shared/check.ts';

const synchronization = 'd29b2b05-8046-44ba-8758-1e26182fcf32';
const hybridIdentityAdministrator = '8ac3fc64-6eca-42ea-9e69-59f4c7b60eb2';
const person = (id: string): JsonObject => ({
  id,
  userPrincipalName: `${id}@example.com`,
  userType: 'Member',
  accountEnabled: true,
});
const role = (roleTemplateId: string, displayName: string, id: string): JsonObject => ({
  roleTemplateId,
  displayName,
  members: [person(id)],
});
const tenant = (directoryRoles: JsonObject[], ...others: JsonObject[]): JsonObject => ({
  organization: [{ id: 'o', onPremisesSyncEnabled: true }],
  securityDefaults: { isEnabled: false },
  users: [person('a-sync'), person('b-admin'), ...others],
  directoryRoles,
  conditionalAccessPolicies: [policy({ users: { includeUsers: ['All'], excludeRoles: [synchronization] } })],
});
const administrators = role(globalAdministratorId, 'Global Administrator', 'b-admin');
const synchronizing = role(synchronization, 'Directory Synchronization Accounts', 'a-sync');

/** Who signs in where the check, which passes, has to cover it. */
function sampled(checkId: string, snapshot: JsonObject): (string | null)[] {
  expect(verdictFor(checkId, snapshot).status).toBe('pass');
  const { facts } = factsFromSnapshot(snapshot, testNow);
  const check = catalog.find(({ id }) => id === checkId);
  const found = check?.sample?.(facts, { now: testNow, exemption: noExemption }) ?? [];
  return [...new Set(found.map(({ user }) => user.id))];
}

it('samples nobody who holds a role that Microsoft advises to leave out', () => {
  expect(sampled('ca.mfa.all', tenant([synchronizing, administrators]))).toEqual(['b-admin']);
  const hybrid = role(hybridIdentityAdministrator, 'Hybrid Identity Administrator', 'a-sync');
  expect(sampled('ca.mfa.admins', tenant([synchronizing, administrators, hybrid]))).toEqual(['b-admin']);
});

it('samples nobody where it is not known who holds it', () => {
  const { directoryRoles: _, ...unknown } = tenant([]);
  expect(sampled('ca.mfa.all', unknown)).toEqual([]);
});
