import { durationDays } from '../../facts/duration-days.ts';
import { booleanAt, enumAt, type JsonObject, objectsAt, textAt, timeAt, valueAt } from '../../facts/json-reader.ts';
import { type Check, type CheckVerdict, evidenceFrom, verdict } from '../shared/check.ts';
import { withData } from '../shared/missing-data.ts';

const base = { category: 'secure-score' } as const;
const appsPage = 'Microsoft Entra admin center > Entra ID > Enterprise apps > Application policies';

/**
 * A symmetric key is a shared secret like a password, and Graph lists its restrictions beside those of passwords
 * (passwordCredentialConfiguration). CIS 5.1.5.3 and 5.1.5.4 ask for passwords alone, so that a policy that does not list
 * these does not fail for it; one that lists them as off leaves a secret open (CISA MS.AAD.5.5v1, MS.AAD.5.6v1).
 */
const whereListed: Readonly<Record<string, string>> = {
  passwordAddition: 'symmetricKeyAddition',
  passwordLifetime: 'symmetricKeyLifetime',
};

type Found = { owner: string; kind: string; entries: unknown; restriction: JsonObject | undefined };

function restrictionsOf(policy: JsonObject, list: string, kind: string): Found[] {
  const owners = ['applicationRestrictions', 'servicePrincipalRestrictions'];
  const find = (owner: string, type: string): JsonObject | undefined =>
    objectsAt(policy, owner, list).find((item) => enumAt(item, 'restrictionType') === type.toLowerCase());
  const asked = owners.map((owner) => ({
    owner,
    kind,
    entries: valueAt(policy, owner, list),
    restriction: find(owner, kind),
  }));
  const other = whereListed[kind];
  if (other === undefined) return asked;
  const listed = asked.map((item) => ({ ...item, kind: other, restriction: find(item.owner, other) }));
  return [...asked, ...listed.filter(({ restriction }) => restriction !== undefined)];
}

/** The restriction of every kind named holds for applications and service principals, whenever they were created. */
function restrictions(policy: JsonObject, list: string, kind: string, maxDays: number | null): CheckVerdict {
  const enabledPolicy = booleanAt(policy, 'isEnabled');
  const found = restrictionsOf(policy, list, kind);
  const untold = found.filter(({ entries, restriction }) => !isTold(entries, restriction, maxDays));
  const problems: string[] = enabledPolicy === false ? ['the policy is off'] : [];
  for (const item of found.filter((one) => !untold.includes(one))) {
    const { owner, restriction } = item;
    const whose = owner === 'applicationRestrictions' ? 'applications' : 'service principals';
    const label = item.kind === kind ? whose : `symmetric keys of ${whose}`;
    if (restriction === undefined) problems.push(`${label}: not set`);
    else problems.push(...restrictionProblems(restriction, maxDays).map((problem) => `${label}: ${problem}`));
  }
  if (untold.length > 0 && problems.length === 0)
    return verdict('couldNotCheck', "Microsoft's response does not include every restriction.", [
      evidenceFrom(
        'defaultAppManagementPolicy',
        `${kind}: not reported in ${untold.map(({ owner }) => owner).join(', ')}`,
      ),
    ]);
  const evidence = [
    evidenceFrom(
      'defaultAppManagementPolicy',
      `${kind}: ${problems.length === 0 ? 'in force for applications and service principals' : problems.join('; ')}`,
    ),
  ];
  if (problems.length === 0)
    return verdict('pass', 'The restriction holds for all applications and service principals.', evidence);
  return verdict('fail', `The restriction does not hold for all applications: ${problems.join('; ')}.`, evidence);
}

/** Whether the answer says all that is asked of one list of restrictions. */
function isTold(entries: unknown, restriction: JsonObject | undefined, maxDays: number | null): boolean {
  if (!Array.isArray(entries) || !entries.every((entry) => textAt(entry, 'restrictionType') !== null)) return false;
  // One whose kind Graph does not name may be the one that is asked for.
  if (restriction === undefined)
    return !entries.some((entry) => enumAt(entry, 'restrictionType') === 'unknownfuturevalue');
  const since = restriction.restrictForAppsCreatedAfterDateTime ?? null;
  const dated = since === null || timeAt(restriction, 'restrictForAppsCreatedAfterDateTime') !== null;
  const state = enumAt(restriction, 'state');
  const stated = (restriction.state ?? null) === null || state === 'enabled' || state === 'disabled';
  return stated && dated && (maxDays === null || durationDays(textAt(restriction, 'maxLifetime')) !== null);
}

function restrictionProblems(restriction: JsonObject, maxDays: number | null): string[] {
  const problems: string[] = [];
  if (enumAt(restriction, 'state') === 'disabled') problems.push('off');
  const since = textAt(restriction, 'restrictForAppsCreatedAfterDateTime');
  if (since !== null && !since.startsWith('0001-01-01'))
    problems.push(`holds only for those created after ${since.slice(0, 10)}`);
  if (maxDays !== null) {
    const days = durationDays(textAt(restriction, 'maxLifetime'));
    if (days === null || days > maxDays)
      problems.push(`lifetime ${textAt(restriction, 'maxLifetime') ?? 'not set'}, more than ${maxDays} days`);
  }
  return problems;
}

function appManagement(policy: JsonObject): CheckVerdict {
  const enabled = booleanAt(policy, 'isEnabled');
  const evidence = [evidenceFrom('defaultAppManagementPolicy', `isEnabled = ${enabled ?? 'not reported'}`)];
  if (enabled === null)
    return verdict('couldNotCheck', "Microsoft's response does not say whether the policy is on.", evidence);
  if (!enabled) return verdict('fail', 'No policy limits application secrets and certificates.', evidence);
  const noSecrets = restrictions(policy, 'passwordCredentials', 'passwordAddition', null).status;
  const shortSecrets = restrictions(policy, 'passwordCredentials', 'passwordLifetime', 180).status;
  const shortKeys = restrictions(policy, 'keyCredentials', 'asymmetricKeyLifetime', 365).status;
  const isPass = (status: string): string => (status === 'couldNotCheck' ? 'not reported' : String(status === 'pass'));
  evidence.push(
    evidenceFrom(
      'defaultAppManagementPolicy',
      `new secrets blocked: ${isPass(noSecrets)}, secrets limited to 180 days: ${isPass(shortSecrets)}, certificates to 365 days: ${isPass(shortKeys)}`,
    ),
  );
  if (noSecrets === 'pass' || (shortSecrets === 'pass' && shortKeys === 'pass'))
    return verdict('pass', 'A policy limits the secrets of all applications.', evidence);
  if (noSecrets === 'couldNotCheck' || (shortSecrets !== 'fail' && shortKeys !== 'fail'))
    return verdict('couldNotCheck', "Microsoft's response does not include every restriction.", evidence);
  return {
    ...verdict(
      'warning',
      'A policy for application secrets is on, but does not limit them for all applications.',
      evidence,
    ),
    recommendation: `${appsPage}: the policy is on, extend it to all applications whenever created, and block new passwords or limit them to 180 days and certificates to 365 days.`,
  };
}

export const applicationCredentialChecks: readonly Check[] = [
  {
    ...base,
    id: 'app.credentials',
    title: 'A policy limits the credentials of applications',
    findingTitle: 'Secrets and certificates of applications are not fully limited',
    severity: 'medium',
    endangers: 'data',
    frameworks: {
      prowler: ['entra_default_app_management_policy_enabled'],
      nist: ['PR.AA-01'],
      iso: ['A.5.17', 'A.8.26'],
    },
    datasets: ['defaultAppManagementPolicy'],
    recommendation: `${appsPage}: turn the policy on, block new passwords or limit them to 180 days and certificates to 365 days.`,
    impact:
      'A secret that leaks from a script or a former employee opens the data of its application for years, with no MFA in the way.',
    evaluate: withData(['defaultAppManagementPolicy'], ([policy]) => appManagement(policy)),
  },
  {
    ...base,
    id: 'app.credentials.add',
    title: 'New app secrets are blocked',
    findingTitle: 'New application secrets are not fully blocked',
    severity: 'medium',
    endangers: 'data',
    frameworks: { scuba: ['MS.AAD.5.5v1'], cis: ['5.1.5.3'], iso: ['A.8.26'] },
    datasets: ['defaultAppManagementPolicy'],
    recommendation: `${appsPage}: block adding passwords, for all applications whenever created.`,
    impact:
      'Anyone who compromises an administrator or application owner can add a secret and keep a back door into company data.',
    evaluate: withData(['defaultAppManagementPolicy'], ([policy]) =>
      restrictions(policy, 'passwordCredentials', 'passwordAddition', null),
    ),
  },
  {
    ...base,
    id: 'app.credentials.custom',
    title: 'App secrets are generated by Microsoft Entra',
    findingTitle: 'Custom application secrets are not fully blocked',
    severity: 'low',
    endangers: 'data',
    frameworks: { cis: ['5.1.5.5'], nist: ['PR.AA-01'] },
    datasets: ['defaultAppManagementPolicy'],
    recommendation: `${appsPage}: block custom passwords (customPasswordAddition), for all applications and service principals whenever created.`,
    impact:
      'A secret that a person made up is weaker than a generated one, is often used elsewhere too, and opens the data of its application.',
    evaluate: withData(['defaultAppManagementPolicy'], ([policy]) =>
      restrictions(policy, 'passwordCredentials', 'customPasswordAddition', null),
    ),
  },
  {
    ...base,
    id: 'app.credentials.secret',
    title: 'App secrets expire within 180 days',
    findingTitle: 'Application secrets are not limited to 180 days everywhere',
    severity: 'medium',
    endangers: 'data',
    frameworks: { scuba: ['MS.AAD.5.6v1'], cis: ['5.1.5.4'] },
    datasets: ['defaultAppManagementPolicy'],
    recommendation: `${appsPage}: limit the lifetime of passwords to 180 days or less, for all applications whenever created.`,
    impact:
      'A secret that leaked once stays usable until it expires, which can be years, and nobody is asked for a second factor.',
    evaluate: withData(['defaultAppManagementPolicy'], ([policy]) =>
      restrictions(policy, 'passwordCredentials', 'passwordLifetime', 180),
    ),
  },
  {
    ...base,
    id: 'app.credentials.certificate',
    title: 'App certificates expire within a year',
    findingTitle: 'Application certificates are not limited to one year everywhere',
    severity: 'low',
    endangers: 'data',
    frameworks: { scuba: ['MS.AAD.5.7v1'], cis: ['5.1.5.6'] },
    datasets: ['defaultAppManagementPolicy'],
    recommendation: `${appsPage}: limit the lifetime of certificates to 365 days or less, for all applications whenever created.`,
    impact: 'A stolen private key stays usable, unnoticed, until its certificate expires.',
    evaluate: withData(['defaultAppManagementPolicy'], ([policy]) =>
      restrictions(policy, 'keyCredentials', 'asymmetricKeyLifetime', 365),
    ),
  },
];
