import { applies, coverage } from './coverage.ts';
import type { Impossible } from './impossible-sign-ins.ts';
import type { CaPolicy } from './policy.ts';

/** A kind of sign-in that a requirement speaks about. */
export type Target = {
  items: readonly string[];
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
};

export type Judgement = {
  status: 'pass' | 'warning' | 'fail';
  /** Enabled policies that take part. */
  policies: readonly CaPolicy[];
  /** Those of them that take part in more than a minor target. */
  mainPolicies: readonly CaPolicy[];
  reportOnly: readonly CaPolicy[];
  /** Enabled policies with the right control that reach only some of the sign-ins. */
  narrowed: readonly CaPolicy[];
  open: readonly Target[];
  /** Ways past the policies, as items, for targets that are covered otherwise. */
  holes: readonly (readonly string[])[];
  incomplete: boolean;
};

function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}

/** The search for gaps may be cut off: the same policies in another order must come to the same end. */
function inOrder(policies: readonly CaPolicy[]): CaPolicy[] {
  return [...policies].sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
}

/** Judges enabled policies by what they do together; report-only ones count as an announced intention, never as protection. */
export function judge(policies: readonly CaPolicy[], requirement: Requirement, impossible?: Impossible): Judgement {
  const ordered = inOrder(policies);
  const live = ordered.filter((policy) => policy.state === 'enabled');
  const planned = ordered.filter((policy) => policy.state === 'reportOnly');
  const open: Target[] = [];
  const stillOpen: Target[] = [];
  const holes: (readonly string[])[] = [];
  const narrowed: CaPolicy[] = [];
  const used: CaPolicy[] = [];
  const usedMainly: CaPolicy[] = [];
  const announced: CaPolicy[] = [];
  let incomplete = false;

  for (const target of requirement.targets) {
    const satisfying = live.filter((policy) => requirement.satisfies(policy, target));
    const signIn = new Set(target.items);
    const applying = satisfying.filter((policy) => applies(policy, signIn));
    used.push(...applying);
    if (target.minor !== true) usedMainly.push(...applying);
    if (target.minor !== true) narrowed.push(...satisfying.filter((policy) => !applies(policy, signIn)));
    const result = coverage(satisfying, target.items, impossible);
    used.push(...result.covering);
    incomplete ||= result.incomplete;
    if (!result.open) {
      holes.push(...result.holes);
      continue;
    }
    open.push(target);
    const future = planned.filter((policy) => requirement.satisfies(policy, target) && applies(policy, signIn));
    announced.push(...future);
    if (future.length === 0) stillOpen.push(target);
  }

  const severe = stillOpen.some((target) => target.minor !== true);
  const whole = open.length === 0 && holes.length === 0 && !incomplete;
  const status = whole ? 'pass' : severe ? 'fail' : 'warning';
  const inUse = unique(used);
  return {
    status,
    policies: inUse,
    mainPolicies: unique(usedMainly),
    reportOnly: unique(announced),
    narrowed: unique(narrowed).filter((policy) => !inUse.includes(policy)),
    open: unique(open),
    holes: uniqueHoles(holes),
    incomplete,
  };
}

function uniqueHoles(holes: readonly (readonly string[])[]): (readonly string[])[] {
  const byKey = new Map(holes.map((hole) => [[...hole].sort().join('\n'), hole]));
  return [...byKey.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, hole]) => hole);
}
