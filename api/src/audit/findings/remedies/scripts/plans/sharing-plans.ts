import { settingAtScan, update } from '../plan-settings.ts';
import type { JsonBody, RemedyPlan, ScriptTenant, UpdateStep } from '../remedy-plan.ts';

/** One change of the settings of SharePoint and OneDrive (learn.microsoft.com/graph, "Update sharepointSettings"). */
export function sharePoint(tenant: ScriptTenant, title: string, closes: readonly string[], set: JsonBody): UpdateStep {
  return update({
    title,
    closes,
    path: '/admin/sharepoint/settings',
    method: 'PATCH',
    set,
    seen: settingAtScan(tenant, 'sharepointSettings'),
    read: 'SharePointTenantSettings.Read.All',
    write: ['SharePointTenantSettings.ReadWrite.All'],
  });
}

export const limitExternalSharing: RemedyPlan = (tenant) => [
  {
    ...sharePoint(
      tenant,
      'Content is shared with guests who are in the directory already, and nobody else',
      ['spo.sharing', 'spo.sharing.existing'],
      { sharingCapability: 'existingExternalUserSharingOnly' },
    ),
    caution: 'Links that were sent to anyone, or to people without a guest account, end.',
  },
  sharePoint(tenant, 'Guests do not share what they do not own', ['spo.reshare'], {
    isResharingByExternalUsersEnabled: false,
  }),
];

export const turnOffLegacyProtocols: RemedyPlan = (tenant) => [
  sharePoint(tenant, 'SharePoint refuses apps without modern authentication', ['spo.legacy'], {
    isLegacyAuthProtocolsEnabled: false,
  }),
];

const blocked = (target: string, targetType: string): JsonBody => ({
  accessType: 'blocked',
  targets: [{ target, targetType }],
});

export const crossTenantAccess: RemedyPlan = (tenant) => {
  const seen = settingAtScan(tenant, 'crossTenantAccessPolicy');
  const inbound = {
    usersAndGroups: blocked('AllUsers', 'user'),
    applications: blocked('AllApplications', 'application'),
  };
  return [
    {
      ...update({
        title: 'Guests and shared channels of other organizations are blocked by default',
        closes: ['guest.xtap'],
        path: '/policies/crossTenantAccessPolicy/default',
        method: 'PATCH',
        set: { b2bCollaborationInbound: inbound, b2bDirectConnectInbound: inbound },
        seen,
        read: 'Policy.Read.All',
        write: ['Policy.ReadWrite.CrossTenantAccess'],
      }),
      caution: 'Guests of organizations without settings of their own can no longer sign in: add those first.',
    },
  ];
};
