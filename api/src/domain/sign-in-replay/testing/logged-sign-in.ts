import type { SignIn } from '../../../audit/checks/conditional-access/testing/model-sign-ins.ts';
import type { JsonObject } from '../../../audit/facts/json-reader.ts';

const clientNames: Readonly<Record<string, string>> = {
  browser: 'Browser',
  mobileappsanddesktopclients: 'Mobile Apps and Desktop clients',
  exchangeactivesync: 'Exchange ActiveSync',
  other: 'IMAP4',
};
const systems: Readonly<Record<string, string>> = {
  android: 'Android',
  ios: 'Ios 18.1',
  windows: 'Windows 11',
  macos: 'MacOs',
  linux: 'Linux',
  unknown: '',
};
const trustNames: Readonly<Record<string, string>> = {
  AzureAD: 'Azure AD joined',
  ServerAD: 'Hybrid Azure AD joined',
  Workplace: 'Azure AD registered',
};
/** Where the actions of the model are done. */
const pages: Readonly<Record<string, string>> = {
  'urn:user:registersecurityinfo': '19db86c3-b2b9-44cc-b339-36da233a3be2',
  'urn:user:registerdevice': '01cb2876-7ebd-4aa4-9cc9-d28bd4d79fa9',
  'another of office 365': '4765445b-32c6-49b0-83e6-1d93765276ca',
  'any other': '90000000-0000-4000-8000-00000000000f',
};

/** The sign-in as Microsoft's log tells it: not its risk of the user, its flow, its groups, its roles, the model of its device. */
export function loggedSignIn({ user, app, client, platform, place, signInRisk, device }: SignIn, at: Date): JsonObject {
  const resourceId = pages[app.id] ?? app.id;
  return {
    id: `${at.getTime()}`,
    createdDateTime: at.toISOString(),
    userId: user.id,
    userDisplayName: user.id,
    userPrincipalName: `${user.id}@example.com`,
    appId: 'aaaaaaaa-0000-4000-8000-00000000000a',
    appDisplayName: 'A client',
    resourceId,
    resourceDisplayName: app.id,
    clientAppUsed: clientNames[client],
    ipAddress: place.ip,
    location: { countryOrRegion: place.country },
    riskLevelDuringSignIn: signInRisk,
    status: { errorCode: 0 },
    deviceDetail: {
      deviceId: device.trustType === null ? '' : 'd0000000-0000-4000-8000-00000000000d',
      operatingSystem: systems[platform],
      isCompliant: device.isCompliant === 'True',
      isManaged: device.isCompliant === 'True',
      trustType: device.trustType === null ? '' : trustNames[device.trustType],
    },
    appliedConditionalAccessPolicies: [],
  };
}
