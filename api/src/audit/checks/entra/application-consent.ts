import { type Facts, factOf } from '../../facts/facts.ts';
import { booleanAt, type JsonObject, objectsAt, textAt, textsAt, valueAt } from '../../facts/json-reader.ts';
import { countOf } from '../../facts/sentence-parts.ts';
import { type Check, type CheckVerdict, evidenceFrom, verdict } from '../shared/check.ts';
import { missingData } from '../shared/missing-data.ts';
import { permissionIs, userSettings, worstPolicy } from './authorization-policy.ts';

const base = { category: 'secure-score' } as const;

const consentPage =
  'Microsoft Entra admin center > Entra ID > Enterprise apps > Consent and permissions > Admin consent settings';

const selfConsent = /^managepermissiongrantsforself\./i;

function userConsent(policy: JsonObject): CheckVerdict {
  const permissions = policy.defaultUserRolePermissions;
  const assigned = valueAt(permissions, 'permissionGrantPoliciesAssigned');
  if (!Array.isArray(assigned) || !assigned.every((item) => typeof item === 'string'))
    return verdict('couldNotCheck', "Microsoft's response does not say what users may consent to.");
  const policies = textsAt(permissions, 'permissionGrantPoliciesAssigned').filter((item) => selfConsent.test(item));
  const evidence = [
    evidenceFrom(
      'authorizationPolicies',
      `permissionGrantPoliciesAssigned = ${policies.length === 0 ? 'none for users' : policies.toSorted().join(' ')}`,
    ),
  ];
  if (policies.length === 0)
    return verdict('pass', 'Users cannot give applications access to company data on their own.', evidence);
  const lowOnly = policies.every((item) => item.toLowerCase().endsWith('.microsoft-user-default-low'));
  if (lowOnly)
    return verdict(
      'warning',
      'Users can grant low-impact permissions to applications of verified publishers.',
      evidence,
    );
  return verdict('fail', 'Users can give applications access to company data on their own.', evidence);
}

function settingValues(facts: Facts, name: string): string[] {
  const settings = factOf(facts, 'groupSettings') ?? [];
  return settings
    .flatMap((setting) => objectsAt(setting, 'values'))
    .filter((value) => textAt(value, 'name') === name)
    .map((value) => textAt(value, 'value') ?? '');
}

const consentWorkflow: Check['evaluate'] = (facts) => {
  const policy = factOf(facts, 'adminConsentRequestPolicy');
  if (policy !== undefined) {
    const enabled = booleanAt(policy, 'isEnabled');
    // Whoever turns requests on has to name reviewers (Graph, adminConsentRequestPolicy: required): an answer without the
    // property says nothing against them, an empty list does.
    const untold = (policy.reviewers ?? null) === null;
    const reviewers = objectsAt(policy, 'reviewers').length;
    const who = untold ? 'reviewers not reported' : countOf(reviewers, 'reviewer');
    const evidence = [evidenceFrom('adminConsentRequestPolicy', `isEnabled = ${enabled ?? 'not reported'}, ${who}`)];
    if (enabled === null)
      return verdict('couldNotCheck', "Microsoft's response does not say whether users can ask for consent.", evidence);
    if (!enabled)
      return verdict('fail', 'Users have no way to request an application from an administrator.', evidence);
    if (untold) return verdict('pass', 'Users can request an application from an administrator.', evidence);
    if (!Array.isArray(policy.reviewers))
      return verdict('couldNotCheck', "Microsoft's response does not say who reviews the requests.", evidence);
    if (reviewers === 0)
      return {
        ...verdict('fail', 'Users can request an application, but no reviewer is set.', evidence),
        recommendation: `${consentPage}: requests are on, add at least one reviewer.`,
      };
    return verdict('pass', 'Users can request an application, and reviewers are set.', evidence);
  }
  const values = settingValues(facts, 'EnableAdminConsentRequests');
  // The older setting says nothing of reviewers: it cannot stand in for an answer that was refused.
  const refused = facts.adminConsentRequestPolicy?.state === 'failed';
  if (values.length === 0 || refused) return missingData(facts, ['adminConsentRequestPolicy']);
  const evidence = [evidenceFrom('groupSettings', `EnableAdminConsentRequests = ${values.join(', ')}`)];
  const on = values.every((value) => value.toLowerCase() === 'true');
  return on
    ? verdict('pass', 'Users can request an application from an administrator.', evidence)
    : verdict('fail', 'Users have no way to request an application from an administrator.', evidence);
};

export const applicationConsentChecks: readonly Check[] = [
  {
    ...base,
    id: 'app.register',
    title: 'Users cannot register applications',
    findingTitle: 'Users can register applications',
    severity: 'medium',
    endangers: 'data',
    frameworks: {
      scuba: ['MS.AAD.5.1v1'],
      cis: ['5.1.2.2'],
      prowler: ['entra_thirdparty_integrated_apps_not_allowed'],
      nist: ['PR.PS-05'],
      iso: ['A.5.23'],
    },
    datasets: ['authorizationPolicies'],
    recommendation: `${userSettings}: set "Users can register applications" to No.`,
    impact:
      'Any user, or anyone who compromises their account, can register an application that keeps access after the password is changed.',
    evaluate: permissionIs(
      'allowedToCreateApps',
      'Only administrators can register applications.',
      'Every user can register applications.',
    ),
  },
  {
    ...base,
    id: 'app.consent',
    title: 'Users cannot consent to applications',
    findingTitle: 'Users can consent to applications without an administrator',
    severity: 'high',
    endangers: 'data',
    frameworks: {
      scuba: ['MS.AAD.5.2v1'],
      cis: ['5.1.5.1'],
      prowler: ['entra_policy_restricts_user_consent_for_apps'],
      nist: ['PR.AA-05', 'PR.PS-05'],
      iso: ['A.5.23'],
    },
    datasets: ['authorizationPolicies'],
    recommendation:
      'Microsoft Entra admin center > Entra ID > Enterprise apps > Consent and permissions > User consent settings: choose "Do not allow user consent".',
    impact:
      "One click on a phishing link gives an attacker's application lasting access to mail and files, without a password or MFA.",
    evaluate: worstPolicy(userConsent),
  },
  {
    ...base,
    id: 'app.consent.workflow',
    title: 'Users can ask an administrator for consent',
    findingTitle: 'Requests for administrator consent are off or have no reviewer',
    severity: 'low',
    endangers: 'nobody',
    frameworks: {
      scuba: ['MS.AAD.5.3v1'],
      cis: ['5.1.5.2'],
      prowler: ['entra_admin_consent_workflow_enabled'],
      nist: ['PR.PS-05'],
    },
    datasets: ['adminConsentRequestPolicy'],
    helpful: ['groupSettings'],
    recommendation: `${consentPage}: let users request admin consent and name reviewers.`,
    impact:
      'Users who need an application have nobody to ask: work stops, or they move company data to services of their own.',
    evaluate: consentWorkflow,
  },
];
