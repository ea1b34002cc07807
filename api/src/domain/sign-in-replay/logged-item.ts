import { groupTruth } from '../../audit/checks/conditional-access/application-groups.ts';
import { guestTypes, kindOf } from '../../audit/checks/conditional-access/items.ts';
import { allTrusted } from '../../audit/checks/conditional-access/network-places.ts';
import type { SignInTraits } from '../../audit/facts/sign-in-classes.ts';
import { matchesDevice } from './device-rule.ts';
import type { ReplayKnowledge } from './replay-knowledge.ts';
import { anyOf, type Truth } from './truth.ts';

/** Where people register sign-in methods: My Sign-Ins, and the access panel that the log names for the same. */
const registrationPages = new Set(['19db86c3-b2b9-44cc-b339-36da233a3be2', '0000000c-0000-0000-c000-000000000000']);
const deviceRegistration = '01cb2876-7ebd-4aa4-9cc9-d28bd4d79fa9';

/** The log tells the resource: elsewhere than where it is done, an action is not what was signed in for. */
function actionTruth(action: string, { appId, resourceId }: SignInTraits): Truth {
  if (appId === null || resourceId === null) return null;
  const isThere =
    action === 'urn:user:registerdevice'
      ? [appId, resourceId].includes(deviceRegistration)
      : [appId, resourceId].some((id) => registrationPages.has(id));
  return isThere ? null : false;
}

/**
 * A policy names resources, and may name the application that signed in. Parts of Office 365 are asked about together (service
 * dependencies), so that a policy on one may meet a sign-in to another.
 */
function applicationTruth(named: string, { appId, resourceId }: SignInTraits): Truth {
  const group = groupTruth(named, resourceId);
  if (group !== undefined) return group;
  if (resourceId === null) return null;
  if (resourceId === named) return true;
  if (appId === named || appId === null) return null;
  return groupTruth('office365', named) === true && groupTruth('office365', resourceId) !== false ? null : false;
}

function placeTruth(id: string, traits: SignInTraits, knowledge: ReplayKnowledge): Truth {
  if (`location:${id}` !== allTrusted) return knowledge.place(id)?.holds(traits) ?? null;
  const trusted = anyOf(knowledge.trustedPlaces.map((one) => knowledge.place(one)?.holds(traits) ?? null));
  // MFA trusted IPs belong to it too, and Graph does not tell them.
  return trusted === true ? true : null;
}

const told = (value: string | null, wanted: string): Truth => (value === null ? null : value === wanted);

/** Whether an item of a policy's condition is true of a sign-in of the log. What the log does not tell may be. */
export function itemTruth(item: string, traits: SignInTraits, knowledge: ReplayKnowledge): Truth {
  const kind = kindOf(item);
  const value = item.slice(kind.length + 1);
  switch (kind) {
    case 'user':
    case 'group':
    case 'role':
    case 'guest':
      return knowledge.person(item, traits.userId);
    case 'app':
      return applicationTruth(value, traits);
    case 'action':
      return actionTruth(value, traits);
    case 'client':
      return told(traits.client, value);
    case 'platform':
      return told(traits.platform, value);
    case 'signinrisk':
      return told(traits.signInRisk, value);
    case 'location':
      return placeTruth(value, traits, knowledge);
    case 'device':
      return matchesDevice(value, traits.device);
    default:
      // Users' risk, insider risk, flows, authentication contexts, filters for applications, and what is new.
      return null;
  }
}

/** All kinds of guests, from everywhere, take in every guest, of whatever kind. */
export function namesAllGuests(items: readonly string[]): boolean {
  return guestTypes.every((type) => items.includes(`guest:${type}`));
}

const lacks: Readonly<Record<string, string>> = {
  user: 'who it is',
  group: 'members of a group',
  role: 'whether a role was active',
  guest: 'which kind of guest',
  app: 'which applications belong together',
  action: 'what was done on the page',
  context: 'authentication contexts',
  appfilter: 'attributes of applications',
  client: 'the client',
  platform: 'the platform',
  userrisk: 'the risk of the user',
  signinrisk: 'the risk of the sign-in',
  insiderrisk: 'insider risk',
  flow: 'the authentication flow',
  location: 'the network location',
  device: 'attributes of the device',
  devicestate: 'the state of the device',
};

/** What the log lacks where an item of this kind may be true or not, as a noun phrase. */
export const lackOf = (item: string): string => lacks[kindOf(item)] ?? 'a condition that is new to Tenantry';
