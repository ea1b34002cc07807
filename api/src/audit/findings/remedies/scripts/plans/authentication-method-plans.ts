import { objectsAt, textAt } from '../../../../facts/json-reader.ts';
import { settingAtScan, update } from '../plan-settings.ts';
import type { JsonBody, RemedyPlan, ScriptTenant, UpdateStep } from '../remedy-plan.ts';

const read = 'Policy.Read.All';
const write = ['Policy.ReadWrite.AuthenticationMethod'];
const policyPath = '/policies/authenticationMethodsPolicy';

/** A change of one method, of those that the policy lists (learn.microsoft.com/graph, "Update authenticationMethodConfiguration"). */
function method(
  tenant: ScriptTenant,
  id: string,
  type: string,
  step: { title: string; closes: readonly string[]; set: JsonBody; caution?: string },
): UpdateStep[] {
  const seen = objectsAt(
    settingAtScan(tenant, 'authenticationMethodsPolicy'),
    'authenticationMethodConfigurations',
  ).find((one) => textAt(one, 'id')?.toLowerCase() === id.toLowerCase());
  if (seen === undefined) return [];
  const { title, closes, caution } = step;
  const set = { '@odata.type': `#microsoft.graph.${type}`, ...step.set };
  const path = `${policyPath}/authenticationMethodConfigurations/${id}`;
  return [
    {
      ...update({ title, closes, path, method: 'PATCH', set, seen, read, write }),
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
      featureSettings: { displayAppInformationRequiredState: shown, displayLocationInformationRequiredState: shown },
    },
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
  {
    ...update({
      title: 'The migration of authentication methods is complete: the legacy policies no longer count',
      closes: ['mfa.methods.migration', 'mfa.methods.weak', 'mfa.methods.low'],
      path: policyPath,
      method: 'PATCH',
      set: { policyMigrationState: 'migrationComplete' },
      seen: settingAtScan(tenant, 'authenticationMethodsPolicy'),
      read,
      write,
    }),
    caution: 'What the legacy MFA and SSPR policies alone allow ends with it.',
  },
];
