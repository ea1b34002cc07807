import { type Facts, factOf } from '../../facts/facts.ts';
import { booleanAt, enumAt, isObject, type JsonObject, objectAt, objectsAt, valueAt } from '../../facts/json-reader.ts';
import { named } from '../../facts/sentence-parts.ts';
import { portal } from '../../microsoft/portal-paths.ts';
import { coverageHelp } from '../conditional-access/ca-check.ts';
import { readPolicy } from '../conditional-access/policy.ts';
import { type Check, type CheckVerdict, evidenceFrom, verdict } from '../shared/check.ts';
import { entraP1, lacksEntraP1 } from '../shared/entra-p1.ts';
import { missingData, withData } from '../shared/missing-data.ts';
import { hasEnabledPolicy, turnOnDefaults, turnOnSecurityDefaults } from '../shared/security-defaults.ts';
import { caMfaAll } from './conditional-access.ts';

const methodNames: Record<string, string> = { sms: 'SMS', voice: 'voice call', email: 'email one-time passcode' };
/** Methods that the old per-tenant MFA settings can allow as well, until the migration is complete. */
const legacyMethods = new Set(['sms', 'voice']);

/** The settings of a method; where it is listed twice, those that switch it on. */
function method(policy: JsonObject, id: string): JsonObject | undefined {
  const listed = objectsAt(policy, 'authenticationMethodConfigurations').filter((item) => enumAt(item, 'id') === id);
  return listed.find((item) => enumAt(item, 'state') !== 'disabled') ?? listed[0];
}

/** Passes where every named method is switched off; a method that the answer does not list is not known to be off. */
function methodsOff(ids: readonly string[]): Check['evaluate'] {
  return withData(['authenticationMethodsPolicy'], ([policy]) => {
    const states = ids.map((id) => ({ id, state: enumAt(method(policy, id), 'state') }));
    const evidence = states.map(({ id, state }) =>
      evidenceFrom('authenticationMethodsPolicy', `${id}: state = ${state ?? 'not listed'}`),
    );
    const label = (list: typeof states): string => named(list.map(({ id }) => methodNames[id] ?? id));
    const on = states.filter(({ state }) => state === 'enabled');
    if (on.length > 0) return verdict('fail', `Weak authentication methods are allowed: ${label(on)}.`, evidence);
    const open = states.filter(({ state }) => state !== 'disabled');
    if (open.length > 0)
      return verdict(
        'couldNotCheck',
        `Microsoft's response does not say whether these methods are off: ${label(open)}.`,
        evidence,
      );
    const migrationState = enumAt(policy, 'policyMigrationState');
    const legacyToo = migrationState === 'premigration' || migrationState === 'migrationinprogress';
    if (legacyToo && ids.some((id) => legacyMethods.has(id))) {
      evidence.push(evidenceFrom('authenticationMethodsPolicy', `policyMigrationState = ${migrationState}`));
      return verdict(
        'warning',
        `Turned off here: ${label(states)}. The legacy MFA policy is still in force and may allow them.`,
        evidence,
      );
    }
    return verdict('pass', `Turned off: ${label(states)}.`, evidence);
  });
}

function contextFeature(configuration: JsonObject, key: string): { on: boolean; told: boolean; observed: string } {
  const feature = valueAt(configuration, 'featureSettings', key);
  if (!isObject(feature))
    return { on: false, told: feature === undefined || feature === null, observed: `${key}: not set` };
  const state = enumAt(feature, 'state') ?? 'not set';
  const aimed = (valueAt(feature, 'includeTarget') ?? null) !== null;
  const target = aimed ? enumAt(feature, 'includeTarget', 'id') : 'all_users';
  const excluded = enumAt(feature, 'excludeTarget', 'id');
  const nobodyExcluded = excluded === null || excluded === '' || /^[0-]+$/.test(excluded);
  const observed = `${key}: state = ${state}, for ${target ?? 'nobody who is told'}${nobodyExcluded ? '' : `, without ${excluded}`}`;
  const told = ['enabled', 'disabled', 'default'].includes(state) && target !== null;
  return { told, on: state === 'enabled' && target === 'all_users' && nobodyExcluded, observed };
}

function authenticatorContext(policy: JsonObject): CheckVerdict {
  const configuration = method(policy, 'microsoftauthenticator');
  const state = enumAt(configuration, 'state');
  if (configuration === undefined || state === null) {
    return verdict('couldNotCheck', "Microsoft's response does not say how Microsoft Authenticator is set up.");
  }
  if (state === 'disabled')
    return verdict('notApplicable', 'Microsoft Authenticator is not used in this tenant.', [
      evidenceFrom('authenticationMethodsPolicy', 'microsoftAuthenticator: state = disabled'),
    ]);
  const features = ['displayAppInformationRequiredState', 'displayLocationInformationRequiredState'].map((key) =>
    contextFeature(configuration, key),
  );
  const codes = booleanAt(configuration, 'isSoftwareOathEnabled') === true;
  const evidence = features.map(({ observed }) => evidenceFrom('authenticationMethodsPolicy', observed));
  if (codes) evidence.push(evidenceFrom('authenticationMethodsPolicy', 'isSoftwareOathEnabled = true'));
  if (features.every(({ on, told }) => on || !told) && features.some(({ told }) => !told)) {
    return verdict(
      'couldNotCheck',
      "Microsoft's response does not say whether Microsoft Authenticator shows application name and location to all users.",
      evidence,
    );
  }
  if (!features.every(({ on }) => on)) {
    return verdict(
      'fail',
      'Microsoft Authenticator does not show application name and location to all users.',
      evidence,
    );
  }
  if (codes)
    return verdict(
      'warning',
      'Microsoft Authenticator shows application name and location, but also allows one-time codes, which show neither.',
      evidence,
    );
  return verdict('pass', 'Microsoft Authenticator shows application name and location to all users.', evidence);
}

function migration(policy: JsonObject): CheckVerdict {
  const state = enumAt(policy, 'policyMigrationState');
  const evidence = [evidenceFrom('authenticationMethodsPolicy', `policyMigrationState = ${state ?? 'null'}`)];
  if (state === 'migrationcomplete') return verdict('pass', 'The legacy MFA and SSPR policies are retired.', evidence);
  if (valueAt(policy, 'policyMigrationState') === null)
    return verdict('pass', 'The tenant never had the legacy MFA and SSPR policies.', evidence);
  if (state === null)
    return verdict('couldNotCheck', "Microsoft's response does not include the state of the migration.", evidence);
  if (state !== 'premigration' && state !== 'migrationinprogress')
    return verdict('couldNotCheck', 'The migration state is not recognized.', evidence);
  return verdict('fail', 'The legacy MFA and SSPR policies are still in force.', evidence);
}

/** Security defaults and Conditional Access exclude one another: only where no policy is on or stands ready are they the way. */
function baselineAdvice(facts: Facts, mfa: CheckVerdict): string {
  const isActive = hasEnabledPolicy(facts);
  if (lacksEntraP1(facts) && !isActive) return turnOnSecurityDefaults;
  if (isActive || isPlanned(mfa)) return mfa.recommendation ?? caMfaAll.recommendation;
  return `${turnOnDefaults} With ${entraP1}, require MFA for all users by Conditional Access instead.`;
}

/** Whether a policy stands ready that requires MFA and is not on yet. */
const isPlanned = ({ recommendation }: CheckVerdict): boolean =>
  recommendation !== undefined && recommendation !== caMfaAll.recommendation;

const baseline: Check['evaluate'] = (facts, context) => {
  const defaults = booleanAt(factOf(facts, 'securityDefaults'), 'isEnabled');
  const raw = factOf(facts, 'conditionalAccessPolicies');
  if (defaults === true) {
    const enabled = (raw ?? []).filter((policy) => readPolicy(policy, context.exemption).state === 'enabled').length;
    const evidence = [
      evidenceFrom('securityDefaults', 'isEnabled = true'),
      ...(raw === undefined ? [] : [evidenceFrom('conditionalAccessPolicies', `${enabled} enabled policies`)]),
    ];
    if (enabled > 0)
      return {
        ...verdict('warning', 'Security defaults are on beside enabled Conditional Access policies.', evidence),
        recommendation: lacksEntraP1(facts)
          ? `Keep security defaults on: the tenant has no ${entraP1}, and its Conditional Access policies cannot be changed.`
          : `Make sure that Conditional Access requires MFA for all users, then turn security defaults off (${portal.securityDefaults}).`,
      };
    return verdict('pass', 'Security defaults are on and protect all users.', evidence);
  }
  if (defaults === null) return missingData(facts, ['securityDefaults']);
  const mfa = caMfaAll.evaluate(facts, context);
  const evidence = [evidenceFrom('securityDefaults', 'isEnabled = false'), ...mfa.evidence];
  const excluded = mfa.excluded && { excluded: mfa.excluded };
  const withAdvice = ({ status, message }: CheckVerdict): CheckVerdict => ({
    ...verdict(status, message, evidence, mfa.affected),
    ...(mfa.affectedCount !== undefined && { affectedCount: mfa.affectedCount }),
    ...excluded,
    recommendation: baselineAdvice(facts, mfa),
  });
  if (mfa.status === 'pass') {
    const message = 'Conditional Access replaces security defaults and requires MFA for all users.';
    return { ...verdict('pass', message, evidence), ...excluded };
  }
  if (mfa.status === 'warning')
    return withAdvice(
      verdict(
        'warning',
        'Security defaults are off, and Conditional Access does not require MFA everywhere.',
        evidence,
      ),
    );
  if (mfa.status === 'fail')
    return withAdvice(
      verdict('fail', 'Neither security defaults nor Conditional Access require MFA for all users.', evidence),
    );
  return mfa;
};

export const authenticationMethodChecks: readonly Check[] = [
  {
    id: 'mfa.security.defaults',
    title: 'An MFA baseline is in force',
    // A warning also where security defaults and enabled policies are there side by side.
    findingTitle: 'No consistent MFA baseline',
    category: 'mfa',
    severity: 'high',
    endangers: 'everyone',
    frameworks: {},
    datasets: ['securityDefaults'],
    helpful: ['conditionalAccessPolicies', ...coverageHelp, 'subscribedSkus'],
    recommendation: turnOnDefaults,
    impact: 'Stolen and guessed passwords are enough to sign in: most account takeovers start this way.',
    evaluate: baseline,
  },
  {
    id: 'mfa.methods.weak',
    title: 'SMS and voice call are turned off',
    // A warning where the old MFA policy may still allow what is switched off in the new one.
    findingTitle: 'SMS or voice call is not reliably turned off',
    category: 'mfa',
    severity: 'medium',
    endangers: 'everyone',
    frameworks: {
      cis: ['5.2.3.5'],
      prowler: ['entra_authentication_method_sms_voice_disabled'],
      nist: ['PR.AA-03'],
      iso: ['A.5.17'],
    },
    datasets: ['authenticationMethodsPolicy'],
    recommendation: `${portal.authenticationMethods}: turn off SMS and Voice call once users have registered Microsoft Authenticator or passkeys.`,
    impact: 'Codes by SMS and voice can be intercepted by SIM swapping and phishing.',
    evaluate: methodsOff(['sms', 'voice']),
  },
  {
    id: 'mfa.methods.email',
    title: 'Email one-time passcode is turned off',
    findingTitle: 'Email one-time passcodes are allowed',
    category: 'mfa',
    severity: 'medium',
    endangers: 'some',
    frameworks: { cis: ['5.2.3.7'], prowler: ['entra_authentication_method_email_otp_disabled'] },
    datasets: ['authenticationMethodsPolicy'],
    recommendation: `${portal.authenticationMethods}: turn off Email OTP.`,
    impact: 'Anyone with access to the personal mailbox can reset the password or sign in.',
    evaluate: methodsOff(['email']),
  },
  {
    id: 'mfa.methods.low',
    title: 'SMS, voice call and email passcode are all turned off',
    findingTitle: 'SMS, voice call or email passcode is not reliably turned off',
    category: 'mfa',
    severity: 'low',
    endangers: 'everyone',
    frameworks: { scuba: ['MS.AAD.3.5v2'] },
    datasets: ['authenticationMethodsPolicy'],
    recommendation: `${portal.authenticationMethods}: turn off SMS, Voice call and Email OTP.`,
    impact: 'The weakest allowed method is the one that attackers use.',
    evaluate: methodsOff(['sms', 'voice', 'email']),
  },
  {
    id: 'mfa.methods.fatigue',
    title: 'Authenticator shows application name and location',
    findingTitle: 'Authenticator does not always show app name and location',
    category: 'mfa',
    severity: 'medium',
    endangers: 'everyone',
    frameworks: {
      scuba: ['MS.AAD.3.3v2'],
      cis: ['5.2.3.1'],
      prowler: ['entra_authentication_method_authenticator_show_context'],
      nist: ['PR.AA-03'],
      iso: ['A.8.5'],
    },
    datasets: ['authenticationMethodsPolicy'],
    recommendation: `${portal.authenticationMethods} > Microsoft Authenticator > Configure: show application name and geographic location for all users; do not allow one-time codes.`,
    impact: 'Users approve prompts triggered by an attacker, because nothing shows where they come from.',
    evaluate: withData(['authenticationMethodsPolicy'], ([policy]) => authenticatorContext(policy)),
  },
  {
    id: 'mfa.methods.migration',
    title: 'Migration of authentication methods is complete',
    findingTitle: 'Legacy MFA and SSPR policies are still in force',
    category: 'mfa',
    severity: 'low',
    endangers: 'nobody',
    frameworks: { scuba: ['MS.AAD.3.4v1'] },
    datasets: ['authenticationMethodsPolicy'],
    recommendation: `${portal.authenticationMethods} > Manage migration: move the old settings and set "Migration complete".`,
    impact: 'Methods turned off in the new policy stay usable through the old ones.',
    evaluate: withData(['authenticationMethodsPolicy'], ([policy]) => migration(objectAt({ policy }, 'policy'))),
  },
];
