import { uriComponent } from '@tenantry/contract/text';
import { objectAt } from '../../../../facts/json-reader.ts';
import { objectsAtScan, settingAtScan, update } from '../plan-settings.ts';
import type { JsonBody, RemedyPlan } from '../remedy-plan.ts';

/** "Microsoft 365 on the web": third-party storage is off where its service principal is there and disabled (CIS 1.3.7). */
const webStorageApp = 'c1f33bc0-bdb4-4248-ba9b-096807ddb43e';
const applications = 'Application.ReadWrite.All';

/** By the service principal that is there, else by one that is made disabled (learn.microsoft.com/graph, "Create servicePrincipal"). */
export const turnOffWebStorage: RemedyPlan = (tenant) => {
  const principals = objectsAtScan(tenant, 'webStoragePrincipals');
  const step = { title: 'Third-party storage is off in Microsoft 365 on the web', closes: ['office.web.storage'] };
  const caution = 'Files in Dropbox, Box and the like are no longer opened or saved from Microsoft 365 on the web.';
  if (principals.length === 0)
    return [
      {
        ...step,
        kind: 'create',
        method: 'POST',
        path: '/servicePrincipals',
        key: 'appId',
        isSearched: true,
        set: { appId: webStorageApp, accountEnabled: false },
        reads: ['Application.Read.All'],
        writes: [applications],
        undoes: [applications],
        caution,
      },
    ];
  return principals
    .filter(({ value }) => value.accountEnabled !== false)
    .map(({ id, value }) => ({
      ...update({
        ...step,
        path: `/servicePrincipals/${uriComponent(id)}`,
        method: 'PATCH',
        set: { accountEnabled: false },
        seen: value,
        read: 'Application.Read.All',
        write: [applications],
      }),
      caution,
    }));
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
      held: Object.keys(set),
      read: 'Policy.Read.DeviceConfiguration',
      write: ['Policy.ReadWrite.DeviceConfiguration'],
    }),
  ];
};
