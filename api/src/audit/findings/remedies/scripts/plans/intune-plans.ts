import { uriComponent } from '@tenantry/contract/text';
import { enrollmentPlatforms, isDefaultRestriction } from '../../../../facts/enrollment-restrictions.ts';
import { isObject } from '../../../../facts/json-reader.ts';
import { objectsAtScan, settingAtScan, update } from '../plan-settings.ts';
import type { JsonBody, RemedyPlan, RemedyStep } from '../remedy-plan.ts';

/** The settings are sent whole (learn.microsoft.com/graph/api/intune-deviceconfig-devicemanagement-update: settings). */
const notCompliantByDefault: RemedyPlan = (tenant): RemedyStep[] => {
  const settings = settingAtScan(tenant, 'deviceManagementSettings');
  return [
    {
      ...update({
        title: 'Devices without a compliance policy count as not compliant',
        closes: ['intune.compliance.default'],
        path: '/deviceManagement',
        select: 'settings',
        method: 'PATCH',
        set: { settings: { ...(settings as JsonBody), secureByDefault: true } },
        seen: { settings },
        held: ['settings'],
        read: 'DeviceManagementConfiguration.Read.All',
        write: ['DeviceManagementConfiguration.ReadWrite.All'],
      }),
      caution: 'Where a policy asks for a compliant device, those without a compliance policy lose access at once.',
    },
  ];
};

/** The restriction for whoever has no other ("Update deviceEnrollmentPlatformRestrictionsConfiguration"): its platforms are sent whole. */
const noPersonalDevices: RemedyPlan = (tenant) =>
  objectsAtScan(tenant, 'deviceEnrollmentConfigurations')
    .filter(({ id, value }) => isDefaultRestriction({ ...value, id }))
    .slice(0, 1)
    .map(({ id, name, value }) => {
      const platforms = Object.keys(enrollmentPlatforms).flatMap((property): [string, JsonBody][] => {
        const platform = value[property];
        return isObject(platform)
          ? [[property, { ...(platform as JsonBody), personalDeviceEnrollmentBlocked: true }]]
          : [];
      });
      return {
        ...update({
          title: `Personal devices cannot be enrolled: “${name}”`,
          closes: ['intune.enrollment.personal'],
          path: `/deviceManagement/deviceEnrollmentConfigurations/${uriComponent(id)}`,
          method: 'PATCH',
          set: { '@odata.type': String(value['@odata.type']), ...Object.fromEntries(platforms) },
          seen: value,
          held: platforms.map(([property]) => property),
          read: 'DeviceManagementServiceConfig.Read.All',
          write: ['DeviceManagementServiceConfig.ReadWrite.All'],
        }),
        caution: 'Devices that are enrolled stay; new ones have to be known as the organization’s first.',
      };
    });

export const trustKnownDevices: RemedyPlan = (tenant) => [
  ...(tenant.open.has('intune.compliance.default') ? notCompliantByDefault(tenant) : []),
  ...(tenant.open.has('intune.enrollment.personal') ? noPersonalDevices(tenant) : []),
];
