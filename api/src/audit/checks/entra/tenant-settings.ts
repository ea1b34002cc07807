import { booleanAt, enumAt, type JsonObject, numberAt, textAt } from '../../facts/json-reader.ts';
import { named } from '../../facts/sentence-parts.ts';
import { type Check, type CheckVerdict, evidenceFrom, verdict } from '../shared/check.ts';
import { withData } from '../shared/missing-data.ts';
import { permissionIs, userSettings } from './authorization-policy.ts';

const base = { category: 'secure-score' } as const;

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
      `Passwords expire in ${named(expiring.map(({ name, days }) => `${name} (after ${days} days)`))}.`,
      evidence,
      affected,
    );
  }
  if (periods.length === 0 && domains.length > 0)
    return verdict(
      'notApplicable',
      'Every domain is federated: passwords are managed by its own identity provider.',
      evidence,
    );
  if (periods.length === 0 || periods.some(({ told }) => !told))
    return verdict(
      'couldNotCheck',
      "Microsoft's response does not say whether passwords expire in every domain.",
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
  const unreadable = keys.filter((key) => (value[key] ?? null) !== null && typeof value[key] !== 'string');
  if (set.length === 0 && unreadable.length > 0)
    return verdict('couldNotCheck', 'The branding of the sign-in page could not be read.', evidence);
  return set.length > 0
    ? verdict('pass', 'The sign-in page carries the branding of the organization.', evidence)
    : verdict('warning', 'The sign-in page has no company branding.', evidence);
}

export const tenantSettingChecks: readonly Check[] = [
  {
    ...base,
    id: 'user.pwd.expiry',
    title: 'Passwords do not expire',
    findingTitle: 'Passwords are set to expire',
    severity: 'low',
    endangers: 'everyone',
    frameworks: {
      scuba: ['MS.AAD.6.1v1'],
      cis: ['1.3.1'],
      prowler: ['admincenter_settings_password_never_expire'],
      iso: ['A.5.17'],
    },
    datasets: ['domains'],
    recommendation:
      'Microsoft 365 admin center > Settings > Org settings > Security & privacy > Password expiration policy: set passwords to never expire.',
    impact: 'Users who must change passwords often pick weak ones and increment a number, which is easier to guess.',
    evaluate: withData(['domains'], ([domains]) => passwordExpiry(domains)),
  },
  {
    ...base,
    id: 'tenant.create',
    title: 'Users cannot create tenants',
    findingTitle: 'Users can create tenants',
    severity: 'low',
    endangers: 'nobody',
    frameworks: { cis: ['5.1.2.3'], prowler: ['entra_policy_ensure_default_user_cannot_create_tenants'] },
    datasets: ['authorizationPolicies'],
    recommendation: `${userSettings}: set "Restrict non-admin users from creating tenants" to Yes.`,
    impact: 'Users become Global Administrators of tenants that nobody in the company knows about or secures.',
    evaluate: permissionIs(
      'allowedToCreateTenants',
      'Only administrators can create tenants.',
      'Every user can create tenants.',
    ),
  },
  {
    ...base,
    id: 'group.create.security',
    title: 'Users cannot create security groups',
    findingTitle: 'Users can create security groups',
    severity: 'low',
    endangers: 'nobody',
    frameworks: { cis: ['5.1.3.1'], prowler: ['entra_policy_default_user_cannot_create_security_groups'] },
    datasets: ['authorizationPolicies'],
    recommendation:
      'Microsoft Entra admin center > Entra ID > Groups > General: set "Users can create security groups" to No.',
    impact: 'Groups that nobody reviews pile up, and access granted to them is hard to trace.',
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
    endangers: 'data',
    frameworks: { cis: ['5.1.4.6'], prowler: ['entra_policy_default_user_cannot_read_bitlocker_keys'] },
    datasets: ['authorizationPolicies'],
    recommendation:
      'Microsoft Entra admin center > Entra ID > Devices > Device settings: set "Restrict users from recovering the BitLocker key(s) for their owned devices" to Yes.',
    impact: "Anyone who compromises a user's account can unlock the disk of that user's stolen laptop.",
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
    endangers: 'nobody',
    frameworks: {},
    datasets: ['branding'],
    recommendation: 'Microsoft Entra admin center > Entra ID > Custom Branding: add a logo, a background and a text.',
    impact: 'Users cannot tell a phishing page from the real sign-in page.',
    evaluate: withData(['branding'], ([value]) => branding(value)),
  },
];
