import type {
  DeviceCompliancePolicy,
  DeviceCompliancePolicyDeviceStateSummary,
  DeviceEnrollmentPlatformRestrictionsConfiguration,
  DeviceManagement,
} from '@microsoft/microsoft-graph-types';
import { guidOf } from '../counter-hash.ts';
import { hasPlan } from '../posture/licenses.ts';
import { mergedSetting } from '../tenant-changes.ts';
import { asRecord, knownProperties, requestError } from './application-body.ts';
import { checkMayChange } from './change-rights.ts';
import { answerList, answerObject } from './collection-answer.ts';
import { badRequest, type GraphAnswer, notFound } from './graph-answer.ts';
import type { GraphCall } from './graph-call.ts';
import type { GraphRoute } from './graph-route.ts';

/** Tenants that keep their applications in order do so with devices too. */
const isStrict = ({ directory }: GraphCall) => directory.profile.settings.appManagement.isEnabled === true;

const deviceManagement = (call: GraphCall): DeviceManagement => ({
  id: call.directory.tenantId,
  settings: mergedSetting(
    { deviceComplianceCheckinThresholdDays: 30, isScheduledActionEnabled: true, secureByDefault: isStrict(call) },
    call.directory.changedIntune.settings,
  ),
});

/** The restriction that acts on whoever no other is assigned to. */
function enrollmentRestrictions(call: GraphCall): DeviceEnrollmentPlatformRestrictionsConfiguration {
  const restriction = {
    platformBlocked: false,
    personalDeviceEnrollmentBlocked: isStrict(call),
    osMinimumVersion: null,
    osMaximumVersion: null,
  };
  const byProfile = {
    ...{ '@odata.type': '#microsoft.graph.deviceEnrollmentPlatformRestrictionsConfiguration' },
    id: `${call.directory.tenantId}_DefaultPlatformRestrictions`,
    displayName: 'All users and all devices',
    description: 'This is the default Device Type Restriction.',
    priority: 0,
    createdDateTime: '2019-05-14T07:21:09Z',
    lastModifiedDateTime: '2025-03-01T08:00:00Z',
    version: 0,
    iosRestriction: restriction,
    windowsRestriction: restriction,
    androidRestriction: restriction,
    macOSRestriction: restriction,
  };
  return mergedSetting(byProfile, call.directory.changedIntune.restriction);
}

const salt = { compliance: 131, assignment: 132, summary: 133 };

/** What Intune answers where nobody has it (seen in public issue threads). */
const withIntune =
  (answer: (call: GraphCall) => GraphAnswer) =>
  (call: GraphCall): GraphAnswer => {
    if (!hasPlan(call.directory.profile.skus, 'INTUNE_A')) throw badRequest('Request not applicable to target tenant.');
    return answer(call);
  };

/** One for each platform: assigned to everybody where devices are kept in order, else made once and forgotten. */
function compliancePolicies(call: GraphCall): DeviceCompliancePolicy[] {
  const { key } = call.directory;
  const platforms = { windows10CompliancePolicy: 'Windows', iosCompliancePolicy: 'iOS' };
  return Object.entries(platforms).map(([type, platform], ordinal) => ({
    ...{ '@odata.type': `#microsoft.graph.${type}` },
    id: guidOf(key, ordinal, salt.compliance),
    displayName: `${platform} compliance`,
    description: null,
    createdDateTime: '2024-05-14T07:21:09Z',
    lastModifiedDateTime: '2025-03-01T08:00:00Z',
    version: 1,
    assignments: isStrict(call)
      ? [
          {
            id: `${guidOf(key, ordinal, salt.compliance)}_${guidOf(key, ordinal, salt.assignment)}`,
            target: { ...{ '@odata.type': '#microsoft.graph.allLicensedUsersAssignmentTarget' } },
          },
        ]
      : [],
  }));
}

/** A device for each account, most of them compliant where policies say what that is. */
function complianceSummary(call: GraphCall): DeviceCompliancePolicyDeviceStateSummary {
  const devices = call.directory.profile.userCount;
  const compliant = isStrict(call) ? Math.floor(devices * 0.9) : 0;
  return {
    id: guidOf(call.directory.key, 0, salt.summary),
    compliantDeviceCount: compliant,
    nonCompliantDeviceCount: isStrict(call) ? devices - compliant : 0,
    inGracePeriodCount: 0,
    configManagerCount: 0,
    unknownDeviceCount: isStrict(call) ? 0 : devices,
    notApplicableDeviceCount: 0,
    remediatedDeviceCount: 0,
    errorDeviceCount: 0,
    conflictDeviceCount: 0,
  };
}

function restrictionNamed(call: GraphCall): DeviceEnrollmentPlatformRestrictionsConfiguration {
  const restriction = enrollmentRestrictions(call);
  if (restriction.id !== call.ids.id) throw notFound(`Resource '${call.ids.id}' does not exist.`);
  return restriction;
}

const intuneAdministrator = ['Intune Administrator'] as const;

function changeSettings(call: GraphCall): GraphAnswer {
  checkMayChange(call, { scopes: ['DeviceManagementConfiguration.ReadWrite.All'], roles: intuneAdministrator });
  const { settings, ...others } = asRecord(call.body, 'body');
  const [strange] = Object.keys(others);
  if (strange !== undefined) throw requestError(`Invalid property '${strange}'.`);
  const set = knownProperties(settings, { ...deviceManagement(call).settings });
  Object.assign(call.directory.changedIntune.settings, set);
  return { status: 204 };
}

/** Microsoft takes an object of a derived type with its type ("Update deviceEnrollmentPlatformRestrictionsConfiguration"). */
function changeRestriction(call: GraphCall): GraphAnswer {
  checkMayChange(call, { scopes: ['DeviceManagementServiceConfig.ReadWrite.All'], roles: intuneAdministrator });
  const restriction = restrictionNamed(call);
  const { '@odata.type': type, ...set } = knownProperties(call.body, restriction);
  if (type !== Reflect.get(restriction, '@odata.type'))
    throw requestError("The property '@odata.type' is missing or names another type.", 'BadRequest');
  const { changedIntune } = call.directory;
  changedIntune.restriction = mergedSetting(changedIntune.restriction, set);
  return answerObject(call, 'deviceManagement/deviceEnrollmentConfigurations/$entity', restrictionNamed(call));
}

/** What an administrator of Intune changes. */
export const intuneChangeRoutes: readonly GraphRoute[] = [
  { path: '/deviceManagement', method: 'PATCH', answer: withIntune(changeSettings) },
  {
    path: '/deviceManagement/deviceEnrollmentConfigurations/{id}',
    answer: (call) =>
      answerObject(call, 'deviceManagement/deviceEnrollmentConfigurations/$entity', restrictionNamed(call)),
  },
  {
    path: '/deviceManagement/deviceEnrollmentConfigurations/{id}',
    method: 'PATCH',
    answer: withIntune(changeRestriction),
  },
];

export const intuneRoutes: readonly GraphRoute[] = [
  { path: '/deviceManagement', answer: (call) => answerObject(call, 'deviceManagement', deviceManagement(call)) },
  {
    path: '/deviceManagement/deviceEnrollmentConfigurations',
    answer: (call) =>
      answerList(call, 'deviceManagement/deviceEnrollmentConfigurations', [enrollmentRestrictions(call)]),
  },
  {
    path: '/deviceManagement/deviceCompliancePolicies',
    answer: withIntune((call) =>
      answerList(call, 'deviceManagement/deviceCompliancePolicies', compliancePolicies(call)),
    ),
  },
  {
    path: '/deviceManagement/deviceCompliancePolicyDeviceStateSummary',
    answer: withIntune((call) =>
      answerObject(call, 'deviceManagement/deviceCompliancePolicyDeviceStateSummary', complianceSummary(call)),
    ),
  },
];
