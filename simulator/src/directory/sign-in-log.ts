import type { DeviceDetail, SignIn } from '@microsoft/microsoft-graph-types';
import { guidOf, hash32 } from '../counter-hash.ts';
import { dayMs, graphTime } from '../graph-time.ts';
import { appliedPolicies, type LoggedFacts } from './applied-policies.ts';
import { accountTraits, type TenantDirectory } from './tenant-directory.ts';
import { isDeleted, userNames } from './users.ts';

/** Entra keeps the log of a tenant with P1 for 30 days. */
export const signInLogDays = 30;
const legacyRepeatsFromDay = 8;
const salt = { id: 111, day: 115, device: 116, deviceId: 117 };

const resources = {
  mail: { id: '00000002-0000-0ff1-ce00-000000000000', name: 'Office 365 Exchange Online' },
  files: { id: '00000003-0000-0ff1-ce00-000000000000', name: 'Office 365 SharePoint Online' },
  portal: { id: '00000006-0000-0ff1-ce00-000000000000', name: 'Office 365 Portal' },
  teams: { id: 'cc15fd57-2c6c-4117-a88c-83b1d56b4bbe', name: 'Microsoft Teams Services' },
} as const;
const uses = [
  { app: 'Office 365 Portal', appId: resources.portal.id, to: resources.portal, client: 'Browser', mobile: false },
  {
    app: 'Microsoft Teams',
    appId: '1fec8e78-bce4-4aaf-ab1b-5451cc387264',
    to: resources.teams,
    client: 'Mobile Apps and Desktop clients',
    mobile: false,
  },
  {
    app: 'SharePoint Online Web Client Extensibility',
    appId: '08e18876-6177-487e-b8b5-cf950c1e598c',
    to: resources.files,
    client: 'Browser',
    mobile: false,
  },
  {
    app: 'Outlook Mobile',
    appId: '27922004-5251-4030-b22d-91ecd9a37ea4',
    to: resources.mail,
    client: 'Mobile Apps and Desktop clients',
    mobile: true,
  },
] as const;
type Use = { app: string; appId: string; to: { id: string; name: string }; client: string; mobile: boolean };

const noDevice: DeviceDetail = {
  deviceId: '',
  displayName: '',
  operatingSystem: '',
  browser: '',
  isCompliant: false,
  isManaged: false,
  trustType: '',
};

const clientTypeOf = (client: string): string =>
  client === 'Browser'
    ? 'browser'
    : client === 'Mobile Apps and Desktop clients'
      ? 'mobileAppsAndDesktopClients'
      : client.startsWith('Exchange ActiveSync')
        ? 'exchangeActiveSync'
        : 'other';

const platformOf = (system: string): string => /^[a-z]+/.exec(system.toLowerCase())?.[0] ?? 'unknown';

/** Of an account: its own computer (joined, and managed where the tenant looks after devices) and its telephone. */
function deviceOf(directory: TenantDirectory, user: number, mobile: boolean): DeviceDetail {
  const { key, profile } = directory;
  const roll = hash32(key, user, salt.device);
  const isManaged = roll % 100 < profile.population.mfaCapablePercent;
  const deviceId = guidOf(key, user * 2 + (mobile ? 1 : 0), salt.deviceId);
  if (mobile) {
    const operatingSystem = (roll >>> 8) % 3 === 0 ? 'Android' : 'Ios 18.6';
    return { ...noDevice, deviceId, displayName: `phone-${user}`, operatingSystem, trustType: 'Azure AD registered' };
  }
  if ((roll >>> 12) % 10 === 0) return { ...noDevice, operatingSystem: 'MacOs', browser: 'Safari 18' };
  const trustType = accountTraits(directory, user).synced ? 'Hybrid Azure AD joined' : 'Azure AD joined';
  return {
    ...{ deviceId, displayName: `desk-${user}`, operatingSystem: 'Windows11', browser: 'Edge 131' },
    ...{ isCompliant: isManaged, isManaged, trustType },
  };
}

/**
 * The sign-in log of a tenant: interactive sign-ins of users, the newest first, made one by one when a page is asked for. Each day has a
 * place for each account, which it fills or not, and then one for each legacy sign-in of the profile. Accounts of machines, which send
 * by SMTP, have no other sign-ins.
 */
export function signInLog(directory: TenantDirectory, anchorMs: number) {
  const { profile, key } = directory;
  const { userCount, legacySignIns } = profile;
  const placesOfDay = userCount + legacySignIns.length;
  const applied = appliedPolicies(directory);
  const machines = new Set(
    legacySignIns
      .filter(({ clientAppUsed, succeeded }) => clientAppUsed === 'Authenticated SMTP' && succeeded)
      .map(({ user }) => user),
  );
  const office = profile.namedLocations.find((location) => Array.isArray(Reflect.get(location, 'ipRanges')));
  const officeTrusted = office !== undefined && Reflect.get(office, 'isTrusted') === true;

  function entry(
    place: { user: number; day: number; seconds: number; ordinal: number },
    use: Use,
    ends: { mfaGiven: boolean; wrongPassword: boolean; isForced: boolean },
  ): SignIn {
    const { user, day, seconds, ordinal } = place;
    const traits = accountTraits(directory, user);
    const names = userNames(directory, user, traits);
    const roll = hash32(key, ordinal, salt.id);
    const atOffice = roll % 3 !== 0 && !traits.guest;
    const isLegacy = !['browser', 'mobileAppsAndDesktopClients'].includes(clientTypeOf(use.client));
    const device = isLegacy || traits.guest ? noDevice : deviceOf(directory, user, use.mobile);
    const facts: LoggedFacts = {
      user,
      guest: traits.guest,
      client: clientTypeOf(use.client),
      resourceId: use.to.id,
      platform: platformOf(device.operatingSystem ?? ''),
      places: atOffice && office?.id ? [office.id] : [],
      trustedPlace: atOffice && officeTrusted,
      compliant: device.isCompliant === true,
      hybridJoined: device.trustType === 'Hybrid Azure AD joined',
      mfaGiven: ends.mfaGiven,
    };
    const policies = ends.wrongPassword ? [] : applied(facts);
    const isKeptOut = !ends.isForced && policies.some(({ result }) => result === 'failure');
    // A policy that keeps somebody out for want of MFA asks a client with a page for it.
    const code = ends.wrongPassword ? 50_126 : isKeptOut ? (isLegacy ? 53_003 : 50_074) : 0;
    const reasons: Readonly<Record<number, string>> = {
      0: 'Other.',
      50074: 'Strong Authentication is required.',
      50126: 'Error validating credentials due to invalid username or password.',
      53003: 'Access has been blocked by Conditional Access policies.',
    };
    return {
      id: guidOf(key, ordinal, salt.id),
      createdDateTime: graphTime(anchorMs - day * dayMs - seconds * 1000),
      userId: directory.userId(user),
      userDisplayName: names.displayName,
      userPrincipalName: names.userPrincipalName,
      appDisplayName: use.app,
      appId: use.appId,
      resourceDisplayName: use.to.name,
      resourceId: use.to.id,
      clientAppUsed: use.client,
      ipAddress: atOffice ? `203.0.113.${1 + (roll % 250)}` : `198.51.100.${1 + (roll % 250)}`,
      isInteractive: true,
      conditionalAccessStatus:
        code === 53_003 || code === 50_074
          ? 'failure'
          : policies.some(({ result }) => result === 'success')
            ? 'success'
            : 'notApplied',
      riskDetail: 'none',
      riskLevelAggregated: profile.license === 'p2' ? 'none' : 'hidden',
      riskLevelDuringSignIn: profile.license === 'p2' ? 'none' : 'hidden',
      riskState: 'none',
      riskEventTypes_v2: [],
      status: { errorCode: code, failureReason: reasons[code] ?? null, additionalDetails: null },
      deviceDetail: device,
      location: { city: null, state: null, countryOrRegion: profile.countryCode, geoCoordinates: {} },
      appliedConditionalAccessPolicies: policies,
    };
  }

  function legacyAt(day: number, index: number): SignIn | null {
    const event = legacySignIns[index];
    if (event === undefined || event.user >= userCount) return null;
    const repeats = day >= legacyRepeatsFromDay && event.daysAgo < legacyRepeatsFromDay && machines.has(event.user);
    if (event.daysAgo !== day && !repeats) return null;
    const use = {
      app: resources.mail.name,
      appId: resources.mail.id,
      to: resources.mail,
      client: event.clientAppUsed,
      mobile: false,
    };
    const place = { user: event.user, day, seconds: 31_900 + index, ordinal: day * placesOfDay + userCount + index };
    return entry(place, use, { mfaGiven: false, wrongPassword: !event.succeeded, isForced: event.succeeded });
  }

  function modernAt(day: number, user: number): SignIn | null {
    const traits = accountTraits(directory, user);
    const { lastSignInDaysAgo, enabled, guest, admin } = traits;
    if (!enabled || lastSignInDaysAgo === null || day < lastSignInDaysAgo || machines.has(user)) return null;
    if (isDeleted(directory, user)) return null;
    const roll = hash32(key, user * signInLogDays + day, salt.day);
    const isActive = day === lastSignInDaysAgo || (admin?.kind !== 'emergency' && roll % 100 < (guest ? 15 : 55));
    if (!isActive) return null;
    const use = guest ? uses[2] : (uses[(roll >>> 8) % uses.length] ?? uses[0]);
    const ordinal = day * placesOfDay + user;
    const seconds = 1800 + Math.floor((user * 30_000) / userCount);
    const mfaGiven = traits.mfaCapable && (roll >>> 12) % 8 !== 0;
    const wrongPassword = day !== lastSignInDaysAgo && (roll >>> 16) % 50 === 0;
    return entry({ user, day, seconds, ordinal }, use, { mfaGiven, wrongPassword, isForced: false });
  }

  return {
    /** Places of the last days; one may be empty. */
    sizeOf: (days: number): number => Math.min(days, signInLogDays) * placesOfDay,

    at(position: number): SignIn | null {
      const day = Math.floor(position / placesOfDay);
      const slot = position % placesOfDay;
      return slot < userCount ? modernAt(day, slot) : legacyAt(day, slot - userCount);
    },

    /** The legacy sign-ins alone: what a filter on legacy clients finds, however many others there are. */
    legacy: (): SignIn[] =>
      Array.from({ length: signInLogDays }, (_, day) =>
        legacySignIns.flatMap((_event, index) => legacyAt(day, index) ?? []),
      ).flat(),
  };
}
