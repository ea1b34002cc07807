import type { CheckExample } from './check-example.ts';
import { configurationOf } from './configuration.ts';
import { policy } from './policies.ts';
import { account, role } from './snapshots.ts';

const customSecrets = (state: string) => {
  const restriction = { restrictionType: 'customPasswordAddition', state, restrictForAppsCreatedAfterDateTime: null };
  const restrictions = { passwordCredentials: [restriction] };
  return {
    defaultAppManagementPolicy: {
      isEnabled: true,
      applicationRestrictions: restrictions,
      servicePrincipalRestrictions: restrictions,
    },
  };
};
const portals = (users: Record<string, unknown>) => ({
  conditionalAccessPolicies: [
    policy({
      applications: { includeApplications: ['MicrosoftAdminPortals'] },
      users,
      grant: { operator: 'OR', builtInControls: ['block'] },
    }),
  ],
});

const intuneLicense = {
  subscribedSkus: [{ capabilityStatus: 'Enabled', servicePlans: [{ servicePlanName: 'INTUNE_A' }] }],
};
const secureByDefault = (state: boolean) => ({
  deviceManagementSettings: { secureByDefault: state },
  ...intuneLicense,
});
const enrollment = (isBlocked: boolean) => ({
  deviceEnrollmentConfigurations: [
    {
      '@odata.type': '#microsoft.graph.deviceEnrollmentPlatformRestrictionsConfiguration',
      id: 'x_DefaultPlatformRestrictions',
      priority: 0,
      iosRestriction: { platformBlocked: false, personalDeviceEnrollmentBlocked: true },
      androidRestriction: { platformBlocked: true, personalDeviceEnrollmentBlocked: false },
      macOSRestriction: { platformBlocked: false, personalDeviceEnrollmentBlocked: true },
      windowsRestriction: { platformBlocked: false, personalDeviceEnrollmentBlocked: isBlocked },
    },
  ],
  ...intuneLicense,
});
const compliantDevices = (compliantDeviceCount: number) => ({
  conditionalAccessPolicies: [policy({ grant: { operator: 'OR', builtInControls: ['compliantDevice'] } })],
  deviceCompliancePolicies: [
    { id: 'c', displayName: 'Windows', assignments: [{ id: 'a', target: { '@odata.type': '#x.allLicensedUsers' } }] },
  ],
  deviceComplianceSummary: { compliantDeviceCount },
  ...secureByDefault(true),
});
const storageApp = (accountEnabled: boolean) => ({ webStoragePrincipals: [{ id: 'p', accountEnabled }] });
const product = (skuPartNumber: string) => ({
  users: [
    { ...account('ada'), assignedLicenses: [{ skuId: '078d2b04-f1bd-4111-bbd4-b4b1b354cef4', disabledPlans: [] }] },
  ],
  subscribedSkus: [
    {
      skuId: '078d2b04-f1bd-4111-bbd4-b4b1b354cef4',
      skuPartNumber,
      servicePlans: [{ servicePlanName: skuPartNumber }],
    },
  ],
  directoryRoles: [role('Global Administrator', account('ada'))],
});
const resets = (isSsprEnabled: boolean) => ({
  userRegistrationDetails: [
    { id: 'ada', userPrincipalName: 'ada@contoso.com', userType: 'member', isMfaCapable: true, isSsprEnabled },
  ],
});
const mailbox = (accountEnabled: boolean) => ({
  ...configurationOf({ sharedMailboxes: [{ PrimarySMTPAddress: 'support@contoso.com' }] }),
  users: [{ ...account('support'), mail: 'Support@contoso.com', accountEnabled }],
});

/** Of devices in Intune, and of settings of Microsoft Entra that Graph v1.0 gives beside them. */
export const intuneExamples: readonly CheckExample[] = [
  { check: 'intune.compliance.default', good: secureByDefault(true), bad: secureByDefault(false), says: 'fail' },
  { check: 'intune.enrollment.personal', good: enrollment(true), bad: enrollment(false), says: 'fail' },
  { check: 'ca.device.compliant', good: compliantDevices(12), bad: compliantDevices(0), says: 'fail' },
  { check: 'office.web.storage', good: storageApp(false), bad: storageApp(true), says: 'fail' },
  { check: 'role.licenses', good: product('AAD_PREMIUM_P2'), bad: product('SPE_E5'), says: 'fail' },
  { check: 'user.reset', good: resets(true), bad: resets(false), says: 'fail' },
  { check: 'exo.shared', good: mailbox(false), bad: mailbox(true), says: 'fail' },
  {
    check: 'app.credentials.custom',
    good: customSecrets('enabled'),
    bad: customSecrets('disabled'),
    says: 'fail',
  },
  {
    check: 'tenant.admincenter',
    good: portals({ includeUsers: ['All'], excludeRoles: ['r'] }),
    bad: portals({ includeUsers: ['one'] }),
    says: 'warning',
  },
];
