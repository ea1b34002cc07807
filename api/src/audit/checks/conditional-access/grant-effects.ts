import { textsAt } from '../../facts/json-reader.ts';
import { type Grant, isMultiFactorCombination, isPhishingResistantCombination } from './grant.ts';
import type { CaPolicy } from './policy.ts';
import { type SessionEffect, sessionEffects } from './session-effects.ts';

/**
 * What a policy does to a sign-in that it applies to: nobody gets in, from a browser or an app (`blocked`) or with a client of legacy
 * authentication (`legacyBlocked`); MFA is asked for, phishing-resistant MFA, or something else (`otherProof`: terms of use, a new
 * password); somebody has to sign in again sooner (`signInAgain`); the session can do less (`sessionLimited`).
 */
export type Effect =
  | 'blocked'
  | 'legacyBlocked'
  | 'mfa'
  | 'phishingResistantMfa'
  | 'otherProof'
  | 'signInAgain'
  | 'sessionLimited';

export const effects: readonly Effect[] = [
  'blocked',
  'legacyBlocked',
  'mfa',
  'phishingResistantMfa',
  'otherProof',
  'signInAgain',
  'sessionLimited',
];

/**
 * One case in which a policy has an effect: where none of these items is true of the sign-in, states of the device or the application
 * and kinds of clients. In every sign-in where the list is empty.
 */
type EffectCase = readonly string[];

/** What a policy does in one case. `asks`: of what is asked for, the ways to give it; `everyMinutes`: how often. */
export type Demand = { effect: Effect; without: EffectCase; asks: readonly string[]; everyMinutes?: number };

/** States that a sign-in has or has not, and cannot bring about. `client…`: of the application that signs in. */
const stateOf: ReadonlyMap<string, string> = new Map([
  ['compliantdevice', 'devicestate:compliant'],
  ['domainjoineddevice', 'devicestate:domainjoined'],
  ['approvedapplication', 'clientstate:approved'],
  ['compliantapplication', 'clientstate:protected'],
]);
export const clientStates = ['clientstate:approved', 'clientstate:protected'] as const;

const [browser, app, activeSync, otherLegacy] = [
  'client:browser',
  'client:mobileappsanddesktopclients',
  'client:exchangeactivesync',
  'client:other',
];
const legacyClients: EffectCase = [activeSync, otherLegacy];

/** `proof`: what it is called where a person gives it; null where it is a state. */
type Way = { state: string; proof: null } | { state: null; proof: string; gives: ReadonlySet<Effect> };

const nothing: ReadonlySet<Effect> = new Set();
const mfa: ReadonlySet<Effect> = new Set(['mfa']);
const resistant: ReadonlySet<Effect> = new Set(['mfa', 'phishingResistantMfa']);

function strengthGives(combinations: readonly string[]): ReadonlySet<Effect> {
  if (combinations.length === 0 || !combinations.every(isMultiFactorCombination)) return nothing;
  return combinations.every(isPhishingResistantCombination) ? resistant : mfa;
}

function wayOf(control: string): Way {
  const state = stateOf.get(control);
  return state === undefined
    ? { state: null, proof: control, gives: control === 'mfa' ? mfa : nothing }
    : { state, proof: null };
}

/** What somebody can do, or has to have, to get past a grant. */
function waysOf({ grant: { controls, strength }, raw }: CaPolicy): Way[] {
  const others = ['termsOfUse', 'customAuthenticationFactors'].flatMap((key) =>
    textsAt(raw, 'grantControls', key).map((id) => `${key} ${id.toLowerCase()}`),
  );
  return [
    ...controls.map(wayOf),
    ...(strength === null
      ? []
      : [{ state: null, proof: `strength ${[...strength].sort().join()}`, gives: strengthGives(strength) }]),
    ...others.map((proof) => ({ state: null, proof, gives: nothing })),
  ];
}

/** Cases of a block from a browser or an app: it has not what every way asks for. */
function blockedCases({ needsAll, controls }: Grant, ways: readonly Way[]): EffectCase[] {
  if (controls.includes('block')) return [legacyClients];
  const states = ways.flatMap(({ state }) => state ?? []);
  if (needsAll) return states.map((state) => [state, ...legacyClients]);
  return states.length === ways.length ? [[...states, ...legacyClients]] : [];
}

/**
 * Cases of a block of a legacy client. It shows no page on which a person could prove anything; those other than Exchange ActiveSync do
 * not tell the state of a device either (Microsoft Learn, "Block legacy authentication").
 */
function legacyCases({ needsAll, controls }: Grant, ways: readonly Way[]): EffectCase[] {
  const isOther: EffectCase = [browser, app, activeSync];
  const isActiveSync: EffectCase = [browser, app, otherLegacy];
  const states = ways.flatMap(({ state }) => state ?? []);
  if (controls.includes('block') || (needsAll && states.length < ways.length)) return [[browser, app]];
  if (needsAll) return [isOther, ...states.map((state) => [state, ...isActiveSync])];
  return [isOther, [...states, ...isActiveSync]];
}

/** What a person is asked for who can be asked: with AND each by itself, with OR one of them, where no state lets in without. */
function proofDemands({ needsAll }: Grant, ways: readonly Way[]): Demand[] {
  const free = ways.filter((way) => way.state === null);
  const states = ways.flatMap(({ state }) => state ?? []);
  const asked = needsAll ? free.map((way) => [way]) : free.length > 0 ? [free] : [];
  const without = needsAll ? legacyClients : [...states, ...legacyClients];
  return asked.flatMap((alternatives): Demand[] => {
    const given = (['mfa', 'phishingResistantMfa'] as const).filter((effect) =>
      alternatives.every(({ gives }) => gives.has(effect)),
    );
    if (given.length > 0) return given.map((effect) => ({ effect, without, asks: [] }));
    return [{ effect: 'otherProof', without, asks: alternatives.map(({ proof }) => proof) }];
  });
}

/** A client of legacy authentication has no session: it sends the password each time. */
const sessionDemand = ({ isOfBrowser, ...asked }: SessionEffect): Demand => ({
  ...asked,
  without: isOfBrowser ? [app, ...legacyClients] : legacyClients,
});

const made = new WeakMap<CaPolicy['raw'], readonly Demand[]>();

/** What a policy that applies does, case by case. A sign-in from a device that does not have what every way asks for is blocked. */
export function demandsOf(policy: CaPolicy): readonly Demand[] {
  const before = made.get(policy.raw);
  if (before !== undefined) return before;
  const { grant } = policy;
  const ways = waysOf(policy);
  const granted: Demand[] =
    ways.length === 0
      ? []
      : [
          ...blockedCases(grant, ways).map((without): Demand => ({ effect: 'blocked', without, asks: [] })),
          ...legacyCases(grant, ways).map((without): Demand => ({ effect: 'legacyBlocked', without, asks: [] })),
          ...(grant.controls.includes('block') ? [] : proofDemands(grant, ways)),
        ];
  const demands = [...granted, ...sessionEffects(policy.session).map(sessionDemand)];
  made.set(policy.raw, demands);
  return demands;
}

/** Whether whoever met `before` meets nothing new in `now`. */
export function covers(before: Demand, now: Demand): boolean {
  // Who was asked for MFA gives it where that is one of the ways.
  if (now.effect === 'otherProof' && before.effect === 'mfa') return now.asks.includes('mfa');
  if (before.effect !== now.effect) return false;
  if ((before.everyMinutes ?? 0) > (now.everyMinutes ?? 0)) return false;
  return before.asks.every((one) => now.asks.includes(one));
}
