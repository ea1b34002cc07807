import type { Impossible } from './impossible-sign-ins.ts';
import type { CaPolicy } from './policy.ts';

/** A sign-in, as the items that are true of it. */
export type SignIn = ReadonlySet<string>;

/** Of each of these kinds a sign-in has one value at most: no account is two accounts, no device has two platforms. */
const exclusiveKinds = new Set([
  'user',
  'guest',
  'client',
  'platform',
  'userrisk',
  'signinrisk',
  'insiderrisk',
  'flow',
]);
/** Names that stand for several applications: a sign-in to one of these is one to the suite as well. */
const suites = new Set(['app:office365', 'app:microsoftadminportals']);
const searchLimit = 4000;
const gapsLimit = 12;

const kindOf = (item: string): string => item.slice(0, item.indexOf(':'));

export function applies(policy: CaPolicy, signIn: SignIn): boolean {
  return policy.conditions.every(
    ({ all, include, exclude }) =>
      (all || include.some((item) => signIn.has(item))) && !exclude.some((item) => signIn.has(item)),
  );
}

function compatible(item: string, signIn: SignIn): boolean {
  const kind = kindOf(item);
  if (kind === 'client' || kind === 'flow' || kind === 'action' || kind.endsWith('risk')) return false;
  if (kind === 'app')
    return suites.has(item) || ![...signIn].some((other) => kindOf(other) === 'app' && !suites.has(other));
  return !exclusiveKinds.has(kind) || ![...signIn].some((other) => kindOf(other) === kind);
}

export type Coverage = {
  /** No policy applies to the sign-in itself, before anything is excluded. */
  open: boolean;
  /** Smallest sets of items that lead past every policy: `['group:…']` for an excluded group. */
  gaps: readonly (readonly string[])[];
  /** The search was cut off; coverage is then not proven. */
  incomplete: boolean;
  /** The policies that the proof rests on: those that cover the sign-in, and those that cover what others exclude. */
  covering: readonly CaPolicy[];
};

/**
 * Whether the union of the policies applies to every sign-in that holds `start`, whatever else is true of it.
 * Group memberships are taken as unknown: any combination may occur. An item excluded by one policy counts as covered
 * where another policy applies to it.
 */
export function coverage(
  policies: readonly CaPolicy[],
  start: readonly string[],
  impossible: Impossible = () => false,
): Coverage {
  const gaps: string[][] = [];
  let steps = 0;
  let incomplete = false;
  const base: SignIn = new Set(start);
  const covering = new Set<CaPolicy>();

  const search = (added: readonly string[], from: ReadonlySet<string>): void => {
    if (steps++ > searchLimit || gaps.length >= gapsLimit) {
      incomplete = true;
      return;
    }
    const signIn = new Set([...base, ...added]);
    const policy = policies.find((candidate) => applies(candidate, signIn));
    if (policy === undefined) {
      gaps.push([...added]);
      return;
    }
    covering.add(policy);
    const tried = new Set(from);
    for (const item of policy.conditions.flatMap((condition) => condition.exclude)) {
      if (tried.has(item) || !compatible(item, signIn) || impossible(item, signIn)) continue;
      tried.add(item);
      search([...added, item], tried);
    }
  };

  search([], new Set());
  return { open: gaps.some((gap) => gap.length === 0), gaps: smallest(gaps), incomplete, covering: [...covering] };
}

function smallest(gaps: readonly string[][]): readonly (readonly string[])[] {
  const bySize = [...gaps].sort((a, b) => a.length - b.length || a.join().localeCompare(b.join()));
  const kept: string[][] = [];
  for (const gap of bySize) {
    if (!kept.some((smaller) => smaller.every((item) => gap.includes(item)))) kept.push(gap);
  }
  return kept;
}
