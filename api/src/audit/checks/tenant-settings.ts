import { type Check, type CheckVerdict, evidenceFrom, verdict } from '../check.ts';
import { type Facts, factOf } from '../facts.ts';
import { booleanAt, enumAt, type JsonObject, numberAt, objectsAt, textAt, textsAt, valueAt } from '../json-reader.ts';
import { missingData, withData } from '../missing-data.ts';
import { countOf, named } from '../sentence-parts.ts';

const base = { category: 'secure-score' } as const;
const userSettings = 'Entra admin center > Identity > Users > User settings';

/** Every authorization policy has to hold the wanted value; a value that is not told leaves the verdict open. */
export function permissionIs(key: string, good: string, bad: string): Check['evaluate'] {
  return withData(['authorizationPolicies'], ([policies]) => {
    const values = policies.map((policy) => booleanAt(policy, 'defaultUserRolePermissions', key));
    const evidence = values.map((value) => evidenceFrom('authorizationPolicies', `${key} = ${value ?? 'not told'}`));
    if (values.includes(true)) return verdict('fail', bad, evidence);
    if (values.length === 0 || values.includes(null))
      return verdict('couldNotCheck', `Microsoft's answer does not carry the setting ${key}.`, evidence);
    return verdict('pass', good, evidence);
  });
}

/** What the authorization policies say together: the worst of them counts. */
export function worstPolicy(judge: (policy: JsonObject) => CheckVerdict): Check['evaluate'] {
  const rank = ['fail', 'warning', 'couldNotCheck', 'pass'];
  return withData(['authorizationPolicies'], ([policies]) => {
    const verdicts = policies.map(judge).sort((a, b) => rank.indexOf(a.status) - rank.indexOf(b.status));
    return verdicts[0] ?? verdict('couldNotCheck', "Microsoft's answer holds no authorization policy.");
  });
}

const selfConsent = /^managepermissiongrantsforself\./i;

function userConsent(policy: JsonObject): CheckVerdict {
  const permissions = policy.defaultUserRolePermissions;
  const assigned = valueAt(permissions, 'permissionGrantPoliciesAssigned');
  if (!Array.isArray(assigned) || !assigned.every((item) => typeof item === 'string'))
    return verdict('couldNotCheck', "Microsoft's answer does not say what users may consent to.");
  const policies = textsAt(permissions, 'permissionGrantPoliciesAssigned').filter((item) => selfConsent.test(item));
  const evidence = [
    evidenceFrom(
      'authorizationPolicies',
      `permissionGrantPoliciesAssigned = ${policies.length === 0 ? 'none for users' : policies.toSorted().join(' ')}`,
    ),
  ];
  if (policies.length === 0)
    return verdict('pass', 'Users cannot grant applications access to company data by themselves.', evidence);
  const lowOnly = policies.every((item) => item.toLowerCase().endsWith('.microsoft-user-default-low'));
  if (lowOnly)
    return verdict(
      'warning',
      'Users can grant low-impact permissions to applications of verified publishers.',
      evidence,
    );
  return verdict('fail', 'Users can grant applications access to company data by themselves.', evidence);
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
    const who = untold ? 'reviewers not told' : countOf(reviewers, 'reviewer');
    const evidence = [evidenceFrom('adminConsentRequestPolicy', `isEnabled = ${enabled ?? 'not told'}, ${who}`)];
    if (enabled === null)
      return verdict('couldNotCheck', "Microsoft's answer does not say whether users can ask for consent.", evidence);
    if (!enabled) return verdict('fail', 'Users have no way to ask an administrator for an application.', evidence);
    if (untold) return verdict('pass', 'Users can ask an administrator for an application.', evidence);
    if (!Array.isArray(policy.reviewers))
      return verdict('couldNotCheck', "Microsoft's answer does not say who reviews the requests of users.", evidence);
    if (reviewers === 0)
      return verdict('fail', 'Users can ask for an application, but nobody is named to review the requests.', evidence);
    return verdict('pass', 'Users can ask for an application, and reviewers are named.', evidence);
  }
  const values = settingValues(facts, 'EnableAdminConsentRequests');
  // The older setting says nothing of reviewers: it cannot stand in for an answer that was refused.
  const refused = facts.adminConsentRequestPolicy?.state === 'failed';
  if (values.length === 0 || refused) return missingData(facts, ['adminConsentRequestPolicy']);
  const evidence = [evidenceFrom('groupSettings', `EnableAdminConsentRequests = ${values.join(', ')}`)];
  const on = values.every((value) => value.toLowerCase() === 'true');
  return on
    ? verdict('pass', 'Users can ask an administrator for an application.', evidence)
    : verdict('fail', 'Users have no way to ask an administrator for an application.', evidence);
};

const never = 2_147_483_647;

function passwordExpiry(domains: readonly JsonObject[]): CheckVerdict {
  const roots = domains.filter(
    (domain) =>
      booleanAt(domain, 'isVerified') !== false &&
      booleanAt(domain, 'isRoot') !== false &&
      enumAt(domain, 'authenticationType') !== 'federated',
  );
  const periods = roots.map((domain) => ({
    name: textAt(domain, 'id') ?? '',
    days: numberAt(domain, 'passwordValidityPeriodInDays'),
    told: domain.passwordValidityPeriodInDays === null || numberAt(domain, 'passwordValidityPeriodInDays') !== null,
  }));
  const evidence = periods.map(({ name, days }) =>
    evidenceFrom('domains', `${name}: passwordValidityPeriodInDays = ${days ?? 'null'}`),
  );
  const expiring = periods.filter(({ days }) => days !== null && days !== never);
  if (expiring.length > 0) {
    const affected = expiring.map(({ name }) => ({ type: 'domain' as const, id: name, name }));
    return verdict(
      'fail',
      `Passwords expire after some days in ${named(expiring.map(({ name, days }) => `${name} (${days})`))}, which leads to weaker passwords.`,
      evidence,
      affected,
    );
  }
  if (periods.length === 0 && domains.length > 0)
    return verdict(
      'notApplicable',
      'Every domain signs in at a directory of its own, where passwords are managed.',
      evidence,
    );
  if (periods.length === 0 || periods.some(({ told }) => !told))
    return verdict(
      'couldNotCheck',
      "Microsoft's answer does not say whether passwords expire in every domain.",
      evidence,
    );
  return verdict('pass', 'Passwords do not expire.', evidence);
}

function branding(value: JsonObject): CheckVerdict {
  const keys = [
    'bannerLogoRelativeUrl',
    'bannerLogo',
    'backgroundImageRelativeUrl',
    'backgroundImage',
    'signInPageText',
    'squareLogoRelativeUrl',
  ];
  const set = keys.filter((key) => (textAt(value, key) ?? '').trim() !== '');
  const evidence = [evidenceFrom('branding', set.length === 0 ? 'no branding is set' : `set: ${set.join(', ')}`)];
  const strange = keys.filter((key) => (value[key] ?? null) !== null && typeof value[key] !== 'string');
  if (set.length === 0 && strange.length > 0)
    return verdict('couldNotCheck', 'The branding of the sign-in page does not have a form that is known.', evidence);
  return set.length > 0
    ? verdict('pass', 'The sign-in page carries the branding of the organization.', evidence)
    : verdict('warning', 'The sign-in page has no branding, so a forged page is harder to tell.', evidence);
}

export const tenantSettingChecks: readonly Check[] = [
  {
    ...base,
    id: 'app.register',
    title: 'Users cannot register applications',
    findingTitle: 'Users can register applications',
    severity: 'medium',
    frameworks: {
      scuba: ['MS.AAD.5.1v1'],
      cis: ['5.1.2.2'],
      prowler: ['entra_thirdparty_integrated_apps_not_allowed'],
      nist: ['PR.PS-05'],
      iso: ['A.5.23'],
    },
    datasets: ['authorizationPolicies'],
    recommendation: `${userSettings}: set "Users can register applications" to No.`,
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
    frameworks: {
      scuba: ['MS.AAD.5.2v1'],
      cis: ['5.1.5.1'],
      prowler: ['entra_policy_restricts_user_consent_for_apps'],
      nist: ['PR.AA-05', 'PR.PS-05'],
      iso: ['A.5.23'],
    },
    datasets: ['authorizationPolicies'],
    recommendation:
      'Entra admin center > Identity > Applications > Enterprise applications > Consent and permissions > User consent settings: choose "Do not allow user consent".',
    evaluate: worstPolicy(userConsent),
  },
  {
    ...base,
    id: 'app.consent.workflow',
    title: 'Users can ask an administrator for consent',
    findingTitle: 'Requests for administrator consent are off or have no reviewer',
    severity: 'low',
    frameworks: {
      scuba: ['MS.AAD.5.3v1'],
      cis: ['5.1.5.2'],
      prowler: ['entra_admin_consent_workflow_enabled'],
      nist: ['PR.PS-05'],
    },
    datasets: ['adminConsentRequestPolicy'],
    helpful: ['groupSettings'],
    recommendation:
      'Entra admin center > Identity > Applications > Enterprise applications > Consent and permissions > Admin consent settings: turn requests on and name reviewers.',
    evaluate: consentWorkflow,
  },
  {
    ...base,
    id: 'user.pwd.expiry',
    title: 'Passwords do not expire',
    findingTitle: 'Passwords are set to expire',
    severity: 'low',
    frameworks: {
      scuba: ['MS.AAD.6.1v1'],
      cis: ['1.3.1'],
      prowler: ['admincenter_settings_password_never_expire'],
      iso: ['A.5.17'],
    },
    datasets: ['domains'],
    recommendation:
      'Microsoft 365 admin center > Settings > Org settings > Security & privacy > Password expiration policy: set passwords to never expire.',
    evaluate: withData(['domains'], ([domains]) => passwordExpiry(domains)),
  },
  {
    ...base,
    id: 'tenant.create',
    title: 'Users cannot create tenants',
    findingTitle: 'Users can create tenants',
    severity: 'low',
    frameworks: { cis: ['5.1.2.3'], prowler: ['entra_policy_ensure_default_user_cannot_create_tenants'] },
    datasets: ['authorizationPolicies'],
    recommendation: `${userSettings}: set "Restrict non-admin users from creating tenants" to Yes.`,
    evaluate: permissionIs(
      'allowedToCreateTenants',
      'Only administrators can create tenants.',
      'Every user can create further tenants.',
    ),
  },
  {
    ...base,
    id: 'group.create.security',
    title: 'Users cannot create security groups',
    findingTitle: 'Users can create security groups',
    severity: 'low',
    frameworks: { cis: ['5.1.3.1'], prowler: ['entra_policy_default_user_cannot_create_security_groups'] },
    datasets: ['authorizationPolicies'],
    recommendation: 'Entra admin center > Identity > Groups > General: set "Users can create security groups" to No.',
    evaluate: permissionIs(
      'allowedToCreateSecurityGroups',
      'Only administrators can create security groups.',
      'Every user can create security groups.',
    ),
  },
  {
    ...base,
    id: 'user.bitlocker',
    title: 'Users cannot read BitLocker keys of their devices',
    findingTitle: 'Users can read the BitLocker keys of their devices',
    severity: 'low',
    frameworks: { prowler: ['entra_policy_default_user_cannot_read_bitlocker_keys'] },
    datasets: ['authorizationPolicies'],
    recommendation:
      'Entra admin center > Identity > Devices > Device settings: restrict users from recovering the BitLocker keys for their owned devices.',
    evaluate: permissionIs(
      'allowedToReadBitlockerKeysForOwnedDevice',
      'Only administrators can read BitLocker keys.',
      'Users can read the BitLocker keys of their devices.',
    ),
  },
  {
    ...base,
    id: 'branding',
    title: 'The sign-in page carries branding',
    findingTitle: 'The sign-in page has no company branding',
    severity: 'info',
    frameworks: {},
    datasets: ['branding'],
    recommendation:
      'Entra admin center > Identity > User experiences > Company branding: add a logo, background and text.',
    evaluate: withData(['branding'], ([value]) => branding(value)),
  },
];
