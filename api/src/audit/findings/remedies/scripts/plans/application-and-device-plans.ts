import { objectAt, objectsAt, textAt } from '../../../../facts/json-reader.ts';
import { settingAtScan, update } from '../plan-settings.ts';
import type { Json, JsonBody, RemedyPlan } from '../remedy-plan.ts';

const sinceAlways = '0001-01-01T00:00:00Z';

const restriction = (restrictionType: string, maxLifetime: string | null): JsonBody => ({
  restrictionType,
  state: 'enabled',
  maxLifetime,
  restrictForAppsCreatedAfterDateTime: sinceAlways,
});

/** What each check asks for, for applications and service principals alike. */
const wanted = [
  { check: 'app.credentials.add', list: 'passwordCredentials', rule: restriction('passwordAddition', null) },
  { check: 'app.credentials.custom', list: 'passwordCredentials', rule: restriction('customPasswordAddition', null) },
  { check: 'app.credentials.secret', list: 'passwordCredentials', rule: restriction('passwordLifetime', 'P180D') },
  { check: 'app.credentials.certificate', list: 'keyCredentials', rule: restriction('asymmetricKeyLifetime', 'P365D') },
] as const;

/** One change of the tenant's policy (learn.microsoft.com/graph, "Update tenantAppManagementPolicy"): its lists are sent whole. */
export const limitCredentials: RemedyPlan = (tenant) => {
  const seen = settingAtScan(tenant, 'defaultAppManagementPolicy');
  const asked = wanted.filter(({ check }) => tenant.open.has(check));
  const restrictionsOf = (owner: string): JsonBody =>
    Object.fromEntries(
      ['passwordCredentials', 'keyCredentials'].map((list) => {
        const rules = asked.filter((one) => one.list === list).map(({ rule }) => rule);
        const replaced = new Set<unknown>(rules.map(({ restrictionType }) => restrictionType));
        const kept = objectsAt(seen, owner, list).filter((one) => !replaced.has(textAt(one, 'restrictionType')));
        return [list, [...(kept as Json[]), ...rules]];
      }),
    );
  return [
    {
      ...update({
        title: 'Secrets and certificates of applications are limited',
        closes: ['app.credentials', ...asked.map(({ check }) => check)],
        path: '/policies/defaultAppManagementPolicy',
        method: 'PATCH',
        set: {
          isEnabled: true,
          applicationRestrictions: restrictionsOf('applicationRestrictions'),
          servicePrincipalRestrictions: restrictionsOf('servicePrincipalRestrictions'),
        },
        seen,
        read: 'Policy.Read.All',
        write: ['Policy.ReadWrite.ApplicationConfiguration'],
      }),
      caution: 'Nobody adds a secret to an application any more; secrets that are there stay valid.',
    },
  ];
};

const quota = 10;

/**
 * One change of the device policy, which is sent whole (learn.microsoft.com/graph, "Update deviceRegistrationPolicy"). Who may join
 * devices is left: that is a group which people choose.
 */
export const deviceSettings: RemedyPlan = (tenant) => {
  const seen = settingAtScan(tenant, 'deviceRegistrationPolicy');
  const { open } = tenant;
  const join = objectAt(seen, 'azureADJoin');
  const admins = objectAt(join, 'localAdmins');
  const laps = objectAt(seen, 'localAdminPassword');
  const set = {
    userDeviceQuota: open.has('device.quota') ? quota : seen.userDeviceQuota,
    multiFactorAuthConfiguration: seen.multiFactorAuthConfiguration,
    azureADRegistration: seen.azureADRegistration,
    azureADJoin: {
      ...join,
      localAdmins: {
        ...admins,
        ...(open.has('device.admins.global') && { enableGlobalAdmins: false }),
        ...(open.has('device.admins.registering') && {
          registeringUsers: { '@odata.type': '#microsoft.graph.noDeviceRegistrationMembership' },
        }),
      },
    },
    localAdminPassword: { ...laps, ...(open.has('device.laps') && { isEnabled: true }) },
  };
  return [
    update({
      title: 'Devices: at most ten a user, managed local passwords, and no local administrators but by intent',
      closes: ['device.quota', 'device.admins.global', 'device.admins.registering', 'device.laps'],
      path: '/policies/deviceRegistrationPolicy',
      method: 'PUT',
      set: set as JsonBody,
      seen,
      read: 'Policy.Read.DeviceConfiguration',
      write: ['Policy.ReadWrite.DeviceConfiguration'],
    }),
  ];
};
