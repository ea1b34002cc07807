import { booleanAt, enumAt, type JsonObject, numberAt, valueAt } from '../../facts/json-reader.ts';
import { countOf } from '../../facts/sentence-parts.ts';
import { portal } from '../../microsoft/portal-paths.ts';
import { type Check, type CheckVerdict, evidenceFrom, verdict } from '../shared/check.ts';
import { withData } from '../shared/missing-data.ts';

const base = { category: 'secure-score' } as const;

/** A membership of the device policy: nobody, chosen people, or all. */
function membership(policy: JsonObject, path: readonly string[], texts: { good: string; bad: string }): CheckVerdict {
  const type = enumAt(valueAt(policy, ...path), '@odata.type') ?? '';
  const evidence = [
    evidenceFrom('deviceRegistrationPolicy', `${path.join('.')} = ${type === '' ? 'not reported' : type}`),
  ];
  if (type.includes('enumerateddeviceregistrationmembership') || type.includes('nodeviceregistrationmembership'))
    return verdict('pass', texts.good, evidence);
  if (type.includes('alldeviceregistrationmembership')) return verdict('fail', texts.bad, evidence);
  return verdict('couldNotCheck', "Microsoft's response does not include this setting for devices.", evidence);
}

function deviceFlag(path: readonly string[], wanted: boolean, texts: { good: string; bad: string }): Check['evaluate'] {
  return withData(['deviceRegistrationPolicy'], ([policy]) => {
    const value = booleanAt(policy, ...path);
    const evidence = [evidenceFrom('deviceRegistrationPolicy', `${path.join('.')} = ${value ?? 'not reported'}`)];
    if (value === null)
      return verdict('couldNotCheck', "Microsoft's response does not include this setting for devices.", evidence);
    return value === wanted ? verdict('pass', texts.good, evidence) : verdict('fail', texts.bad, evidence);
  });
}

function deviceQuota(policy: JsonObject): CheckVerdict {
  const quota = numberAt(policy, 'userDeviceQuota');
  const evidence = [evidenceFrom('deviceRegistrationPolicy', `userDeviceQuota = ${quota ?? 'not reported'}`)];
  if (quota === null)
    return verdict('couldNotCheck', "Microsoft's response does not include the device limit.", evidence);
  return quota <= 10
    ? verdict('pass', `Each user can join at most ${countOf(quota, 'device')}.`, evidence)
    : verdict('fail', `Each user can join ${countOf(quota, 'device')}; at most 10 are recommended.`, evidence);
}

export const deviceRegistrationChecks: readonly Check[] = [
  {
    ...base,
    id: 'device.join',
    title: 'Joining devices is limited to selected users',
    findingTitle: 'Every user can join devices',
    severity: 'low',
    endangers: 'some',
    frameworks: { cis: ['5.1.4.1'], prowler: ['entra_device_registration_join_restricted'], iso: ['A.8.1'] },
    datasets: ['deviceRegistrationPolicy'],
    recommendation: `${portal.devices}: set "Users may join devices to Microsoft Entra" to Selected or None.`,
    impact: 'An attacker with a stolen password can join a device of their own and pass as a trusted one.',
    evaluate: withData(['deviceRegistrationPolicy'], ([policy]) =>
      membership(policy, ['azureADJoin', 'allowedToJoin'], {
        good: 'Only selected users can join devices.',
        bad: 'Every user can join devices.',
      }),
    ),
  },
  {
    ...base,
    id: 'device.quota',
    title: 'Users can join at most ten devices',
    findingTitle: 'Users can join more than ten devices',
    severity: 'low',
    endangers: 'some',
    frameworks: {
      cis: ['5.1.4.2'],
      prowler: ['entra_device_registration_max_devices_per_user_limited'],
      iso: ['A.8.1'],
    },
    datasets: ['deviceRegistrationPolicy'],
    recommendation: `${portal.devices}: set the maximum number of devices per user to 10 or fewer.`,
    impact: 'One stolen account can join many devices unnoticed.',
    evaluate: withData(['deviceRegistrationPolicy'], ([policy]) => deviceQuota(policy)),
  },
  {
    ...base,
    id: 'device.admins.global',
    title: 'Global Administrators are not local administrators',
    findingTitle: 'Global Administrators become local administrators of joined devices',
    severity: 'low',
    endangers: 'tenant',
    frameworks: { cis: ['5.1.4.3'], prowler: ['entra_device_registration_global_admins_not_local_admins'] },
    datasets: ['deviceRegistrationPolicy'],
    recommendation: `${portal.devices}: set "Global administrator role is added as local administrator on the device during Microsoft Entra join" to No.`,
    impact: 'Global Administrator credentials used on a workstation can be stolen from it.',
    evaluate: deviceFlag(['azureADJoin', 'localAdmins', 'enableGlobalAdmins'], false, {
      good: 'Global Administrators do not become local administrators of joined devices.',
      bad: 'Global Administrators become local administrators of every joined device.',
    }),
  },
  {
    ...base,
    id: 'device.admins.registering',
    title: 'Users do not become administrators of the devices they join',
    findingTitle: 'Users become administrators of the devices they join',
    severity: 'low',
    endangers: 'some',
    frameworks: { cis: ['5.1.4.4'], prowler: ['entra_device_registration_registering_user_not_local_admin'] },
    datasets: ['deviceRegistrationPolicy'],
    recommendation: `${portal.devices}: set "Registering user is added as local administrator on the device during Microsoft Entra join" to Selected or None.`,
    impact: 'Malware that a user starts has full control of the device.',
    evaluate: withData(['deviceRegistrationPolicy'], ([policy]) =>
      membership(policy, ['azureADJoin', 'localAdmins', 'registeringUsers'], {
        good: 'Users do not become administrators of the devices they join.',
        bad: 'Users become administrators of the devices they join.',
      }),
    ),
  },
  {
    ...base,
    id: 'device.laps',
    title: 'Local administrator passwords are managed (LAPS)',
    findingTitle: 'Local administrator passwords are not managed by Entra LAPS',
    severity: 'low',
    endangers: 'some',
    frameworks: {
      cis: ['5.1.4.5'],
      prowler: ['entra_device_registration_laps_enabled'],
      nist: ['PR.AA-01'],
      iso: ['A.5.17'],
    },
    datasets: ['deviceRegistrationPolicy'],
    recommendation: `${portal.devices}: enable Microsoft Entra Local Administrator Password Solution (LAPS).`,
    impact: 'One local administrator password, once known, opens every device that has the same.',
    evaluate: deviceFlag(['localAdminPassword', 'isEnabled'], true, {
      good: 'Microsoft Entra LAPS is on.',
      bad: 'Microsoft Entra LAPS is off: local administrator passwords are not rotated.',
    }),
  },
];
