import { mfaOfUser } from '../../audit/checks/conditional-access/mfa-of-user.ts';
import { heldRoles } from '../../audit/checks/shared/directory-roles.ts';
import { collectFacts } from '../../audit/collect/collect-facts.ts';
import { collectPolicyGroups } from '../../audit/collect/policy-groups.ts';
import { type DatasetName, datasetNames } from '../../audit/facts/datasets.ts';
import { failed, failureOfDataset } from '../../audit/facts/facts.ts';
import { isPassing } from '../../domain/scan-plan/scan-plan.ts';
import type { GraphClient, GraphFailure } from '../../ports/graph.ts';
import type { DirectoryContext } from './directory-user.ts';

const read: readonly DatasetName[] = ['securityDefaults', 'roles', 'conditionalAccessPolicies'];

/**
 * Reads what decides of each account whether MFA is required, and which roles it holds: one $batch, the policies, and the
 * members of the groups that these and the roles name.
 * @returns `passing`: what could not be read for a reason that passes; what hangs on it is unknown for now
 */
export async function readDirectoryContext(
  graph: GraphClient,
  now: Date,
  signal: AbortSignal,
): Promise<DirectoryContext & { passing: GraphFailure | null }> {
  const skip = datasetNames.filter((name) => !read.includes(name));
  const facts = await collectFacts({ graph, now, done: {}, skip, onDataset: async () => undefined, signal });
  const groups = await collectPolicyGroups(graph, facts, signal);
  const roles = heldRoles(facts);
  const failures = [
    ...read.flatMap((name) => {
      const failure = failureOfDataset(facts[name]);
      return failure ? [failure] : [];
    }),
    ...groups.failures.map((failure) => failed(failure, now)),
  ];
  return {
    mfaOf: mfaOfUser(facts, groups),
    rolesOf: (userId) =>
      roles.unknownBecause === null
        ? { names: roles.of(userId).names, because: null }
        : { names: null, because: roles.unknownBecause },
    passing: failures.find((failure) => isPassing(failure)) ?? null,
  };
}
