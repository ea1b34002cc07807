import {
  booleanAt,
  enumAt,
  isObject,
  type JsonObject,
  numberAt,
  objectsAt,
  textAt,
  timeAt,
} from '../../facts/json-reader.ts';
import type {
  LoggedAccount,
  LoggedClient,
  LoggedDevice,
  SignInClass,
  SignInClasses,
  SignInTraits,
} from '../../facts/sign-in-classes.ts';
import { kindOfClient } from '../../microsoft/legacy-clients.ts';

/** At most this many classes, some 10 MB; some accounts have hundreds, most have fewer than five. */
export const maxClasses = 20_000;
export const maxAccounts = 20_000;
const maxApplications = 5_000;
const maxErrorCodes = 50;
const maxPoliciesOfClass = 300;

/** Entra's error codes of "more is asked for": MFA, its registration, a proof elsewhere, a device's, another password. */
const interrupts = new Set([50_055, 50_072, 50_074, 50_076, 50_079, 50_097, 50_125, 50_158, 500_121]);
/** Entra's error codes of "a policy keeps it out": device state, application, block. */
const blocks = new Set([53_000, 53_001, 53_002, 53_003, 53_004, 530_003, 530_032]);
/**
 * Entra's error codes of a first factor that failed, or of an account or application that is not there: policies were not asked.
 * Source: Microsoft Entra authentication and authorization error codes (Microsoft Learn). Of a code that is none of these the sign-in
 * counts as one that policies may meet.
 */
const failures = new Set([50_034, 50_053, 50_056, 50_057, 50_059, 50_064, 50_126, 50_128, 51_004, 700_016]);

const platformWords: readonly [word: string, platform: string][] = [
  ['windows phone', 'windowsphone'],
  ['windows', 'windows'],
  ['macos', 'macos'],
  ['ios', 'ios'],
  ['android', 'android'],
  ['linux', 'linux'],
];

const trusts: Readonly<Record<string, LoggedDevice['trust']>> = {
  'azure ad joined': 'azuread',
  'hybrid azure ad joined': 'serverad',
  'azure ad registered': 'workplace',
};

function clientOf(name: string | null): LoggedClient | null {
  const client = (name ?? '').trim().toLowerCase();
  if (client === 'browser') return 'browser';
  if (client.startsWith('exchange activesync')) return 'exchangeactivesync';
  const kind = kindOfClient(client);
  if (kind === 'modern') return 'mobileappsanddesktopclients';
  return kind === 'legacy' ? 'other' : null;
}

function platformOf(system: string | null): string | null {
  const text = (system ?? '').trim().toLowerCase();
  return platformWords.find(([word]) => text.startsWith(word))?.[1] ?? null;
}

function deviceOf(entry: JsonObject): LoggedDevice | null {
  const { deviceDetail } = entry;
  if (!isObject(deviceDetail)) return null;
  const trust = enumAt(deviceDetail, 'trustType') ?? '';
  const registered = (textAt(deviceDetail, 'deviceId') ?? '').trim() !== '' || trust !== '';
  return { registered, compliant: booleanAt(deviceDetail, 'isCompliant'), trust: trusts[trust] ?? null };
}

function riskOf(entry: JsonObject): SignInTraits['signInRisk'] {
  const level = enumAt(entry, 'riskLevelDuringSignIn');
  return level === 'none' || level === 'low' || level === 'medium' || level === 'high' ? level : null;
}

const lower = (text: string | null): string | null =>
  text === null || text.trim() === '' ? null : text.trim().toLowerCase();

/** @param placesOf the named locations that an address lies in; null where that cannot be told */
function traitsOf(entry: JsonObject, userId: string, placesOf: PlacesOf): SignInTraits {
  const country = (textAt(entry, 'location', 'countryOrRegion') ?? '').trim().toUpperCase();
  return {
    userId,
    appId: lower(textAt(entry, 'appId')),
    resourceId: lower(textAt(entry, 'resourceId')),
    client: clientOf(textAt(entry, 'clientAppUsed')),
    platform: platformOf(textAt(entry, 'deviceDetail', 'operatingSystem')),
    country: /^[A-Z]{2}$/.test(country) ? country : null,
    places: placesOf(textAt(entry, 'ipAddress') ?? ''),
    device: deviceOf(entry),
    signInRisk: riskOf(entry),
  };
}

const unknownTraits = (userId: string): SignInTraits => ({
  userId,
  appId: null,
  resourceId: null,
  client: null,
  platform: null,
  country: null,
  places: null,
  device: null,
  signInRisk: null,
});

const keyOf = ({ userId, appId, resourceId, client, platform, country, places, device, signInRisk }: SignInTraits) =>
  `${userId}|${appId}|${resourceId}|${client}|${platform}|${country}|${places?.join(' ')}|${
    device === null ? null : `${device.registered} ${device.compliant} ${device.trust}`
  }|${signInRisk}`;

export type PlacesOf = (address: string) => readonly string[] | null;

export type SignInClassReducer = { add(page: readonly unknown[]): void; finish(): SignInClasses };

/**
 * Turns pages of the sign-in log (`/auditLogs/signIns`) into classes, each page at once: what is kept does not grow with the log.
 * @param placesOf ids of the named locations in whose ranges an address lies
 * @param before what an earlier worker had come to
 * @param room how many classes and accounts are kept at most
 */
export function signInClassReducer(
  placesOf: PlacesOf,
  before?: SignInClasses,
  room: { classes: number; accounts: number } = { classes: maxClasses, accounts: maxAccounts },
): SignInClassReducer {
  const counts = {
    entries: before?.entries ?? 0,
    unreadable: before?.unreadable ?? 0,
    folded: before?.folded ?? 0,
    untold: before?.untold ?? 0,
    seesPolicies: before?.seesPolicies ?? false,
  };
  const failedBefore = new Map(Object.entries(before?.failedBefore ?? {}));
  const accounts = new Map<string, LoggedAccount>((before?.accounts ?? []).map((one) => [one.id, one]));
  const applications = new Map(Object.entries(before?.applications ?? {}));
  const classes = new Map<string, SignInClass>((before?.classes ?? []).map((one) => [keyOf(one), one]));

  function noteFailure(code: number): void {
    const key = failedBefore.has(`${code}`) || failedBefore.size < maxErrorCodes ? `${code}` : 'other';
    failedBefore.set(key, (failedBefore.get(key) ?? 0) + 1);
  }

  function nameApplication(id: string | null, name: string | null): void {
    if (id === null || name === null || applications.has(id) || applications.size >= maxApplications) return;
    applications.set(id, name.slice(0, 200));
  }

  function classOf(traits: SignInTraits, atMs: number): SignInClass {
    const key = keyOf(traits);
    const known = classes.get(key);
    if (known) return known;
    const isFolded = classes.size >= room.classes;
    const kept = isFolded ? unknownTraits(traits.userId) : traits;
    if (isFolded) counts.folded += 1;
    const keptKey = isFolded ? keyOf(kept) : key;
    const found = classes.get(keptKey);
    if (found) return found;
    const fresh: SignInClass = {
      ...kept,
      count: 0,
      firstMs: atMs,
      lastMs: atMs,
      succeeded: 0,
      interrupted: 0,
      blocked: 0,
      reportOnly: {},
    };
    classes.set(keptKey, fresh);
    return fresh;
  }

  function addOne(entry: JsonObject): void {
    counts.entries += 1;
    const userId = lower(textAt(entry, 'userId'));
    const atMs = timeAt(entry, 'createdDateTime');
    const code = numberAt(entry, 'status', 'errorCode');
    if (userId === null || atMs === null || code === null) {
      counts.unreadable += 1;
      return;
    }
    const isInterrupted = interrupts.has(code);
    const isBlocked = blocks.has(code);
    if (failures.has(code)) {
      noteFailure(code);
      return;
    }
    if (!accounts.has(userId)) {
      if (accounts.size >= room.accounts) {
        counts.untold += 1;
        return;
      }
      const upn = textAt(entry, 'userPrincipalName');
      accounts.set(userId, {
        id: userId,
        name: (textAt(entry, 'userDisplayName') ?? upn ?? userId).slice(0, 256),
        upn,
      });
    }
    const traits = traitsOf(entry, userId, placesOf);
    nameApplication(traits.appId, textAt(entry, 'appDisplayName'));
    nameApplication(traits.resourceId, textAt(entry, 'resourceDisplayName'));
    const into = classOf(traits, atMs);
    into.count += 1;
    into.firstMs = Math.min(into.firstMs, atMs);
    into.lastMs = Math.max(into.lastMs, atMs);
    if (code === 0) into.succeeded += 1;
    if (isInterrupted) into.interrupted += 1;
    if (isBlocked) into.blocked += 1;
    if (Array.isArray(entry.appliedConditionalAccessPolicies)) counts.seesPolicies = true;
    for (const applied of objectsAt(entry, 'appliedConditionalAccessPolicies')) noteReportOnly(into, applied);
  }

  return {
    add: (page) => {
      for (const entry of page) {
        if (isObject(entry)) addOne(entry);
        else {
          counts.entries += 1;
          counts.unreadable += 1;
        }
      }
    },
    finish: () => ({
      ...counts,
      failedBefore: Object.fromEntries(failedBefore),
      accounts: [...accounts.values()],
      applications: Object.fromEntries(applications),
      classes: [...classes.values()],
    }),
  };
}

const reportOnlyResults: Readonly<Record<string, 'failure' | 'interrupted' | 'success'>> = {
  reportonlyfailure: 'failure',
  reportonlyinterrupted: 'interrupted',
  reportonlysuccess: 'success',
};

function noteReportOnly(into: SignInClass, applied: JsonObject): void {
  const result = reportOnlyResults[enumAt(applied, 'result') ?? ''];
  const id = lower(textAt(applied, 'id'));
  if (result === undefined || id === null) return;
  const isNew = !Object.hasOwn(into.reportOnly, id);
  if (isNew && Object.keys(into.reportOnly).length >= maxPoliciesOfClass) return;
  const counts = into.reportOnly[id] ?? { failure: 0, interrupted: 0, success: 0 };
  counts[result] += 1;
  into.reportOnly[id] = counts;
}
