import { enumAt, objectAt, objectsAt, textAt } from '../../../../facts/json-reader.ts';
import { settingAtScan, update } from '../plan-settings.ts';
import type { JsonBody, RemedyPlan, ScriptTenant, UpdateStep } from '../remedy-plan.ts';

const read = 'Policy.Read.All';
const write = ['Policy.ReadWrite.AuthenticationMethod'];
const policyPath = '/policies/authenticationMethodsPolicy';

type MethodStep = {
  title: string;
  closes: readonly string[];
  set: JsonBody;
  caution?: string;
  held?: readonly string[];
};

/** What the scan saw of one method; undefined where the policy does not list it. */
const methodAtScan = (tenant: ScriptTenant, id: string) =>
  objectsAt(settingAtScan(tenant, 'authenticationMethodsPolicy'), 'authenticationMethodConfigurations').find(
    (one) => textAt(one, 'id')?.toLowerCase() === id.toLowerCase(),
  );

/** A change of one method, of those that the policy lists (learn.microsoft.com/graph, "Update authenticationMethodConfiguration"). */
function method(tenant: ScriptTenant, id: string, type: string, step: MethodStep): UpdateStep[] {
  const seen = methodAtScan(tenant, id);
  if (seen === undefined) return [];
  const { title, closes, caution, held = [] } = step;
  const set = { '@odata.type': `#microsoft.graph.${type}`, ...step.set };
  const path = `${policyPath}/authenticationMethodConfigurations/${id}`;
  return [
    {
      ...update({ title, closes, path, method: 'PATCH', set, seen, read, write, held }),
      ...(caution !== undefined && { caution }),
    },
  ];
}

const shown: JsonBody = {
  state: 'enabled',
  includeTarget: { targetType: 'group', id: 'all_users' },
  excludeTarget: { targetType: 'group', id: '00000000-0000-0000-0000-000000000000' },
};

export const strengthenMethods: RemedyPlan = (tenant) => [
  ...method(tenant, 'MicrosoftAuthenticator', 'microsoftAuthenticatorAuthenticationMethodConfiguration', {
    title: 'Microsoft Authenticator shows application and location, and gives no codes',
    closes: ['mfa.methods.fatigue'],
    set: {
      isSoftwareOathEnabled: false,
      // Sent whole: what else the features say, such as of companion apps, stays.
      featureSettings: {
        ...(objectAt(methodAtScan(tenant, 'MicrosoftAuthenticator'), 'featureSettings') as JsonBody),
        displayAppInformationRequiredState: shown,
        displayLocationInformationRequiredState: shown,
      },
    },
    held: ['featureSettings'],
    caution: 'Whoever enters codes of the app, and has registered nothing else, can no longer complete MFA.',
  }),
  ...method(tenant, 'Email', 'emailAuthenticationMethodConfiguration', {
    title: 'Email one-time passcode is off',
    closes: ['mfa.methods.email', 'mfa.methods.low'],
    set: { state: 'disabled' },
  }),
  ...method(tenant, 'Sms', 'smsAuthenticationMethodConfiguration', {
    title: 'SMS is off',
    closes: ['mfa.methods.weak', 'mfa.methods.low'],
    set: { state: 'disabled' },
    caution: 'Whoever has registered nothing else can no longer complete MFA.',
  }),
  ...method(tenant, 'Voice', 'voiceAuthenticationMethodConfiguration', {
    title: 'Voice call is off',
    closes: ['mfa.methods.weak', 'mfa.methods.low'],
    set: { state: 'disabled' },
    caution: 'Whoever has registered nothing else can no longer complete MFA.',
  }),
  ...finishMigration(tenant),
];

/** Where the legacy policies count. A tenant that never had them has no state of the migration, and takes none. */
function finishMigration(tenant: ScriptTenant): UpdateStep[] {
  const seen = settingAtScan(tenant, 'authenticationMethodsPolicy');
  if (!['premigration', 'migrationinprogress'].includes(enumAt(seen, 'policyMigrationState') ?? '')) return [];
  return [
    {
      ...update({
        title: 'The migration of authentication methods is complete: the legacy policies no longer count',
        closes: ['mfa.methods.migration', 'mfa.methods.weak', 'mfa.methods.low'],
        path: policyPath,
        method: 'PATCH',
        set: { policyMigrationState: 'migrationComplete' },
        seen,
        read,
        write,
      }),
      caution: 'What the legacy MFA and SSPR policies alone allow ends with it.',
    },
  ];
}
