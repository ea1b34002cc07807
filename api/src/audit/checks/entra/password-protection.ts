import { isSynchronized } from '../../facts/directory-sync.ts';
import type { Facts } from '../../facts/facts.ts';
import type { JsonObject } from '../../facts/json-reader.ts';
import { countOf } from '../../facts/sentence-parts.ts';
import { portal } from '../../microsoft/portal-paths.ts';
import { type Check, type CheckVerdict, evidenceFrom, verdict } from '../shared/check.ts';
import { missingData } from '../shared/missing-data.ts';
import { isFlag, setting, withSettings } from './directory-setting.ts';

const base = { category: 'secure-score' } as const;
const passwordTemplate = '5cf42378-d67d-4f36-ba46-e8b86229381d';

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
    if (Number.isNaN(value)) return verdict('couldNotCheck', `The setting ${name} is not a number.`, evidence);
    return holds(value)
      ? verdict('pass', `${texts.good} (${value}).`, evidence)
      : verdict('fail', `${texts.bad} (${value}).`, evidence);
  });
}

function bannedPasswords(settings: readonly JsonObject[]): CheckVerdict {
  const on = setting(settings, passwordTemplate, 'EnableBannedPasswordCheck');
  const list = setting(settings, passwordTemplate, 'BannedPasswordList') ?? '';
  const words = list.split(/[\s,]+/).filter((word) => word !== '').length;
  const evidence = [
    evidenceFrom('groupSettings', `EnableBannedPasswordCheck = ${on ?? 'not set'}, ${countOf(words, 'banned word')}`),
  ];
  if (!isFlag(on))
    return verdict('couldNotCheck', 'It is not known whether the custom banned password list is enforced.', evidence);
  if (on?.toLowerCase() === 'true' && words > 0)
    return verdict('pass', `The custom banned password list is enforced, with ${countOf(words, 'word')}.`, evidence);
  return verdict('fail', 'No custom banned password list is enforced.', evidence);
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
    return verdict('pass', 'Weak passwords are refused in Active Directory too.', evidence);
  return connected === null
    ? missingData(facts, ['organization'])
    : verdict('fail', 'Weak passwords are not refused in Active Directory.', evidence);
}

export const passwordProtectionChecks: readonly Check[] = [
  {
    ...base,
    id: 'user.lockout.threshold',
    title: 'Smart lockout after at most ten attempts',
    // Zero attempts fail as well as more than ten.
    findingTitle: 'Smart lockout threshold is outside the recommended range',
    severity: 'medium',
    endangers: 'everyone',
    frameworks: {
      cis: ['5.2.3.8'],
      prowler: ['entra_password_protection_lockout_threshold_limited'],
      nist: ['PR.AA-01'],
      iso: ['A.8.5'],
    },
    datasets: ['groupSettings'],
    recommendation: `${portal.passwordProtection}: set the lockout threshold to 10 or fewer.`,
    impact: 'An attacker can try more passwords against each account before it locks.',
    evaluate: numberSetting('LockoutThreshold', 10, (value) => value >= 1 && value <= 10, {
      good: 'Accounts lock after few failed sign-ins',
      bad: 'Accounts lock only after many failed sign-ins',
    }),
  },
  {
    ...base,
    id: 'user.lockout.duration',
    title: 'Smart lockout lasts at least a minute',
    findingTitle: 'Smart lockout lasts less than a minute',
    severity: 'low',
    endangers: 'everyone',
    frameworks: { cis: ['5.2.3.9'], prowler: ['entra_password_protection_lockout_duration_configured'] },
    datasets: ['groupSettings'],
    recommendation: `${portal.passwordProtection}: set the lockout duration to 60 seconds or more.`,
    impact: 'An attacker can keep guessing passwords with hardly a pause.',
    evaluate: numberSetting('LockoutDurationInSeconds', 60, (value) => value >= 60, {
      good: 'Seconds for which accounts stay locked, at least a minute',
      bad: 'Seconds after which accounts are unlocked, which is too soon',
    }),
  },
  {
    ...base,
    id: 'user.pwd.banned',
    title: 'A custom banned password list is enforced',
    findingTitle: 'No custom banned password list is enforced',
    severity: 'medium',
    endangers: 'everyone',
    frameworks: {
      cis: ['5.2.3.2'],
      prowler: ['entra_password_protection_custom_banned_list_enforced'],
      nist: ['PR.AA-01'],
      iso: ['A.5.17'],
    },
    datasets: ['groupSettings'],
    recommendation: `${portal.passwordProtection}: enforce the custom list and add company, brand and place names.`,
    impact: 'Users choose passwords such as the company name and the year, which attackers try first.',
    evaluate: withSettings(passwordTemplate, bannedPasswords),
  },
  {
    ...base,
    id: 'user.pwd.onpremises',
    title: 'Password protection is enforced on-premises',
    findingTitle: 'Password protection is not enforced on-premises',
    severity: 'medium',
    endangers: 'everyone',
    frameworks: { cis: ['5.2.3.3'], prowler: ['entra_password_protection_on_premises_enforced'] },
    datasets: ['groupSettings'],
    helpful: ['organization'],
    recommendation: `${portal.passwordProtection}: enable password protection on Windows Server Active Directory in Enforced mode and install its agents.`,
    impact: 'Weak passwords set in Active Directory are synchronized to the cloud.',
    evaluate: (facts, context) =>
      withSettings(passwordTemplate, (settings) => onPremisesPasswords(facts, settings))(facts, context),
  },
];
