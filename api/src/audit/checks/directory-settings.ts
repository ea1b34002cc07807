import {
  affectedFrom,
  type Check,
  core,
  countOf,
  factOf,
  seen,
  unknown,
  type VerdictCore,
  withData,
} from '../check.ts';
import type { Facts } from '../facts.ts';
import { booleanAt, enumAt, type JsonObject, numberAt, objectsAt, textAt, valueAt } from '../json-reader.ts';

const base = { category: 'secure-score' } as const;
const passwordTemplate = '5cf42378-d67d-4f36-ba46-e8b86229381d';
const groupTemplate = '62375ab9-6b52-47ed-826b-58e47e0e304b';
const passwordPage = 'Entra admin centre > Protection > Authentication methods > Password protection';
const devicePage = 'Entra admin centre > Identity > Devices > Device settings';

/** The value of a directory setting; null where the tenant never changed it, so that Microsoft's default holds. */
function setting(settings: readonly JsonObject[], template: string, name: string): string | null {
  const own = settings
    .filter((item) => enumAt(item, 'templateId') === template)
    .flatMap((item) => objectsAt(item, 'values'));
  const found = own.find((value) => textAt(value, 'name') === name);
  return found === undefined ? null : (textAt(found, 'value') ?? '');
}

function numberSetting(
  name: string,
  fallback: number,
  holds: (value: number) => boolean,
  texts: { good: string; bad: string },
): Check['evaluate'] {
  return withData(['groupSettings'], ([settings]) => {
    const text = setting(settings, passwordTemplate, name);
    const value = text === null ? fallback : Number.parseInt(text, 10);
    const evidence = [seen('groupSettings', `${name} = ${text ?? `${fallback} (Microsoft's default)`}`)];
    if (Number.isNaN(value)) return core('couldNotCheck', `The setting ${name} is no number.`, evidence);
    return holds(value)
      ? core('pass', `${texts.good} (${value}).`, evidence)
      : core('fail', `${texts.bad} (${value}).`, evidence);
  });
}

function bannedPasswords(settings: readonly JsonObject[]): VerdictCore {
  const on = setting(settings, passwordTemplate, 'EnableBannedPasswordCheck');
  const list = setting(settings, passwordTemplate, 'BannedPasswordList') ?? '';
  const words = list.split(/[\s,]+/).filter((word) => word !== '').length;
  const evidence = [
    seen('groupSettings', `EnableBannedPasswordCheck = ${on ?? 'not set'}, ${countOf(words, 'banned word')}`),
  ];
  if (on?.toLowerCase() === 'true' && words > 0)
    return core(
      'pass',
      `Passwords with ${countOf(words, 'word')} of the organisation's own list are refused.`,
      evidence,
    );
  return core('fail', 'There is no list of banned passwords of the organisation.', evidence);
}

function onPremisesPasswords(facts: Facts): VerdictCore {
  const settings = factOf(facts, 'groupSettings');
  const organization = factOf(facts, 'organization');
  if (settings === undefined) return unknown(facts, ['groupSettings']);
  if (organization !== undefined && !organization.some((item) => booleanAt(item, 'onPremisesSyncEnabled') === true)) {
    return core('notApplicable', 'No on-premises directory is connected.', [
      seen('organization', 'onPremisesSyncEnabled is not true'),
    ]);
  }
  const on = setting(settings, passwordTemplate, 'EnableBannedPasswordCheckOnPremises');
  const mode = setting(settings, passwordTemplate, 'BannedPasswordCheckOnPremisesMode');
  const evidence = [
    seen('groupSettings', `EnableBannedPasswordCheckOnPremises = ${on ?? 'not set'}, mode = ${mode ?? 'not set'}`),
  ];
  if (on?.toLowerCase() === 'true' && mode?.toLowerCase().startsWith('enforce') === true)
    return core('pass', 'Weak passwords are refused in the on-premises directory too.', evidence);
  return organization === undefined
    ? unknown(facts, ['organization'])
    : core('fail', 'Weak passwords are not refused in the on-premises directory.', evidence);
}

function groupCreation(settings: readonly JsonObject[]): VerdictCore {
  const value = setting(settings, groupTemplate, 'EnableGroupCreation');
  const evidence = [seen('groupSettings', `EnableGroupCreation = ${value ?? "true (Microsoft's default)"}`)];
  return value?.toLowerCase() === 'false'
    ? core('pass', 'Only named people can create Microsoft 365 groups and teams.', evidence)
    : core('fail', 'Every user can create Microsoft 365 groups and teams.', evidence);
}

/** A membership of the device policy: nobody, chosen people, or all. */
function membership(policy: JsonObject, path: readonly string[], texts: { good: string; bad: string }): VerdictCore {
  const type = enumAt(valueAt(policy, ...path), '@odata.type') ?? '';
  const evidence = [seen('deviceRegistrationPolicy', `${path.join('.')} = ${type === '' ? 'not told' : type}`)];
  if (type.includes('enumerateddeviceregistrationmembership') || type.includes('nodeviceregistrationmembership'))
    return core('pass', texts.good, evidence);
  if (type.includes('alldeviceregistrationmembership')) return core('fail', texts.bad, evidence);
  return core('couldNotCheck', "Microsoft's answer does not carry this setting for devices.", evidence);
}

function deviceFlag(path: readonly string[], wanted: boolean, texts: { good: string; bad: string }): Check['evaluate'] {
  return withData(['deviceRegistrationPolicy'], ([policy]) => {
    const value = booleanAt(policy, ...path);
    const evidence = [seen('deviceRegistrationPolicy', `${path.join('.')} = ${value ?? 'not told'}`)];
    if (value === null)
      return core('couldNotCheck', "Microsoft's answer does not carry this setting for devices.", evidence);
    return value === wanted ? core('pass', texts.good, evidence) : core('fail', texts.bad, evidence);
  });
}

function deviceQuota(policy: JsonObject): VerdictCore {
  const quota = numberAt(policy, 'userDeviceQuota');
  const evidence = [seen('deviceRegistrationPolicy', `userDeviceQuota = ${quota ?? 'not told'}`)];
  if (quota === null) return core('couldNotCheck', "Microsoft's answer does not carry the limit of devices.", evidence);
  return quota <= 10
    ? core('pass', `A user can join ${quota} devices at most.`, evidence)
    : core('fail', `A user can join ${quota} devices; 20 or fewer are Microsoft's range, 10 are advised.`, evidence);
}

/** The restriction of every kind named holds for applications and service principals, whenever they were created. */
function restrictions(policy: JsonObject, list: string, kind: string, maxDays: number | null): VerdictCore {
  const enabledPolicy = booleanAt(policy, 'isEnabled');
  const found = ['applicationRestrictions', 'servicePrincipalRestrictions'].map((owner) => ({
    owner,
    restriction: objectsAt(policy, owner, list).find((item) => enumAt(item, 'restrictionType') === kind.toLowerCase()),
  }));
  const problems: string[] = enabledPolicy === false ? ['the policy is switched off'] : [];
  for (const { owner, restriction } of found) {
    const label = owner === 'applicationRestrictions' ? 'applications' : 'service principals';
    if (restriction === undefined) problems.push(`${label}: not set`);
    else problems.push(...restrictionProblems(restriction, maxDays).map((problem) => `${label}: ${problem}`));
  }
  const evidence = [
    seen(
      'defaultAppManagementPolicy',
      `${kind}: ${problems.length === 0 ? 'in force for applications and service principals' : problems.join('; ')}`,
    ),
  ];
  if (problems.length === 0)
    return core('pass', 'The restriction holds for all applications and service principals.', evidence);
  return core('fail', `The restriction does not hold for all applications: ${problems.join('; ')}.`, evidence);
}

function restrictionProblems(restriction: JsonObject, maxDays: number | null): string[] {
  const problems: string[] = [];
  if (enumAt(restriction, 'state') === 'disabled') problems.push('switched off');
  const since = textAt(restriction, 'restrictForAppsCreatedAfterDateTime');
  if (since !== null && !since.startsWith('0001-01-01'))
    problems.push(`holds only for those created after ${since.slice(0, 10)}`);
  if (maxDays !== null) {
    const days = /^P(\d+)D/.exec(textAt(restriction, 'maxLifetime') ?? '')?.[1];
    if (days === undefined || Number(days) > maxDays)
      problems.push(
        `lifetime ${textAt(restriction, 'maxLifetime') ?? 'not told'}, at most ${maxDays} days are advised`,
      );
  }
  return problems;
}

function hashSync(facts: Facts): VerdictCore {
  const organization = factOf(facts, 'organization');
  const sync = factOf(facts, 'onPremisesSynchronization');
  if (organization === undefined) return unknown(facts, ['organization']);
  if (!organization.some((item) => booleanAt(item, 'onPremisesSyncEnabled') === true)) {
    return core('notApplicable', 'No on-premises directory is connected.', [
      seen('organization', 'onPremisesSyncEnabled is not true'),
    ]);
  }
  if (sync === undefined) return unknown(facts, ['onPremisesSynchronization']);
  const values = sync.map((item) => booleanAt(item, 'features', 'passwordSyncEnabled'));
  const evidence = [seen('onPremisesSynchronization', `passwordSyncEnabled = ${values.join(', ')}`)];
  if (values.includes(true)) return core('pass', 'Password hashes are synchronised.', evidence);
  return values.includes(false)
    ? core('fail', 'Password hashes are not synchronised, so leaked passwords are not found.', evidence)
    : core('couldNotCheck', "Microsoft's answer does not carry this setting.", evidence);
}

const appsPage =
  'Entra admin centre > Identity > Applications > Enterprise applications > Security > Application policies (or Microsoft Graph, defaultAppManagementPolicy)';

export const directorySettingChecks: readonly Check[] = [
  {
    ...base,
    id: 'user.lockout.threshold',
    title: 'Smart lockout after ten attempts at most',
    severity: 'medium',
    references: ['CIS 5.2.3.8', 'prowler:entra_password_protection_lockout_threshold_limited'],
    datasets: ['groupSettings'],
    recommendation: `${passwordPage}: set the lockout threshold to 10 or fewer.`,
    evaluate: numberSetting('LockoutThreshold', 10, (value) => value >= 1 && value <= 10, {
      good: 'Accounts are locked after few failed sign-ins',
      bad: 'Accounts are locked only after many failed sign-ins',
    }),
  },
  {
    ...base,
    id: 'user.lockout.duration',
    title: 'Smart lockout for a minute at least',
    severity: 'low',
    references: ['CIS 5.2.3.9', 'prowler:entra_password_protection_lockout_duration_configured'],
    datasets: ['groupSettings'],
    recommendation: `${passwordPage}: set the lockout duration to 60 seconds or more.`,
    evaluate: numberSetting('LockoutDurationInSeconds', 60, (value) => value >= 60, {
      good: 'Locked accounts stay so for a minute at least, in seconds',
      bad: 'Locked accounts are open again too soon, in seconds',
    }),
  },
  {
    ...base,
    id: 'user.pwd.banned',
    title: "The organisation's own words are banned from passwords",
    severity: 'medium',
    references: ['CIS 5.2.3.2', 'prowler:entra_password_protection_custom_banned_list_enforced'],
    datasets: ['groupSettings'],
    recommendation: `${passwordPage}: enforce the custom list and enter the names of company, brands and places.`,
    evaluate: withData(['groupSettings'], ([settings]) => bannedPasswords(settings)),
  },
  {
    ...base,
    id: 'user.pwd.onpremises',
    title: 'Weak passwords are refused on premises too',
    severity: 'medium',
    references: ['CIS 5.2.3.3', 'prowler:entra_password_protection_on_premises_enforced'],
    datasets: ['groupSettings'],
    helpful: ['organization'],
    recommendation: `${passwordPage}: enable password protection on Windows Server Active Directory, mode Enforced, and install its agents.`,
    evaluate: onPremisesPasswords,
  },
  {
    ...base,
    id: 'group.create.m365',
    title: 'Users cannot create Microsoft 365 groups',
    severity: 'low',
    references: ['CIS 5.1.3.4', 'prowler:entra_policy_default_user_cannot_create_m365_groups'],
    datasets: ['groupSettings'],
    recommendation:
      'Entra admin centre > Identity > Groups > General: set "Users can create Microsoft 365 groups" to No.',
    evaluate: withData(['groupSettings'], ([settings]) => groupCreation(settings)),
  },
  {
    ...base,
    id: 'group.public',
    title: 'Microsoft 365 groups are private',
    severity: 'low',
    references: ['CIS 1.2.1', 'prowler:admincenter_groups_not_public_visibility'],
    datasets: ['groups'],
    recommendation:
      'Microsoft 365 admin centre > Teams & groups > Active teams & groups: set the named groups to Private, or have their owners confirm that everyone may read them.',
    evaluate: withData(['groups'], ([groups]) => {
      const { notPrivate, unified } = groups;
      const evidence = [seen('groups', `${notPrivate.count} of ${unified} Microsoft 365 groups are not private`)];
      if (notPrivate.count === 0) return core('pass', 'No Microsoft 365 group is public.', evidence);
      return {
        ...core(
          'fail',
          `Everyone in the organisation can read ${countOf(notPrivate.count, 'Microsoft 365 group')}.`,
          evidence,
        ),
        ...affectedFrom(notPrivate, 'group'),
      };
    }),
  },
  {
    ...base,
    category: 'external-sharing',
    id: 'guest.dynamic.group',
    title: 'A dynamic group holds all guests',
    severity: 'info',
    references: ['prowler:entra_dynamic_group_for_guests_created'],
    datasets: ['groups'],
    recommendation:
      'Entra admin centre > Identity > Groups: create a dynamic group with the rule user.userType -eq "Guest" and aim policies at it.',
    evaluate: withData(['groups'], ([groups]) =>
      groups.dynamicGuestGroup
        ? core('pass', 'A dynamic group holds all guests.', [
            seen('groups', 'a membership rule asks for userType Guest'),
          ])
        : core('warning', 'No dynamic group holds all guests.', [
            seen('groups', `${groups.total} groups, none with such a rule`),
          ]),
    ),
  },
  {
    ...base,
    id: 'device.join',
    title: 'Joining devices is limited to chosen people',
    severity: 'low',
    references: ['CIS 5.1.4.1', 'prowler:entra_device_registration_join_restricted'],
    datasets: ['deviceRegistrationPolicy'],
    recommendation: `${devicePage}: set "Users may join devices to Microsoft Entra" to Selected or None.`,
    evaluate: withData(['deviceRegistrationPolicy'], ([policy]) =>
      membership(policy, ['azureADJoin', 'allowedToJoin'], {
        good: 'Only chosen people can join devices.',
        bad: 'Every user can join devices.',
      }),
    ),
  },
  {
    ...base,
    id: 'device.quota',
    title: 'A user joins ten devices at most',
    severity: 'low',
    references: ['CIS 5.1.4.2', 'prowler:entra_device_registration_max_devices_per_user_limited'],
    datasets: ['deviceRegistrationPolicy'],
    recommendation: `${devicePage}: set the maximum number of devices per user to 10 or fewer.`,
    evaluate: withData(['deviceRegistrationPolicy'], ([policy]) => deviceQuota(policy)),
  },
  {
    ...base,
    id: 'device.admins.global',
    title: 'Global Administrators are no local administrators',
    severity: 'low',
    references: ['CIS 5.1.4.3', 'prowler:entra_device_registration_global_admins_not_local_admins'],
    datasets: ['deviceRegistrationPolicy'],
    recommendation: `${devicePage}: set "Global administrator role is added as local administrator on the device during Microsoft Entra join" to No.`,
    evaluate: deviceFlag(['azureADJoin', 'localAdmins', 'enableGlobalAdmins'], false, {
      good: 'Global Administrators do not become local administrators of joined devices.',
      bad: 'Global Administrators become local administrators of every joined device.',
    }),
  },
  {
    ...base,
    id: 'device.admins.registering',
    title: 'Who joins a device does not become its administrator',
    severity: 'low',
    references: ['CIS 5.1.4.4', 'prowler:entra_device_registration_registering_user_not_local_admin'],
    datasets: ['deviceRegistrationPolicy'],
    recommendation: `${devicePage}: set "Registering user is added as local administrator" to Selected or None.`,
    evaluate: withData(['deviceRegistrationPolicy'], ([policy]) =>
      membership(policy, ['azureADJoin', 'localAdmins', 'registeringUsers'], {
        good: 'Who joins a device does not become its administrator.',
        bad: 'Every user becomes administrator of the devices they join.',
      }),
    ),
  },
  {
    ...base,
    id: 'device.laps',
    title: 'Local administrator passwords are managed (LAPS)',
    severity: 'low',
    references: ['CIS 5.1.4.5', 'prowler:entra_device_registration_laps_enabled'],
    datasets: ['deviceRegistrationPolicy'],
    recommendation: `${devicePage}: enable Microsoft Entra Local Administrator Password Solution (LAPS).`,
    evaluate: deviceFlag(['localAdminPassword', 'isEnabled'], true, {
      good: 'Microsoft Entra LAPS is on.',
      bad: 'Microsoft Entra LAPS is off: local administrator passwords are not changed.',
    }),
  },
  {
    ...base,
    id: 'app.credentials.add',
    title: 'New application secrets are blocked',
    severity: 'medium',
    references: ['MS.AAD.5.5v1', 'CIS 5.1.5.3'],
    datasets: ['defaultAppManagementPolicy'],
    recommendation: `${appsPage}: block adding passwords, for all applications whenever created.`,
    evaluate: withData(['defaultAppManagementPolicy'], ([policy]) =>
      restrictions(policy, 'passwordCredentials', 'passwordAddition', null),
    ),
  },
  {
    ...base,
    id: 'app.credentials.secret',
    title: 'Application secrets live 180 days at most',
    severity: 'medium',
    references: ['MS.AAD.5.6v1', 'CIS 5.1.5.4'],
    datasets: ['defaultAppManagementPolicy'],
    recommendation: `${appsPage}: limit the lifetime of passwords to 180 days or less, for all applications whenever created.`,
    evaluate: withData(['defaultAppManagementPolicy'], ([policy]) =>
      restrictions(policy, 'passwordCredentials', 'passwordLifetime', 180),
    ),
  },
  {
    ...base,
    id: 'app.credentials.certificate',
    title: 'Application certificates live a year at most',
    severity: 'low',
    references: ['MS.AAD.5.7v1', 'CIS 5.1.5.6'],
    datasets: ['defaultAppManagementPolicy'],
    recommendation: `${appsPage}: limit the lifetime of certificates to 365 days or less, for all applications whenever created.`,
    evaluate: withData(['defaultAppManagementPolicy'], ([policy]) =>
      restrictions(policy, 'keyCredentials', 'asymmetricKeyLifetime', 365),
    ),
  },
  {
    ...base,
    id: 'sync.phs',
    title: 'Password hashes are synchronised',
    severity: 'medium',
    references: ['CIS 5.1.8.1', 'prowler:entra_password_hash_sync_enabled'],
    datasets: ['organization'],
    helpful: ['onPremisesSynchronization'],
    recommendation:
      'On the server with Microsoft Entra Connect run its wizard and turn on password hash synchronisation.',
    evaluate: hashSync,
  },
];
