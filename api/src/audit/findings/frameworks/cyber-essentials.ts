import { type Framework, type FrameworkGroup, labelsOf } from './framework.ts';
import { type Mapping, mappedByTenantry, mappedControl, notTold } from './mapped-control.ts';

const { devices, network, procedure, updates } = notTold;
const otherServices = 'Not seen: cloud services whose sign-in does not go through Entra ID, and devices.';
const otherAccounts = 'Our check counts 90 days. Not seen: accounts of devices and of other services.';
const onDevices =
  'Mail, links and files of Microsoft 365 are protected before; the requirement is about devices, which Tenantry does not read.';

type Theme = FrameworkGroup & { rows: readonly Mapping[] };

/**
 * The requirements of the five technical controls of Cyber Essentials (Requirements for IT infrastructure v3.2, April 2025, Crown copyright, Open
 * Government Licence). NCSC gives them no ids: they are numbered here in its order, and the titles are ours.
 */
const themes: readonly Theme[] = [
  {
    id: '1',
    label: 'Firewalls',
    rows: [
      ['Every device is behind a firewall', network],
      ['Default passwords of firewalls are changed, or they are not managed from afar', network],
      ['Firewalls cannot be managed from the internet without need and MFA', network],
      ['Connections from outside are blocked unless authenticated', network],
      ['Rules for what may come in are approved and written down', network],
      ['Rules without need are removed soon', network],
      ['Devices on untrusted networks have a firewall of their own', devices],
    ],
  },
  {
    id: '2',
    label: 'Secure configuration',
    rows: [
      ['Accounts that nobody needs are removed or disabled', otherAccounts, 'user.stale user.stale.guest'],
      [
        'Default and guessable passwords are changed',
        'Entra ID refuses common passwords by itself; passwords of devices and of other services are not seen.',
      ],
      [
        'Software that nobody needs is removed or disabled',
        'Apps and add-ins of Microsoft 365 are seen. Not seen: software on devices.',
        'app.permissions.unused exo.addins teams.apps exo.smtpauth',
      ],
      ['Files do not run by themselves', devices],
      [
        'Nobody reaches data and services without signing in',
        'Links for anyone are seen. Not seen: devices and other services.',
        'spo.sharing',
      ],
      ['Devices are locked for whoever stands before them', devices],
      ['Devices are unlocked by biometrics, password or PIN', devices],
      ['Guessing of what unlocks a device is slowed down or ends', devices],
      ['What unlocks a device has at least six characters', devices],
    ],
  },
  {
    id: '3',
    label: 'Security update management',
    rows: [
      ['Software is licensed and supported', updates],
      ['Software without support is removed or cut off from the internet', updates],
      ['Updates are automatic where they can be', updates],
      ['Fixes of critical and high risk are applied within 14 days', updates],
    ],
  },
  {
    id: '4',
    label: 'User access control',
    rows: [
      [
        'Accounts are created and approved by a process',
        'Who may invite guests is seen. Not seen: how accounts of staff are approved.',
        'guest.invite',
      ],
      [
        'Each user signs in with credentials of their own',
        'Shared mailboxes are seen. Not seen: other accounts that several people use.',
        'exo.shared',
      ],
      ['Accounts end when they are no longer needed', otherAccounts, 'user.stale user.stale.guest'],
      [
        'Sign-in asks for MFA, in cloud services always',
        otherServices,
        'ca.mfa.all ca.mfa.guests ca.legacy mfa.registration',
      ],
      [
        'Administration has accounts of its own',
        'Mail and Office licenses of administrative accounts are seen. Not seen: administrators of devices and of other services.',
        'role.licenses',
      ],
      [
        'Special privileges end when they are no longer needed',
        'Guests with roles of Entra ID and unused permissions of apps are seen. Not seen: privileges of staff, of devices and of other services.',
        'role.guest.admin app.permissions.unused',
      ],
      ['Guessing of passwords is stopped', 'MFA, lockout or slowing down is enough, and our checks judge each alone.'],
      [
        'Passwords are of good quality',
        'Entra ID asks for eight characters and refuses common passwords by itself; other services are not seen.',
      ],
      [
        'Users are helped to choose passwords, and need not change them regularly',
        'That passwords do not expire is seen. Not seen: advice and means to store them.',
        'user.pwd.expiry',
      ],
      [
        'Passwords are changed soon when they may be known',
        'Users at risk with whom nobody dealt are seen. Not seen: devices and other services.',
        'user.risky',
      ],
      [
        'Administrators and accounts that the internet reaches have MFA',
        otherServices,
        'ca.mfa.all ca.mfa.admins ca.mfa.azure mfa.registration mfa.admins.registration',
      ],
      [
        'Passwords beside MFA have at least eight characters',
        'Entra ID asks for it by itself; other services are not seen.',
      ],
    ],
  },
  {
    id: '5',
    label: 'Malware protection',
    rows: [
      ['Every device is protected from malware', onDevices],
      ['Anti-malware software is kept up to date', onDevices],
      ['Anti-malware software keeps malware from running', onDevices],
      ['Anti-malware software keeps malicious code from being executed', onDevices],
      ['Anti-malware software blocks malicious websites', onDevices],
      ['Or: applications are approved before they are deployed', procedure],
      ['Or: only applications of a list with valid signatures can be installed', devices],
    ],
  },
];

export const cyberEssentials: Framework = {
  id: 'cyber-essentials',
  name: 'Cyber Essentials: Requirements for IT infrastructure v3.2 (April 2025)',
  version: '3.2',
  publisher: 'National Cyber Security Centre (NCSC)',
  source: 'https://www.ncsc.gov.uk/files/cyber-essentials-requirements-for-it-infrastructure-v3-2.pdf',
  mapping: {
    by: 'tenantry',
    note: `${mappedByTenantry('NCSC')} The numbers are ours, since NCSC gives none. Assessments that began since 27 April 2026 go by v3.3.`,
  },
  groups: labelsOf(themes),
  controls: themes.flatMap(({ id: group, rows }) =>
    rows.map((mapping, index) => mappedControl({ id: `CE-${group}.${index + 1}`, group, level: null }, mapping)),
  ),
};
