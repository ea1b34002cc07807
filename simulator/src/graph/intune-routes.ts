import type {
  DeviceEnrollmentPlatformRestrictionsConfiguration,
  DeviceManagement,
} from '@microsoft/microsoft-graph-types';
import { answerList, answerObject } from './collection-answer.ts';
import type { GraphCall } from './graph-call.ts';
import type { GraphRoute } from './graph-route.ts';

/** Tenants that keep their applications in order do so with devices too. */
const isStrict = ({ directory }: GraphCall) => directory.profile.settings.appManagement.isEnabled === true;

const deviceManagement = (call: GraphCall): DeviceManagement => ({
  id: call.directory.tenantId,
  settings: {
    deviceComplianceCheckinThresholdDays: 30,
    isScheduledActionEnabled: true,
    secureByDefault: isStrict(call),
  },
});

/** The restriction that acts on whoever no other is assigned to. */
function enrollmentRestrictions(call: GraphCall): DeviceEnrollmentPlatformRestrictionsConfiguration {
  const restriction = {
    platformBlocked: false,
    personalDeviceEnrollmentBlocked: isStrict(call),
    osMinimumVersion: null,
    osMaximumVersion: null,
  };
  return {
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
}

export const intuneRoutes: readonly GraphRoute[] = [
  { path: '/deviceManagement', answer: (call) => answerObject(call, 'deviceManagement', deviceManagement(call)) },
  {
    path: '/deviceManagement/deviceEnrollmentConfigurations',
    answer: (call) =>
      answerList(call, 'deviceManagement/deviceEnrollmentConfigurations', [enrollmentRestrictions(call)]),
  },
];
