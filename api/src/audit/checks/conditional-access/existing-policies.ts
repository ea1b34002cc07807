import { named } from '../../facts/sentence-parts.ts';
import { portal } from '../../microsoft/portal-paths.ts';
import { isMeantFor } from './aimed-blocks.ts';
import { kindOf } from './items.ts';
import { type CaPolicy, type Condition, userActions } from './policy.ts';
import { judge, type Requirement, type Target } from './requirement.ts';
import type { SignInSpace } from './sign-in-space.ts';

/**
 * What the tenant has already of what a check asks for: `ready` only has to be turned on, `narrow` reaches too few people or
 * resources, `akin` speaks of the same sign-ins and does something else with them.
 */
export type ExistingPolicies = {
  ready: readonly CaPolicy[];
  narrow: readonly CaPolicy[];
  akin: readonly CaPolicy[];
  /** Ways past the policies that stay once those that are ready are on. */
  gapsWhenOn: readonly (readonly string[])[];
  /** Whether those that are ready are enough. */
  suffices: boolean;
};

const stateWords = { enabled: 'on', reportOnly: 'report-only', disabled: 'off', unknown: 'state unknown' } as const;
const quoted = (policies: readonly CaPolicy[]): string =>
  named(
    policies.map(({ name }) => `"${name}"`),
    3,
  );

const everyResource: Condition = { all: true, include: [], exclude: [...userActions] };
const everybody: Condition = { all: true, include: [], exclude: [] };

/** A policy for administrators or guests alone is no pilot of one for everybody. */
export function isPilotOf({ conditions: [people = everybody] }: CaPolicy, target: Target): boolean {
  const { all, include } = people;
  const kinds = new Set(include.map(kindOf));
  const isOnly = (kind: string): boolean => !all && kinds.size === 1 && kinds.has(kind);
  return ['role', 'guest'].every((kind) => !isOnly(kind) || target.items.some((item) => kindOf(item) === kind));
}

/** The policy as it would be for everybody, and where the target names no resource, for every resource. */
export function widened(policy: CaPolicy, target: Target, isForResourcesToo = true): CaPolicy {
  const namesResource = target.items.some((item) => ['app', 'action'].includes(kindOf(item)));
  return {
    ...policy,
    conditions: policy.conditions.map((condition, at) => {
      if (at === 0) return everybody;
      return at === 1 && isForResourcesToo && !namesResource ? everyResource : condition;
    }),
  };
}

const tellingKinds = ['userrisk', 'signinrisk', 'insiderrisk', 'flow', 'action'];

/** Whether the policy is about the very thing that sets these sign-ins apart: a risk, a flow, an action. */
function speaksOf({ conditions }: CaPolicy, target: Target): boolean {
  const telling = target.items.filter((item) => tellingKinds.includes(kindOf(item)));
  const included = conditions.flatMap(({ include }) => include);
  return telling.some((item) =>
    included.some((other) => (kindOf(item).endsWith('risk') ? kindOf(other) === kindOf(item) : other === item)),
  );
}

/**
 * Looks for what may be turned on or widened in place of a new policy. Blocks are no pilot of a grant control, nor of a block of
 * something else.
 */
export function existingPolicies(
  policies: readonly CaPolicy[],
  requirement: Requirement,
  open: readonly Target[],
  space: SignInSpace,
): ExistingPolicies {
  const main = open.some(({ minor }) => minor !== true) ? open.filter(({ minor }) => minor !== true) : open;
  const fits = (policy: CaPolicy, isFound: (policy: CaPolicy, target: Target) => boolean): boolean =>
    main.some((target) => isFound(policy, target));
  const can = (policy: CaPolicy, target: Target): boolean => isMeantFor(policy, target, requirement);
  const reaches = (policy: CaPolicy, target: Target): boolean => {
    const signIn = space.usual(target);
    return signIn !== null && space.applies(policy, signIn);
  };
  const known = policies.filter(({ state }) => state !== 'unknown');
  const ready = known.filter(
    (policy) => policy.state !== 'enabled' && fits(policy, (one, target) => can(one, target) && reaches(one, target)),
  );
  const narrow = known.filter(
    (policy) =>
      !ready.includes(policy) &&
      fits(
        policy,
        (one, target) =>
          can(one, target) && isPilotOf(one, target) && !reaches(one, target) && reaches(widened(one, target), target),
      ),
  );
  const akin = known.filter((policy) => ![...ready, ...narrow].includes(policy) && fits(policy, speaksOf));
  const isReady = new Set(ready);
  const turnedOn = policies.map((policy) => (isReady.has(policy) ? { ...policy, state: 'enabled' as const } : policy));
  const then = ready.length === 0 ? null : judge(turnedOn, requirement, space);
  return { ready, narrow, akin, gapsWhenOn: then?.gaps ?? [], suffices: then !== null && then.status !== 'fail' };
}

/** The end of a message: what stands ready and does nothing yet. Empty where that is nothing. */
export function readyText({ ready }: ExistingPolicies): string {
  const inReportOnly = ready.filter(({ state }) => state === 'reportOnly');
  const off = ready.filter(({ state }) => state === 'disabled');
  const verb = (list: readonly CaPolicy[]): string => (list.length === 1 ? 'stands' : 'stand');
  return [
    inReportOnly.length === 0
      ? ''
      : ` ${quoted(inReportOnly)} ${verb(inReportOnly)} ready in report-only, without effect.`,
    off.length === 0 ? '' : ` ${quoted(off)} ${verb(off)} ready, but ${off.length === 1 ? 'is' : 'are'} off.`,
  ].join('');
}

/** What a check asks of a policy: its settings, and what to know before it is turned on. */
export type PolicyAdvice = { settings: string; note?: string };

const withNote = (text: string, note: string | undefined): string => (note === undefined ? text : `${text} ${note}`);
const withState = (policies: readonly CaPolicy[]): string =>
  named(
    policies.map(({ name, state }) => `"${name}" (${stateWords[state]})`),
    3,
  );

/** A policy that is off has no results yet: it gets them in report-only. */
function trialOf(ready: readonly CaPolicy[]): string {
  const whose = ready.length === 1 ? 'its' : 'their';
  const isTried = ready.every(({ state }) => state === 'reportOnly');
  return isTried
    ? `check ${whose} report-only results first.`
    : 'first set what is off to report-only and check the results.';
}

export const newPolicy = ({ settings, note }: PolicyAdvice): string =>
  withNote(`${portal.conditionalAccess} > New policy: ${settings}. State On.`, note);

/** What to do, read from what is there: turn on what is ready, else widen or change what is close, else create a policy. */
export function policyAdvice(
  existing: ExistingPolicies,
  advice: PolicyAdvice,
  nameOfGap: (gap: readonly string[]) => string,
): string {
  const { ready, narrow, akin, gapsWhenOn, suffices } = existing;
  if (ready.length > 0) {
    const turnOn = `${portal.conditionalAccess}: turn on ${withState(ready)}; ${trialOf(ready)}`;
    const rest = suffices ? '' : ` That alone is not enough: it has to have ${advice.settings}.`;
    const gaps = gapsWhenOn.length === 0 ? '' : ` Then still not covered: ${named(gapsWhenOn.map(nameOfGap), 3)}.`;
    return withNote(`${turnOn}${rest}${gaps}`, advice.note);
  }
  const [verb, close] = narrow.length > 0 ? ['widen', narrow] : ['change', akin];
  if (close.length === 0) return newPolicy(advice);
  return withNote(
    `${portal.conditionalAccess}: ${verb} ${withState(close)} instead of adding a policy: ${advice.settings}. State On.`,
    advice.note,
  );
}
