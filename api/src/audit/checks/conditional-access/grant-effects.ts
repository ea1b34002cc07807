import { type Grant, isMultiFactorCombination, isPhishingResistantCombination } from './grant.ts';

/** What a policy does to a sign-in that it applies to: nobody gets in, MFA is asked for, phishing-resistant MFA is. */
export type Effect = 'blocked' | 'mfa' | 'phishingResistantMfa';

/**
 * One case in which a grant has an effect: where none of these states of the device or the application is true. A grant has it in
 * each of its cases; in every sign-in where the list is empty.
 */
export type EffectCase = readonly string[];

/** States that a sign-in has or has not, and cannot bring about. `client…`: of the application that signs in. */
const stateOf: Readonly<Record<string, string>> = {
  compliantdevice: 'devicestate:compliant',
  domainjoineddevice: 'devicestate:domainjoined',
  approvedapplication: 'clientstate:approved',
  compliantapplication: 'clientstate:protected',
};
export const clientStates = ['clientstate:approved', 'clientstate:protected'] as const;

type Way = { state: string | null; gives: ReadonlySet<Effect> };

const nothing: ReadonlySet<Effect> = new Set();
const mfa: ReadonlySet<Effect> = new Set(['mfa']);
const resistant: ReadonlySet<Effect> = new Set(['mfa', 'phishingResistantMfa']);

function strengthGives(combinations: readonly string[]): ReadonlySet<Effect> {
  if (combinations.length === 0 || !combinations.every(isMultiFactorCombination)) return nothing;
  return combinations.every(isPhishingResistantCombination) ? resistant : mfa;
}

/** What somebody can do, or has to have, to get past a grant. */
function waysOf({ controls, strength, others }: Grant): Way[] {
  return [
    ...controls.map((control) => ({ state: stateOf[control] ?? null, gives: control === 'mfa' ? mfa : nothing })),
    ...(strength === null ? [] : [{ state: null, gives: strengthGives(strength) }]),
    ...Array.from({ length: others }, () => ({ state: null, gives: nothing })),
  ];
}

/**
 * When a policy that applies has the effect. A sign-in from a device that does not have what every way asks for is blocked. MFA is
 * asked for where no way that is open goes without it.
 */
export function effectCases(grant: Grant, effect: Effect): EffectCase[] {
  const ways = waysOf(grant);
  if (ways.length === 0) return [];
  if (grant.controls.includes('block')) return effect === 'blocked' ? [[]] : [];
  const states = ways.flatMap(({ state }) => state ?? []);
  const free = ways.filter(({ state }) => state === null);
  if (effect === 'blocked') {
    if (grant.needsAll) return states.map((state) => [state]);
    return free.length === 0 ? [states] : [];
  }
  const gives = ({ gives: given }: Way): boolean => given.has(effect);
  if (grant.needsAll) return free.some(gives) ? [[]] : [];
  return free.length > 0 && free.every(gives) ? [states] : [];
}
