import { affectedFrom, type Check, type CheckVerdict, evidenceFrom, verdict } from '../check.ts';
import { isSynchronized } from '../directory-sync.ts';
import type { GroupFacts } from '../facts/group-facts.ts';
import type { Facts } from '../facts.ts';
import { booleanAt, enumAt, isObject, type JsonObject, objectsAt, textAt, textsAt } from '../json-reader.ts';
import { missingData, withData } from '../missing-data.ts';
import { countOf } from '../sentence-parts.ts';

const base = { category: 'secure-score' } as const;
const passwordTemplate = '5cf42378-d67d-4f36-ba46-e8b86229381d';
const groupTemplate = '62375ab9-6b52-47ed-826b-58e47e0e304b';
const passwordPage = 'Entra admin center > Protection > Authentication methods > Password protection';

/** The value of a directory setting; null where the tenant never changed it, so that Microsoft's default holds. */
function setting(settings: readonly JsonObject[], template: string, name: string): string | null {
  const own = settings
    .filter((item) => (enumAt(item, 'templateId') ?? template) === template)
    .flatMap((item) => objectsAt(item, 'values'));
  const found = own.find((value) => textAt(value, 'name') === name);
  return found === undefined ? null : (textAt(found, 'value') ?? '');
}

/** Judges where the settings of a template have the documented form: names and values as texts. */
function withSettings(template: string, judge: (settings: readonly JsonObject[]) => CheckVerdict): Check['evaluate'] {
  return withData(['groupSettings'], ([settings]) =>
    areReadable(settings, template)
      ? judge(settings)
      : verdict('couldNotCheck', "Microsoft's answer does not carry the directory settings in a form that is known."),
  );
}

function areReadable(settings: readonly JsonObject[], template: string): boolean {
  const isPair = (item: unknown): boolean => textAt(item, 'name') !== null && textAt(item, 'value') !== null;
  return settings
    .filter((item) => (enumAt(item, 'templateId') ?? template) === template)
    .every(({ values }) => Array.isArray(values) && values.every(isPair));
}

function numberSetting(
  name: string,
  fallback: number,
  holds: (value: number) => boolean,
  texts: { good: string; bad: string },
): Check['evaluate'] {
  return withSettings(passwordTemplate, (settings) => {
    const text = setting(settings, passwordTemplate, name);
    const value = text === null ? fallback : /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN;
    const evidence = [evidenceFrom('groupSettings', `${name} = ${text ?? `${fallback} (Microsoft's default)`}`)];
    if (Number.isNaN(value)) return verdict('couldNotCheck', `The setting ${name} is no number.`, evidence);
    return holds(value)
      ? verdict('pass', `${texts.good} (${value}).`, evidence)
      : verdict('fail', `${texts.bad} (${value}).`, evidence);
  });
}

/** A switch is a text, or not set at all. */
const isFlag = (text: string | null): boolean => text === null || /^(true|false)$/i.test(text);

function bannedPasswords(settings: readonly JsonObject[]): CheckVerdict {
  const on = setting(settings, passwordTemplate, 'EnableBannedPasswordCheck');
  const list = setting(settings, passwordTemplate, 'BannedPasswordList') ?? '';
  const words = list.split(/[\s,]+/).filter((word) => word !== '').length;
  const evidence = [
    evidenceFrom('groupSettings', `EnableBannedPasswordCheck = ${on ?? 'not set'}, ${countOf(words, 'banned word')}`),
  ];
  if (!isFlag(on))
    return verdict('couldNotCheck', 'It is not known whether a list of banned passwords is in force.', evidence);
  if (on?.toLowerCase() === 'true' && words > 0)
    return verdict(
      'pass',
      `Passwords with ${countOf(words, 'word')} of the organization's own list are refused.`,
      evidence,
    );
  return verdict('fail', 'There is no list of banned passwords of the organization.', evidence);
}

function onPremisesPasswords(facts: Facts, settings: readonly JsonObject[]): CheckVerdict {
  const connected = isSynchronized(facts);
  if (connected === false) {
    return verdict('notApplicable', 'No on-premises directory is connected.', [
      evidenceFrom('organization', 'onPremisesSyncEnabled is not true'),
    ]);
  }
  const on = setting(settings, passwordTemplate, 'EnableBannedPasswordCheckOnPremises');
  const mode = setting(settings, passwordTemplate, 'BannedPasswordCheckOnPremisesMode');
  const evidence = [
    evidenceFrom(
      'groupSettings',
      `EnableBannedPasswordCheckOnPremises = ${on ?? 'not set'}, mode = ${mode ?? 'not set'}`,
    ),
  ];
  if (on?.toLowerCase() === 'true' && mode?.toLowerCase().startsWith('enforce') === true)
    return verdict('pass', 'Weak passwords are refused in the on-premises directory too.', evidence);
  return connected === null
    ? missingData(facts, ['organization'])
    : verdict('fail', 'Weak passwords are not refused in the on-premises directory.', evidence);
}

function groupCreation(settings: readonly JsonObject[]): CheckVerdict {
  const value = setting(settings, groupTemplate, 'EnableGroupCreation');
  const evidence = [evidenceFrom('groupSettings', `EnableGroupCreation = ${value ?? "true (Microsoft's default)"}`)];
  if (!isFlag(value)) return verdict('couldNotCheck', 'It is not known who can create Microsoft 365 groups.', evidence);
  return value?.toLowerCase() === 'false'
    ? verdict('pass', 'Only named people can create Microsoft 365 groups and teams.', evidence)
    : verdict('fail', 'Every user can create Microsoft 365 groups and teams.', evidence);
}

function dynamicGuestGroup(groups: GroupFacts): CheckVerdict {
  const { total, rulesUntold } = groups;
  if (groups.dynamicGuestGroup)
    return verdict('pass', 'A dynamic group holds all guests.', [
      evidenceFrom('groups', 'a membership rule asks for userType Guest'),
    ]);
  const evidence = [evidenceFrom('groups', `${total} groups, none with such a rule`)];
  if (rulesUntold > 0)
    return verdict('couldNotCheck', `The membership rule of ${countOf(rulesUntold, 'group')} is not told.`, evidence);
  return verdict('warning', 'No dynamic group holds all guests.', evidence);
}

const idleLimitSeconds = 3 * 60 * 60;

function parsedDefinition(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/**
 * The idle time of web sessions in seconds ("03:00:00", or with days "1.00:00:00"), of the entry for all applications:
 * one for the Azure portal says nothing of Microsoft 365. Null where the policy names none; no time at all ends nothing.
 */
function idleSeconds(policy: JsonObject): number | null {
  const entries = textsAt(policy, 'definition').flatMap((text) =>
    objectsAt(parsedDefinition(text), 'ActivityBasedTimeoutPolicy', 'ApplicationPolicies'),
  );
  const general = entries.find((entry) => enumAt(entry, 'ApplicationId') === 'default');
  const found = /^(?:(\d+)\.)?(\d+):(\d+):(\d+)$/.exec(textAt(general, 'WebSessionIdleTimeout') ?? '');
  if (found === null) return null;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = found.slice(1, 5).map((text) => Number(text ?? 0));
  const total = ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
  return total > 0 ? total : null;
}

/** The definition is there as texts of JSON. */
function isDefined(policy: JsonObject): boolean {
  const { definition } = policy;
  if (!Array.isArray(definition) || definition.length === 0) return false;
  return definition.every((text) => typeof text === 'string' && isObject(parsedDefinition(text)));
}

function idleSessions(policies: readonly JsonObject[]): CheckVerdict {
  const inForce = policies.filter((policy) => booleanAt(policy, 'isOrganizationDefault') !== false);
  const limits = inForce.map(idleSeconds).filter((seconds) => seconds !== null);
  const evidence = [
    evidenceFrom(
      'activityBasedTimeoutPolicies',
      limits.length === 0
        ? `${policies.length} policies, none with an idle time-out for all applications`
        : `idle time-out after ${limits.map((seconds) => Math.ceil(seconds / 60)).join(', ')} minutes`,
    ),
  ];
  const unread = inForce.some((policy) => !isDefined(policy));
  if (unread && !limits.some((seconds) => seconds <= idleLimitSeconds))
    return verdict('couldNotCheck', 'The definition of an idle time-out could not be read.', evidence);
  if (limits.length === 0) return verdict('fail', 'Idle web sessions of Microsoft 365 never end.', evidence);
  if (limits.some((seconds) => seconds <= idleLimitSeconds))
    return verdict('pass', 'Idle web sessions of Microsoft 365 end within three hours.', evidence);
  return verdict('fail', 'Idle web sessions of Microsoft 365 last longer than three hours.', evidence);
}

export const directorySettingChecks: readonly Check[] = [
  {
    ...base,
    id: 'user.lockout.threshold',
    title: 'Smart lockout after ten attempts at most',
    // Zero attempts fail as well as more than ten.
    findingTitle: 'Smart lockout threshold is outside the recommended range',
    severity: 'medium',
    frameworks: {
      cis: ['5.2.3.8'],
      prowler: ['entra_password_protection_lockout_threshold_limited'],
      nist: ['PR.AA-01'],
      iso: ['A.8.5'],
    },
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
    findingTitle: 'Smart lockout lasts less than a minute',
    severity: 'low',
    frameworks: { cis: ['5.2.3.9'], prowler: ['entra_password_protection_lockout_duration_configured'] },
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
    title: "The organization's own words are banned from passwords",
    findingTitle: 'No custom list of banned passwords is enforced',
    severity: 'medium',
    frameworks: {
      cis: ['5.2.3.2'],
      prowler: ['entra_password_protection_custom_banned_list_enforced'],
      nist: ['PR.AA-01'],
      iso: ['A.5.17'],
    },
    datasets: ['groupSettings'],
    recommendation: `${passwordPage}: enforce the custom list and enter the names of company, brands and places.`,
    evaluate: withSettings(passwordTemplate, bannedPasswords),
  },
  {
    ...base,
    id: 'user.pwd.onpremises',
    title: 'Weak passwords are refused on premises too',
    findingTitle: 'Password protection is not enforced on premises',
    severity: 'medium',
    frameworks: { cis: ['5.2.3.3'], prowler: ['entra_password_protection_on_premises_enforced'] },
    datasets: ['groupSettings'],
    helpful: ['organization'],
    recommendation: `${passwordPage}: enable password protection on Windows Server Active Directory, mode Enforced, and install its agents.`,
    evaluate: (facts, context) =>
      withSettings(passwordTemplate, (settings) => onPremisesPasswords(facts, settings))(facts, context),
  },
  {
    ...base,
    id: 'group.create.m365',
    title: 'Users cannot create Microsoft 365 groups',
    findingTitle: 'Users can create Microsoft 365 groups',
    severity: 'low',
    frameworks: { cis: ['5.1.3.4'], prowler: ['entra_policy_default_user_cannot_create_m365_groups'] },
    datasets: ['groupSettings'],
    recommendation:
      'Entra admin center > Identity > Groups > General: set "Users can create Microsoft 365 groups" to No.',
    evaluate: withSettings(groupTemplate, groupCreation),
  },
  {
    ...base,
    id: 'group.public',
    title: 'Microsoft 365 groups are private',
    findingTitle: 'Microsoft 365 groups that are not private',
    severity: 'low',
    frameworks: { cis: ['1.2.1'], prowler: ['admincenter_groups_not_public_visibility'], iso: ['A.8.3'] },
    datasets: ['groups'],
    recommendation:
      'Microsoft 365 admin center > Teams & groups > Active teams & groups: set the named groups to Private, or have their owners confirm that everyone may read them.',
    evaluate: withData(['groups'], ([groups]) => {
      const { notPrivate, unified } = groups;
      const evidence = [
        evidenceFrom('groups', `${notPrivate.count} of ${unified} Microsoft 365 groups are not private`),
      ];
      if (notPrivate.count === 0 && groups.visibilityUntold > 0)
        return verdict(
          'couldNotCheck',
          `Of ${countOf(groups.visibilityUntold, 'Microsoft 365 group')} it is not told who can read it.`,
          evidence,
        );
      if (notPrivate.count === 0) return verdict('pass', 'No Microsoft 365 group is public.', evidence);
      return {
        ...verdict(
          'fail',
          `Everyone in the organization can read ${countOf(notPrivate.count, 'Microsoft 365 group')}.`,
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
    findingTitle: 'No dynamic group holds all guests',
    severity: 'info',
    frameworks: { prowler: ['entra_dynamic_group_for_guests_created'] },
    datasets: ['groups'],
    recommendation:
      'Entra admin center > Identity > Groups: create a dynamic group with the rule user.userType -eq "Guest" and aim policies at it.',
    evaluate: withData(['groups'], ([groups]) => dynamicGuestGroup(groups)),
  },
  {
    ...base,
    id: 'session.idle',
    title: 'Idle web sessions of Microsoft 365 end',
    findingTitle: 'Idle Microsoft 365 web sessions last longer than three hours',
    severity: 'low',
    frameworks: { cis: ['1.3.2'], prowler: ['entra_idle_session_timeout_configured'] },
    datasets: ['activityBasedTimeoutPolicies'],
    recommendation:
      'Microsoft 365 admin center > Settings > Org settings > Security & privacy > Idle session timeout: turn on, three hours or less.',
    evaluate: withData(['activityBasedTimeoutPolicies'], ([policies]) => idleSessions(policies)),
  },
];
