import { type Check, type CheckVerdict, evidenceFrom, verdict } from '../check.ts';
import { readPolicy } from '../conditional-access/policy.ts';
import { type Facts, factOf } from '../facts.ts';
import { booleanAt, enumAt, isObject, type JsonObject, objectAt, objectsAt, valueAt } from '../json-reader.ts';
import { missingData, withData } from '../missing-data.ts';
import { named } from '../sentence-parts.ts';
import { caMfaAll } from './conditional-access.ts';

const methodNames: Record<string, string> = { sms: 'SMS', voice: 'voice call', email: 'e-mail one-time passcode' };
/** Methods that the old per-tenant MFA settings can allow as well, until the migration is complete. */
const legacyMethods = new Set(['sms', 'voice']);
const policyPath = 'In the Entra admin center open Protection > Authentication methods > Policies';

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
    if (on.length > 0) return verdict('fail', `Weak sign-in methods are allowed: ${label(on)}.`, evidence);
    const open = states.filter(({ state }) => state !== 'disabled');
    if (open.length > 0)
      return verdict(
        'couldNotCheck',
        `Microsoft's answer does not say whether these methods are off: ${label(open)}.`,
        evidence,
      );
    const migrationState = enumAt(policy, 'policyMigrationState');
    const legacyToo = migrationState === 'premigration' || migrationState === 'migrationinprogress';
    if (legacyToo && ids.some((id) => legacyMethods.has(id))) {
      evidence.push(evidenceFrom('authenticationMethodsPolicy', `policyMigrationState = ${migrationState}`));
      return verdict(
        'warning',
        `Switched off here: ${label(states)}. The old MFA policy is still in force beside it and may allow them.`,
        evidence,
      );
    }
    return verdict('pass', `Switched off: ${label(states)}.`, evidence);
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
    return verdict('couldNotCheck', "Microsoft's answer does not say how Microsoft Authenticator is set up.");
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
      "Microsoft's answer does not say whether Microsoft Authenticator shows application and place to every user.",
      evidence,
    );
  }
  if (!features.every(({ on }) => on)) {
    return verdict(
      'fail',
      'Microsoft Authenticator does not show every user which application and place a request comes from.',
      evidence,
    );
  }
  if (codes)
    return verdict(
      'warning',
      'Microsoft Authenticator shows application and place, but also allows one-time codes, which show neither.',
      evidence,
    );
  return verdict(
    'pass',
    'Microsoft Authenticator shows every user which application and place a request comes from.',
    evidence,
  );
}

function migration(policy: JsonObject): CheckVerdict {
  const state = enumAt(policy, 'policyMigrationState');
  const evidence = [evidenceFrom('authenticationMethodsPolicy', `policyMigrationState = ${state ?? 'null'}`)];
  if (state === 'migrationcomplete')
    return verdict('pass', 'The old MFA and password reset policies are retired.', evidence);
  if (valueAt(policy, 'policyMigrationState') === null)
    return verdict('pass', 'The tenant never had the old MFA and password reset policies.', evidence);
  if (state === null)
    return verdict('couldNotCheck', "Microsoft's answer does not carry the state of the migration.", evidence);
  if (state !== 'premigration' && state !== 'migrationinprogress')
    return verdict('couldNotCheck', 'The state of the migration is not one that is known.', evidence);
  return verdict('fail', 'The old MFA and password reset policies are still in force beside the new ones.', evidence);
}

/** Report-only policies give no protection today: the baseline is judged without them. */
function withoutPlans(facts: Facts): Facts {
  const policies = facts.conditionalAccessPolicies;
  if (policies?.state !== 'ok') return facts;
  const value = policies.value.filter((policy) => enumAt(policy, 'state') === 'enabled');
  return { ...facts, conditionalAccessPolicies: { ...policies, value } };
}

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
      return verdict('warning', 'Security defaults are on although Conditional Access policies are enabled.', evidence);
    return verdict('pass', 'Security defaults are on and give every user the basic protection.', evidence);
  }
  if (defaults === null) return missingData(facts, ['securityDefaults']);
  const mfa = caMfaAll.evaluate(withoutPlans(facts), context);
  const evidence = [evidenceFrom('securityDefaults', 'isEnabled = false'), ...mfa.evidence];
  if (mfa.status === 'pass')
    return verdict(
      'pass',
      'Conditional Access takes the place of security defaults and requires MFA of every user.',
      evidence,
    );
  if (mfa.status === 'warning')
    return verdict(
      'warning',
      'Security defaults are off, and Conditional Access requires MFA not everywhere.',
      evidence,
    );
  if (mfa.status === 'fail')
    return verdict('fail', 'Neither security defaults nor Conditional Access require MFA of every user.', evidence);
  return mfa;
};

export const authenticationMethodChecks: readonly Check[] = [
  {
    id: 'mfa.security.defaults',
    title: 'A baseline for multifactor authentication is in force',
    // A warning also where security defaults and enabled policies are there side by side.
    findingTitle: 'Multifactor authentication has no consistent baseline',
    category: 'mfa',
    severity: 'high',
    endangers: 'everyone',
    frameworks: {},
    datasets: ['securityDefaults'],
    helpful: ['conditionalAccessPolicies', 'excludedGroups'],
    recommendation:
      'Turn on security defaults (Entra admin center > Identity > Overview > Properties > Manage security defaults), or create Conditional Access policies that require MFA of all users.',
    evaluate: baseline,
  },
  {
    id: 'mfa.methods.weak',
    title: 'SMS and voice calls are switched off',
    // A warning where the old MFA policy may still allow what is switched off in the new one.
    findingTitle: 'SMS or voice calls are not reliably switched off',
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
    recommendation: `${policyPath} and switch off SMS and Voice call, after users have registered Microsoft Authenticator or passkeys.`,
    evaluate: methodsOff(['sms', 'voice']),
  },
  {
    id: 'mfa.methods.email',
    title: 'E-mail one-time passcode is switched off',
    findingTitle: 'Email one-time passcodes are allowed',
    category: 'mfa',
    severity: 'medium',
    endangers: 'some',
    frameworks: { cis: ['5.2.3.7'], prowler: ['entra_authentication_method_email_otp_disabled'] },
    datasets: ['authenticationMethodsPolicy'],
    recommendation: `${policyPath} and switch off Email OTP.`,
    evaluate: methodsOff(['email']),
  },
  {
    id: 'mfa.methods.low',
    title: 'SMS, voice call and e-mail passcode are all switched off',
    findingTitle: 'SMS, voice call, or email passcode is not reliably switched off',
    category: 'mfa',
    severity: 'low',
    endangers: 'everyone',
    frameworks: { scuba: ['MS.AAD.3.5v2'] },
    datasets: ['authenticationMethodsPolicy'],
    recommendation: `${policyPath} and switch off SMS, Voice call and Email OTP.`,
    evaluate: methodsOff(['sms', 'voice', 'email']),
  },
  {
    id: 'mfa.methods.fatigue',
    title: 'Authenticator shows application and place',
    findingTitle: 'Authenticator does not always show application and location',
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
    recommendation: `${policyPath} > Microsoft Authenticator > Configure: show application name and geographic location for all users, and do not allow one-time codes.`,
    evaluate: withData(['authenticationMethodsPolicy'], ([policy]) => authenticatorContext(policy)),
  },
  {
    id: 'mfa.methods.migration',
    title: 'Migration of authentication methods is complete',
    findingTitle: 'Old MFA and password reset policies are still in force',
    category: 'mfa',
    severity: 'low',
    endangers: 'nobody',
    frameworks: { scuba: ['MS.AAD.3.4v1'] },
    datasets: ['authenticationMethodsPolicy'],
    recommendation: `${policyPath} > Manage migration: move the old settings and set "Migration complete".`,
    evaluate: withData(['authenticationMethodsPolicy'], ([policy]) => migration(objectAt({ policy }, 'policy'))),
  },
];
