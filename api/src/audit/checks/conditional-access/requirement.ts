import { coverage, hasWayPast, isOpen, isPast, type Protection } from './coverage.ts';
import type { CaPolicy } from './policy.ts';
import type { SignIn, SignInKind, SignInSpace } from './sign-in-space.ts';

/** A kind of sign-in that a requirement speaks about. */
export type Target = SignInKind & {
  /** What is open where no policy applies, as the end of a sentence: "legacy clients". */
  label: string;
  /** The same without the kind of client. */
  group: string;
  /** Which of several things is asked for, where policies may share them out. */
  aspect?: string;
  /** A gap here alone makes a warning, not a failure. */
  minor?: boolean;
};

export type Requirement = {
  targets: readonly Target[];
  /** Whether a policy that applies to such a sign-in protects it as asked. */
  satisfies(policy: CaPolicy, target: Target): boolean;
  /**
   * Of a policy that does not satisfy: the device states without which it does all the same, such as "compliant" where
   * multifactor authentication or a compliant device is asked for. One list of states for each way to put it. It closes a
   * gap, as an alternative does.
   */
  exceptOn?(policy: CaPolicy): readonly (readonly string[])[];
  /** The policies are asked for session controls, so that these have to be readable. */
  readsSession?: boolean;
  /**
   * Policies that satisfy only by letting nobody in. They close gaps, but a sign-in that they alone reach is not yet one
   * that is protected as asked.
   */
  alternative?(policy: CaPolicy): boolean;
};

export type Judgment = {
  status: 'pass' | 'warning' | 'fail';
  /** Enabled policies that take part. */
  policies: readonly CaPolicy[];
  /** Those of them that take part in more than a minor target. */
  mainPolicies: readonly CaPolicy[];
  open: readonly Target[];
  /** Ways past the policies, as items, for targets that are covered otherwise. */
  gaps: readonly (readonly string[])[];
  incomplete: boolean;
  /** Sign-ins that get past, and what they get past; null where none was found. */
  past: Past | null;
};

/** Sign-ins of a kind, and the policies that all of them were to meet. */
export type Past = { target: Target; protections: readonly Protection[] };

function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}

const exclusions = (policy: CaPolicy): number =>
  policy.conditions.reduce((sum, { exclude }) => sum + exclude.length, 0);

/**
 * The search for gaps may be cut off: the same policies in another order must come to the same end. Those with the fewest
 * exclusions first, because they leave the least to be searched.
 */
function inOrder(policies: readonly CaPolicy[]): CaPolicy[] {
  return [...policies].sort((a, b) => exclusions(a) - exclusions(b) || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
}

/** What the enabled policies have to do with one kind of sign-in. */
function protectionsOf(live: readonly CaPolicy[], requirement: Requirement, target: Target) {
  const able = live.filter((policy) => requirement.satisfies(policy, target));
  // A block is the usual way of protection for legacy clients, which cannot do more.
  const isAlternative = (policy: CaPolicy): boolean =>
    target.minor !== true && requirement.alternative?.(policy) === true;
  const asked = able.filter((policy) => !isAlternative(policy));
  const satisfying = [...asked, ...able.filter(isAlternative)];
  const isSatisfying = new Set(satisfying);
  const partly = live
    .filter((policy) => !isSatisfying.has(policy))
    .flatMap((policy) => (requirement.exceptOn?.(policy) ?? []).map((except) => ({ policy, except })));
  const protections: Protection[] = [...satisfying.map((policy) => ({ policy, except: [] })), ...partly];
  return { asked, isSatisfying, protections };
}

/** Whether a sign-in of the kind gets past all that the enabled policies do for it. */
export function getsPast(
  policies: readonly CaPolicy[],
  requirement: Requirement,
  target: Target,
  space: SignInSpace,
  signIn: SignIn,
): boolean {
  const live = policies.filter(({ state }) => state === 'enabled');
  return protectionsOf(live, requirement, target).protections.every((protection) => isPast(space, protection, signIn));
}

function applyingTo(target: Target, policies: readonly CaPolicy[], space: SignInSpace): CaPolicy[] {
  const signIn = space.usual(target);
  return signIn === null ? [] : policies.filter((policy) => space.applies(policy, signIn));
}

/** Whether a kind of sign-in is open, where that can be told without a search for every way past: `judgeTarget` comes to the same. */
function isPlainlyOpen(
  live: readonly CaPolicy[],
  requirement: Requirement,
  target: Target,
  space: SignInSpace,
): boolean {
  const { asked, protections } = protectionsOf(live, requirement, target);
  if (isOpen(space, protections, target)) return true;
  return applyingTo(target, asked, space).length === 0 && hasWayPast(space, protections, target) === true;
}

/** What the enabled policies do for one kind of sign-in. */
function judgeTarget(live: readonly CaPolicy[], requirement: Requirement, target: Target, space: SignInSpace) {
  const { asked, isSatisfying, protections } = protectionsOf(live, requirement, target);
  const applying = applyingTo(target, asked, space);
  const result = coverage(space, protections, target);
  const hollow = result.gaps.length > 0 && (applying.length === 0 || reachesNoPlatform(space, protections, target));
  const isOpen = result.open || hollow;
  return {
    ...result,
    isOpen,
    protections,
    applying,
    used: [...applying, ...result.covering.filter((policy) => !isOpen || isSatisfying.has(policy))],
  };
}

/** Judges enabled policies by what they do together; those in report-only protect nobody. */
export function judge(policies: readonly CaPolicy[], requirement: Requirement, space: SignInSpace): Judgment {
  const ordered = inOrder(policies);
  const live = ordered.filter((policy) => policy.state === 'enabled');
  const open: Target[] = [];
  const gaps: (readonly string[])[] = [];
  const minorGaps: (readonly string[])[] = [];
  const used: CaPolicy[] = [];
  const usedMainly: CaPolicy[] = [];
  let incomplete = false;
  const past: (Past & { isOpen: boolean })[] = [];

  for (const target of requirement.targets) {
    const found = judgeTarget(live, requirement, target, space);
    used.push(...found.used);
    if (target.minor !== true) usedMainly.push(...found.applying);
    incomplete ||= found.incomplete;
    if (found.isOpen || found.gaps.length > 0)
      past.push({ target, protections: found.protections, isOpen: found.isOpen });
    if (!found.isOpen) {
      (target.minor === true ? minorGaps : gaps).push(...found.gaps);
      continue;
    }
    open.push(target);
  }

  const severe = open.some((target) => target.minor !== true);
  // Where people get past the policies with every client, who gets past with a legacy one says nothing more.
  if (!severe) gaps.push(...minorGaps);
  const whole = open.length === 0 && gaps.length === 0 && !incomplete;
  return {
    status: whole ? 'pass' : severe ? 'fail' : 'warning',
    policies: unique(used),
    mainPolicies: unique(usedMainly),
    open: unique(open),
    gaps: uniqueGaps(gaps),
    incomplete,
    past: widest(past),
  };
}

/** The status of a judgment, and what decides it: where something is open to everybody, no ways past the rest are looked for. */
export function judgeStatus(
  policies: readonly CaPolicy[],
  requirement: Requirement,
  space: SignInSpace,
): Pick<Judgment, 'status' | 'open' | 'gaps'> {
  const live = policies.filter((policy) => policy.state === 'enabled');
  const open = requirement.targets.find(
    (target) => target.minor !== true && isPlainlyOpen(live, requirement, target, space),
  );
  return open === undefined ? judge(policies, requirement, space) : { status: 'fail', open: [open], gaps: [] };
}

/** Of every client before legacy ones, and what is open before what is excluded. */
function widest(past: readonly (Past & { isOpen: boolean })[]): Past | null {
  const rank = ({ target, isOpen }: (typeof past)[number]) => (target.minor === true ? 2 : 0) + (isOpen ? 0 : 1);
  return past.toSorted((a, b) => rank(a) - rank(b))[0] ?? null;
}

const platforms = ['windows', 'macos', 'ios', 'android', 'linux'];

/** Where no platform that people use is reached, what is reached is nobody's sign-in. */
function reachesNoPlatform(space: SignInSpace, protections: readonly Protection[], target: Target): boolean {
  if (target.items.some((item) => item.startsWith('platform:'))) return false;
  return platforms.every((platform) => {
    const signIn = space.usual({ ...target, items: [...target.items, `platform:${platform}`] });
    return signIn === null || protections.every((protection) => isPast(space, protection, signIn));
  });
}

function uniqueGaps(gaps: readonly (readonly string[])[]): (readonly string[])[] {
  const byKey = new Map(gaps.map((gap) => [[...gap].sort().join('\n'), gap]));
  return [...byKey.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, gap]) => gap);
}
