import { type Check, type CheckVerdict, evidenceFrom, verdict } from '../check.ts';
import { booleanAt, enumAt, type JsonObject, numberAt, textAt } from '../json-reader.ts';
import { withData } from '../missing-data.ts';
import { named } from '../sentence-parts.ts';
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
  const unreadable = keys.filter((key) => (value[key] ?? null) !== null && typeof value[key] !== 'string');
  if (set.length === 0 && unreadable.length > 0)
    return verdict('couldNotCheck', 'The branding of the sign-in page does not have a form that is known.', evidence);
  return set.length > 0
    ? verdict('pass', 'The sign-in page carries the branding of the organization.', evidence)
    : verdict('warning', 'The sign-in page has no branding, so a forged page is harder to tell.', evidence);
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
    endangers: 'nobody',
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
    endangers: 'data',
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
    endangers: 'nobody',
    frameworks: {},
    datasets: ['branding'],
    recommendation:
      'Entra admin center > Identity > User experiences > Company branding: add a logo, background and text.',
    evaluate: withData(['branding'], ([value]) => branding(value)),
  },
];
