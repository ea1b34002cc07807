import type { JsonObject } from '../../facts/json-reader.ts';
import { licensedFor } from '../../testing/configuration.ts';
import { refused } from '../../testing/snapshots.ts';
import { statusTable } from '../../testing/status-table.ts';
import { verdictTable } from '../../testing/verdict-table.ts';

const withIntune = licensedFor('EXCHANGE_S_ENTERPRISE', 'INTUNE_A');
const withoutIntune = licensedFor('EXCHANGE_S_ENTERPRISE');
const noLicense = 'no license for Microsoft Intune, which this needs.';
const settings = (deviceManagementSettings: unknown, licenses: JsonObject = withIntune) => ({
  deviceManagementSettings,
  ...licenses,
});

verdictTable('intune.compliance.default', [
  {
    when: 'they are not compliant',
    snapshot: settings({ secureByDefault: true }),
    says: 'pass',
    message: 'Devices without a compliance policy are not compliant.',
    evidence: ['deviceManagementSettings: secureByDefault = true'],
  },
  {
    when: 'they count as compliant',
    snapshot: settings({ secureByDefault: false }),
    says: 'fail',
    message: 'Devices without a compliance policy count as compliant.',
    evidence: ['deviceManagementSettings: secureByDefault = false'],
  },
  {
    when: 'it is not said',
    snapshot: settings({ secureByDefault: null }),
    says: 'couldNotCheck',
    message: 'does not say how devices without a compliance policy count.',
    evidence: ['deviceManagementSettings: secureByDefault = not reported'],
  },
  {
    when: 'the license is missing',
    snapshot: settings({ secureByDefault: false }, withoutIntune),
    says: 'notLicensed',
    message: noLicense,
    recommendation: 'Assign a license with Microsoft Intune, or accept the risk.',
    evidence: ['deviceManagementSettings: secureByDefault = false'],
  },
]);
statusTable('intune.compliance.default', [
  ['it stands in the answer as a whole', settings({ settings: { secureByDefault: true } }), 'pass'],
  ['it is on, and the license is missing', settings({ secureByDefault: true }, withoutIntune), 'pass'],
  [
    'it is off, and licenses were refused',
    settings({ secureByDefault: false }, { subscribedSkus: refused }),
    'notPermitted',
  ],
  ['it is off, and licenses were not collected', settings({ secureByDefault: false }, {}), 'fail'],
  ['it is a text', settings({ secureByDefault: 'true' }), 'couldNotCheck'],
  ...['INTUNE_A', 'INTUNE_P2', 'INTUNE_EDU', 'INTUNE_SMBIZ'].map(
    (plan) =>
      [
        `it is off, and the license has ${plan}`,
        settings({ secureByDefault: false }, licensedFor(plan)),
        'fail',
      ] as const,
  ),
  ['settings were refused', settings(refused), 'notPermitted'],
  ['settings were not collected', withIntune, 'couldNotCheck'],
]);

const blocked = { platformBlocked: false, personalDeviceEnrollmentBlocked: true };
const open = { platformBlocked: false, personalDeviceEnrollmentBlocked: false };
const platforms = [
  'androidForWorkRestriction',
  'androidRestriction',
  'iosRestriction',
  'macOSRestriction',
  'windowsRestriction',
];
const restriction = (more: JsonObject = {}): JsonObject => ({
  id: 'a_DefaultPlatformRestrictions',
  '@odata.type': '#microsoft.graph.deviceEnrollmentPlatformRestrictionsConfiguration',
  priority: 0,
  ...Object.fromEntries(platforms.map((platform) => [platform, blocked])),
  ...more,
});
const single: JsonObject = {
  id: 'b_SinglePlatformRestriction',
  deviceEnrollmentConfigurationType: 'singlePlatformRestriction',
  priority: 1,
  platformRestriction: open,
};
const enrollment = (deviceEnrollmentConfigurations: unknown, licenses: JsonObject = withIntune) => ({
  deviceEnrollmentConfigurations,
  ...licenses,
});
const seen = (said: (platform: string) => string) =>
  platforms.map(
    (platform) => `deviceEnrollmentConfigurations: ${platform}: personal devices blocked = ${said(platform)}`,
  );

verdictTable('intune.enrollment.personal', [
  {
    when: 'they are let in on every platform',
    snapshot: enrollment([restriction(Object.fromEntries(platforms.map((platform) => [platform, open])))]),
    says: 'fail',
    message: 'Personal devices can be enrolled: Android Enterprise, Android, iOS, macOS, Windows.',
    evidence: seen(() => 'false'),
  },

  {
    when: 'there is no default one',
    snapshot: enrollment([]),
    says: 'couldNotCheck',
    message: 'does not show its default enrollment restriction.',
  },

  {
    when: 'they are blocked on every platform',
    snapshot: enrollment([restriction()]),
    says: 'pass',
    message: 'Personal devices cannot be enrolled.',
    evidence: seen(() => 'true'),
  },
  {
    when: 'they are let in on two platforms',
    snapshot: enrollment([restriction({ iosRestriction: open, macOSRestriction: open })]),
    says: 'fail',
    message: 'Personal devices can be enrolled: iOS, macOS.',
    evidence: seen((platform) => `${!['iosRestriction', 'macOSRestriction'].includes(platform)}`),
  },
  {
    when: 'of one platform nothing is said',
    snapshot: enrollment([restriction({ windowsRestriction: {} })]),
    says: 'couldNotCheck',
    message: 'does not say whether personal devices can be enrolled.',
    evidence: seen((platform) => (platform === 'windowsRestriction' ? 'not reported' : 'true')),
  },
  {
    when: 'another restriction is there',
    snapshot: enrollment([restriction(), single]),
    says: 'warning',
    message: 'by default; other restrictions are for the groups that have them.',
    evidence: seen(() => 'true'),
  },
  {
    when: 'the license is missing',
    snapshot: enrollment([restriction()], withoutIntune),
    says: 'notLicensed',
    message: noLicense,
    recommendation: 'Assign a license with Microsoft Intune',
  },
]);
statusTable('intune.enrollment.personal', [
  ...platforms.map(
    (platform) => [`${platform} lets them in`, enrollment([restriction({ [platform]: open })]), 'fail'] as const,
  ),
  ...platforms
    .slice(1)
    .map(
      (platform) =>
        [`${platform} is not there`, enrollment([restriction({ [platform]: undefined })]), 'couldNotCheck'] as const,
    ),
  ['the newer kind of Android is not there', enrollment([restriction({ androidForWorkRestriction: null })]), 'pass'],
  [
    'a platform is blocked as a whole',
    enrollment([
      restriction({ androidRestriction: { platformBlocked: true, personalDeviceEnrollmentBlocked: false } }),
    ]),
    'pass',
  ],
  [
    'one is open, and of another nothing is said',
    enrollment([restriction({ iosRestriction: open, windowsRestriction: {} })]),
    'fail',
  ],
  ['the default one is known by its id', enrollment([restriction({ priority: undefined })]), 'pass'],
  ['the default one is known by its priority', enrollment([restriction({ id: 'a' })]), 'pass'],
  ['only another one is there', enrollment([restriction({ id: 'a', priority: 1 })]), 'couldNotCheck'],
  [
    'other configurations are there',
    enrollment([
      { id: 'c_DefaultLimit', '@odata.type': '#microsoft.graph.deviceEnrollmentLimitConfiguration', priority: 0 },
      restriction(),
      { id: 'd', priority: 1 },
    ]),
    'pass',
  ],
  [
    'of a platform only personal devices are said, and blocked',
    enrollment([restriction({ iosRestriction: { personalDeviceEnrollmentBlocked: true } })]),
    'pass',
  ],
  [
    'of a platform only personal devices are said, and let in',
    enrollment([restriction({ iosRestriction: { personalDeviceEnrollmentBlocked: false } })]),
    'couldNotCheck',
  ],
  ['licenses were refused', enrollment([restriction()], { subscribedSkus: refused }), 'notPermitted'],
  ['licenses were not collected', enrollment([restriction()], {}), 'pass'],
  ['configurations were refused', enrollment(refused), 'notPermitted'],
  ['configurations were not collected', withIntune, 'couldNotCheck'],
]);

const storage = (...states: unknown[]) => ({
  webStoragePrincipals: states.map((accountEnabled) => ({ id: 'p', accountEnabled })),
});

verdictTable('office.web.storage', [
  {
    when: 'it is off',
    snapshot: storage(false),
    says: 'pass',
    message: 'Third-party storage is off in Microsoft 365 on the web.',
    evidence: ['webStoragePrincipals: accountEnabled = false'],
  },
  {
    when: 'nobody has turned it off',
    snapshot: storage(),
    says: 'fail',
    message: 'Third-party storage can be used in Microsoft 365 on the web.',
  },
  {
    when: 'it is not said',
    snapshot: storage(false, null),
    says: 'couldNotCheck',
    message: 'does not say whether third-party storage is on.',
    evidence: ['webStoragePrincipals: accountEnabled = false', 'webStoragePrincipals: accountEnabled = not reported'],
  },
]);
statusTable('office.web.storage', [
  ['it is on', storage(true), 'fail'],
  ['one of two is on', storage(false, true), 'fail'],
  ['the principal was refused', { webStoragePrincipals: refused }, 'notPermitted'],
  ['the principal was not collected', {}, 'couldNotCheck'],
]);
