import { accountTraits } from '../directory/tenant-directory.ts';
import { memberIndices, roleTemplateIdsOf } from '../directory/user-memberships.ts';
import { whatIf } from '../what-if/what-if.ts';
import { type FindUser, readWhatIf } from '../what-if/what-if-request.ts';
import { type GraphAnswer, GraphError } from './graph-answer.ts';
import type { GraphCall } from './graph-call.ts';
import type { GraphRoute } from './graph-route.ts';

const groupLists = ['includeGroups', 'excludeGroups'] as const;

/** Groups that policies name are asked whether the account is in them; of the others nobody wants to know. */
function finder({ directory }: GraphCall, policies: readonly object[]): FindUser {
  const named = new Set<string>();
  for (const policy of policies) {
    const users = Reflect.get(Reflect.get(policy, 'conditions') ?? {}, 'users') ?? {};
    for (const list of groupLists) for (const id of Reflect.get(users, list) ?? []) named.add(String(id).toLowerCase());
  }
  return (id) => {
    const index = directory.indexOfUser(id);
    if (index === null || directory.changedAccounts.get(index) === null) return null;
    const isMember = (group: string): boolean => {
      const at = directory.indexOfGroup(group);
      return at !== null && memberIndices(directory, at).includes(index);
    };
    return {
      id,
      kind: accountTraits(directory, index).guest ? 'b2bcollaborationguest' : '',
      tenant: '',
      groups: [...named].filter(isMember),
      roles: roleTemplateIdsOf(directory, index),
    };
  };
}

/**
 * conditionalAccessRoot: evaluate (Graph v1.0). Without a license for Conditional Access it is refused: 403 AccessDenied, seen in
 * tenants without Entra ID P1.
 */
function evaluate(call: GraphCall): GraphAnswer {
  const { profile } = call.directory;
  if (profile.license === 'none')
    throw new GraphError(403, 'AccessDenied', 'Your tenant is not licensed for this feature. Please upgrade.');
  const policies = profile.conditionalAccess(call.directory).map((policy) => ({ ...policy }));
  const { appliedOnly, ...signIn } = readWhatIf(call.body, finder(call, policies));
  const locations = profile.namedLocations.map((location) => ({ ...location }));
  const found = whatIf(policies, locations, signIn);
  const context = `${call.baseUrl}/v1.0/$metadata#Collection(microsoft.graph.whatIfAnalysisResult)`;
  const value = appliedOnly ? found.filter(({ policyApplies }) => policyApplies === true) : found;
  return { status: 200, body: { '@odata.context': context, value } };
}

/** Posted, and it changes nothing. */
export const whatIfRoutes: GraphRoute[] = [
  { path: '/identity/conditionalAccess/evaluate', method: 'POST', answer: evaluate },
];
