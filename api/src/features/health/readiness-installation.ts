import type { Readiness, ReadinessItem } from '@tenantry/contract/health';
import { counted, needsAttention, ready } from './readiness-item.ts';

/** How this installation is set up: names and counts, no value that is secret. */
export type InstallationSettings = {
  publicOrigin: string;
  isLoopback: boolean;
  isSimulated: boolean;
  staffDirectories: number;
  admitsGuests: boolean;
  hasSetupCode: boolean;
  trustedProxies: number;
  nodeVersion: string;
  records: string;
  vault: string;
  sessionCookie: string;
  /** Null where Azure does not tell. */
  siteName: string | null;
  region: string | null;
  build: { version: string; commit: string | null } | null;
};

function originItem({ publicOrigin, isLoopback }: InstallationSettings): ReadinessItem {
  const named = { id: 'installation.origin', label: 'Public address' };
  if (publicOrigin.startsWith('https:')) return ready(named, `People open ${publicOrigin}, over HTTPS.`);
  if (isLoopback) return ready(named, `${publicOrigin}, on this machine alone.`);
  return needsAttention(named, `${publicOrigin} is not encrypted.`, {
    action: 'Set PUBLIC_ORIGIN to the https address of the static web app.',
    docs: 'docs/deploy.md',
  });
}

function staffItem({ staffDirectories, admitsGuests }: InstallationSettings): ReadinessItem {
  const named = { id: 'installation.staff', label: 'Staff directories' };
  if (staffDirectories === 0) {
    return needsAttention(named, 'None is set: nobody can sign in with Microsoft.', {
      action: "Set STAFF_TENANT_IDS to the id of your own company's directory.",
      docs: 'docs/deploy.md',
    });
  }
  const guests = admitsGuests ? 'Their guests are admitted too.' : 'Their guests stay out.';
  return ready(named, `People of ${counted(staffDirectories, 'directory', 'directories')} may sign in. ${guests}`);
}

/** Whoever reads this is an administrator, so the first one is there. */
function setupItem({ hasSetupCode }: InstallationSettings): ReadinessItem {
  const named = { id: 'installation.setup', label: 'First administrator' };
  const code = hasSetupCode ? 'The setup code opens nothing any more.' : 'No setup code was needed on this machine.';
  return ready(named, `There is one. ${code}`);
}

function cloudItem({ isSimulated }: InstallationSettings): ReadinessItem {
  const named = { id: 'installation.cloud', label: 'Microsoft cloud' };
  return ready(named, isSimulated ? 'Simulated, on this machine alone.' : 'The public cloud of Microsoft.');
}

/** Whether the settings fit. Pure: a setting that is wrong in itself stops the start. */
export const installationItems = (settings: InstallationSettings): ReadinessItem[] => [
  originItem(settings),
  setupItem(settings),
  staffItem(settings),
  cloudItem(settings),
];

/** The settings that explain how this installation behaves. Pure. */
export function settingRows(settings: InstallationSettings): Readiness['settings'] {
  const { build, siteName, region } = settings;
  const row = (label: string, value: string | null, setting: string | null = null) =>
    value === null ? [] : [{ label, value, setting }];
  return [
    ...row('Public address', settings.publicOrigin, 'PUBLIC_ORIGIN'),
    ...row('Staff directories', String(settings.staffDirectories), 'STAFF_TENANT_IDS'),
    ...row('Guests', settings.admitsGuests ? 'Admitted' : 'Refused', 'STAFF_GUESTS'),
    ...row('Setup code', settings.hasSetupCode ? 'Set' : 'Not set', 'SETUP_CODE'),
    ...row('Trusted proxies', String(settings.trustedProxies), 'TRUSTED_PROXIES'),
    ...row('Session cookie', settings.sessionCookie, 'SESSION_COOKIE'),
    ...row('Records', settings.records, 'STORE'),
    ...row('Vault', settings.vault, 'VAULT'),
    ...row('Function app', siteName),
    ...row('Region', region),
    ...row('Node.js', settings.nodeVersion),
    ...row('Version', build?.version ?? null),
    ...row('Commit', build?.commit?.slice(0, 12) ?? null),
  ];
}
