import type { WorkKind } from '@tenantry/contract/price-list';
import type { Category } from '@tenantry/contract/verdicts';

/** What it takes to mend what a check finds, by the beginning of its id: the longest that fits counts. */
export const workByCheckPrefix: Readonly<Record<string, WorkKind>> = {
  'ca.': 'conditional-access',
  'ca.breakglass': 'privileged-access',
  'mfa.': 'authentication-methods',
  'mfa.registration': 'user-rollout',
  'mfa.admins.registration': 'user-rollout',
  'role.': 'privileged-access',
  'app.': 'applications',
  'agent.': 'applications',
  'agent.roles': 'privileged-access',
  'user.pwd.': 'tenant-settings',
  'user.pwd.onpremises': 'devices-and-sync',
  'user.lockout.': 'tenant-settings',
  'user.bitlocker': 'tenant-settings',
  'user.stale': 'account-review',
  'user.risky': 'incident-response',
  'user.reset': 'authentication-methods',
  'tenant.create': 'tenant-settings',
  'tenant.admincenter': 'tenant-settings',
  'tenant.alerts': 'incident-response',
  'group.create.': 'tenant-settings',
  'group.public': 'account-review',
  branding: 'tenant-settings',
  'session.idle': 'tenant-settings',
  'score.secure': 'tenant-settings',
  'device.': 'devices-and-sync',
  'sync.': 'devices-and-sync',
  'dns.': 'mail-dns',
  'exo.': 'exchange',
  'mdo.': 'exchange',
  'teams.': 'teams',
  'purview.': 'data-protection',
  'purview.alerts': 'tenant-settings',
  'purview.audit': 'tenant-settings',
  'intune.': 'devices-and-sync',
  'office.': 'tenant-settings',
  'spo.': 'sharing',
  'guest.': 'sharing',
  'review.': 'account-review',
  'signin.': 'incident-response',
  'mdi.': 'devices-and-sync',
  'xdr.assets': 'tenant-settings',
  'xdr.credentials': 'incident-response',
};

/** For findings of a check that the catalog no longer has. */
const workByCategory: Readonly<Record<Category, WorkKind>> = {
  mfa: 'authentication-methods',
  'conditional-access': 'conditional-access',
  'secure-score': 'tenant-settings',
  'mail-flow': 'mail-dns',
  'external-sharing': 'sharing',
  'login-anomalies': 'incident-response',
};

const prefixes = Object.keys(workByCheckPrefix).sort((a, b) => b.length - a.length);

/** The kind of work that mends what a check found. */
export function workOfCheck(checkId: string, category: Category): WorkKind {
  const prefix = prefixes.find((one) => checkId.startsWith(one));
  return (prefix === undefined ? undefined : workByCheckPrefix[prefix]) ?? workByCategory[category];
}
