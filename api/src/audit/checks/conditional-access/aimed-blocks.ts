import { blocks } from './grant.ts';
import { kindOf } from './items.ts';
import { allTrusted } from './network-places.ts';
import type { CaPolicy, Condition } from './policy.ts';
import type { Requirement, Target } from './requirement.ts';

const legacyClients = ['client:exchangeactivesync', 'client:other'];
/** What people sign in from: a block that reaches these is about more than a platform that nobody knows. */
const usedPlatforms = ['windows', 'macos', 'ios', 'android', 'linux'].map((name) => `platform:${name}`);

/** Holds for some values of its kind alone, of which `none` is not one: that is every usual sign-in. */
const isOfSome = ({ all, include }: Condition): boolean => !all && !include.some((item) => item.endsWith(':none'));
const holdsFor = ({ all, include, exclude }: Condition, item: string): boolean =>
  (all || include.includes(item)) && !exclude.includes(item);

/** Whether the condition limits a block to the sign-ins of which this item of the target is true. */
function limits(condition: Condition, item: string, target: Target): boolean {
  const { include } = condition;
  switch (kindOf(item)) {
    case 'userrisk':
    case 'signinrisk':
    case 'insiderrisk':
      return isOfSome(condition) && include.some((other) => kindOf(other) === kindOf(item));
    case 'flow':
    case 'action':
      return isOfSome(condition) && include.includes(item);
    case 'client':
      return holdsFor(condition, item) && isOfSome(condition) && include.every((one) => legacyClients.includes(one));
    case 'app':
      return isOfSome(condition) && include.includes(item) && include.every((one) => target.items.includes(one));
    case 'platform':
      return holdsFor(condition, item) && !usedPlatforms.some((one) => one !== item && holdsFor(condition, one));
    default:
      return false;
  }
}

/** Where sign-ins from outside the trusted places are meant: whether the condition leaves a place out, trusted or not yet. */
const leavesPlaceOut = ({ exclude }: Condition, { not = [] }: Target): boolean =>
  not.includes(allTrusted) && exclude.some((item) => kindOf(item) === 'location');

/**
 * Whether a block names what sets these sign-ins apart. One that does not was made against other sign-ins: turned on or widened, it locks
 * people out.
 */
function isAimedAt(policy: CaPolicy, target: Target): boolean {
  // Of the people nothing is told: whom a block reaches is what is widened.
  const [, ...conditions] = policy.conditions;
  return conditions.some(
    (condition) => leavesPlaceOut(condition, target) || target.items.some((item) => limits(condition, item, target)),
  );
}

/** Whether the policy blocks, and none of these sign-ins is what it was made against. */
export const blocksElse = (policy: CaPolicy, targets: readonly Target[]): boolean =>
  blocks(policy.grant) && !targets.some((target) => isAimedAt(policy, target));

/** Whether a policy is one to turn on or to widen for what is asked: it has the control, and what it blocks is just that. */
export const isMeantFor = (policy: CaPolicy, target: Target, requirement: Requirement): boolean =>
  requirement.satisfies(policy, target) && requirement.alternative?.(policy) !== true && !blocksElse(policy, [target]);
