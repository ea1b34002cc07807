import { booleanAt, type JsonObject } from '../../facts/json-reader.ts';
import { type Check, type CheckVerdict, evidenceFrom, verdict } from '../shared/check.ts';
import { withData } from '../shared/missing-data.ts';

export const userSettings = 'Microsoft Entra admin center > Entra ID > Users > User settings';

/** Every authorization policy has to hold the wanted value; a value that is not reported leaves the verdict open. */
export function permissionIs(key: string, good: string, bad: string): Check['evaluate'] {
  return withData(['authorizationPolicies'], ([policies]) => {
    const values = policies.map((policy) => booleanAt(policy, 'defaultUserRolePermissions', key));
    const evidence = values.map((value) =>
      evidenceFrom('authorizationPolicies', `${key} = ${value ?? 'not reported'}`),
    );
    if (values.includes(true)) return verdict('fail', bad, evidence);
    if (values.length === 0 || values.includes(null))
      return verdict('couldNotCheck', `Microsoft's response does not include the setting ${key}.`, evidence);
    return verdict('pass', good, evidence);
  });
}

/** What the authorization policies say together: the worst of them counts. */
export function worstPolicy(judge: (policy: JsonObject) => CheckVerdict): Check['evaluate'] {
  const rank = ['fail', 'warning', 'couldNotCheck', 'pass'];
  return withData(['authorizationPolicies'], ([policies]) => {
    const verdicts = policies.map(judge).sort((a, b) => rank.indexOf(a.status) - rank.indexOf(b.status));
    return verdicts[0] ?? verdict('couldNotCheck', "Microsoft's response includes no authorization policy.");
  });
}
