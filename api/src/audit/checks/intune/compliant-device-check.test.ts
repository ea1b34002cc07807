import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../facts/json-reader.ts';
import { policy } from '../../testing/policies.ts';
import { verdictFor } from '../../testing/verdict-for.ts';
import { naming } from '../../testing/wording.ts';

const grant = (operator: string, ...builtInControls: string[]): JsonObject => ({ operator, builtInControls });
const requires = (given: JsonObject, more: Parameters<typeof policy>[0] = {}): JsonObject => ({
  conditionalAccessPolicies: [policy({ grant: given, ...more })],
});
const target = (type: string) => ({ id: 'a', target: { '@odata.type': `#microsoft.graph.${type}` } });
const everybody = target('allLicensedUsersAssignmentTarget');
const compliance = (...assignments: JsonObject[]): JsonObject => ({ id: 'c', displayName: 'Windows', assignments });
const plans = (...names: string[]): JsonObject => ({
  subscribedSkus: [
    { capabilityStatus: 'Enabled', servicePlans: names.map((servicePlanName) => ({ servicePlanName })) },
  ],
});
const good: JsonObject = {
  ...requires(grant('OR', 'compliantDevice')),
  deviceCompliancePolicies: [compliance(everybody), compliance()],
  deviceManagementSettings: { secureByDefault: true },
  deviceComplianceSummary: { compliantDeviceCount: 12 },
  ...plans('AAD_PREMIUM', 'INTUNE_A'),
};
const refused = { error: { status: 403, code: 'Forbidden', message: 'no' } };
const noIntune = { error: { status: 400, code: 'BadRequest', message: 'Request not applicable to target tenant.' } };

describe('ca.device.compliant', () => {
  test.each<[string, JsonObject, string, string]>([
    ['Intune says what is compliant', {}, 'pass', '1 assigned compliance policy and 12 compliant devices.'],
    ['MFA is needed as well', requires(grant('AND', 'compliantDevice', 'mfa')), 'pass', '12 compliant devices'],
    [
      'the figures stand under value',
      { deviceComplianceSummary: { value: { compliantDeviceCount: 1 } } },
      'pass',
      '1 compliant device.',
    ],
    ['MFA will do', requires(grant('OR', 'compliantDevice', 'mfa')), 'fail', 'only compliant devices'],
    [
      'a hybrid-joined device will do',
      requires(grant('OR', 'compliantDevice', 'domainJoinedDevice')),
      'fail',
      'only compliant',
    ],
    [
      'some users only',
      requires(grant('OR', 'compliantDevice'), { users: { includeUsers: ['a'] } }),
      'fail',
      'only compliant',
    ],
    [
      'it is in report-only',
      requires(grant('OR', 'compliantDevice'), { state: 'enabledForReportingButNotEnforced' }),
      'fail',
      'only compliant',
    ],
    ['there is no policy', { conditionalAccessPolicies: [] }, 'fail', 'only compliant devices'],
    ['Intune has no compliance policy', { deviceCompliancePolicies: [] }, 'fail', 'no compliance policy'],
    ['none is assigned', { deviceCompliancePolicies: [compliance()] }, 'fail', 'assigned to anybody'],
    [
      'one excludes a group alone',
      { deviceCompliancePolicies: [compliance(target('exclusionGroupAssignmentTarget'))] },
      'fail',
      'assigned to anybody',
    ],
    ['assignments are not told', { deviceCompliancePolicies: [{ id: 'c' }] }, 'couldNotCheck', 'does not say'],
    [
      'devices without a policy are compliant',
      { deviceManagementSettings: { secureByDefault: false } },
      'fail',
      'without a compliance policy',
    ],
    ['it is not told how those count', { deviceManagementSettings: {} }, 'couldNotCheck', 'does not say'],
    ['no device is compliant', { deviceComplianceSummary: { compliantDeviceCount: 0 } }, 'fail', 'no device in Intune'],
    ['the figures are not told', { deviceComplianceSummary: { id: 's' } }, 'couldNotCheck', 'does not say'],
    ['the figures were refused', { deviceComplianceSummary: refused }, 'notPermitted', 'figures of compliant devices'],
    [
      'Intune may not be read, and no policy asks for it',
      { ...requires(grant('OR', 'mfa')), deviceCompliancePolicies: refused },
      'fail',
      'only compliant',
    ],
    [
      'Intune is not there',
      { deviceCompliancePolicies: noIntune, deviceComplianceSummary: noIntune, ...plans('AAD_PREMIUM') },
      'notLicensed',
      'Microsoft Intune',
    ],
    [
      'Intune is not there, and no policy asks for it',
      { ...requires(grant('OR', 'mfa')), ...plans('AAD_PREMIUM') },
      'notLicensed',
      'Microsoft Intune',
    ],
    [
      'Intune answers so although there is a license',
      { deviceCompliancePolicies: noIntune },
      'couldNotCheck',
      'Intune compliance policies',
    ],
    [
      'licenses were refused, and no policy asks for it',
      { ...requires(grant('OR', 'mfa')), subscribedSkus: refused },
      'notPermitted',
      'licenses',
    ],
  ])('%s', (_, change, says, message) => {
    const verdict = verdictFor('ca.device.compliant', { ...good, ...change });
    expect([verdict.status, verdict.message]).toEqual([says, naming(message)]);
  });

  test('shows what Intune said', () => {
    expect(verdictFor('ca.device.compliant', good).evidence.map(({ observed }) => observed)).toEqual(
      expect.arrayContaining([
        '2 compliance policies, 1 assigned',
        'secureByDefault = true',
        'compliantDeviceCount = 12',
      ]),
    );
  });

  test('says what to do about what Intune lacks', () => {
    const verdict = verdictFor('ca.device.compliant', { ...good, deviceCompliancePolicies: [] });
    expect(verdict.recommendation).toMatch(/create a compliance policy/);
  });
});
