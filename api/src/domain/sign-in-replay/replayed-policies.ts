import { type CaPolicy, type Condition, readPolicy } from '../../audit/checks/conditional-access/policy.ts';
import { type SessionEffect, sessionEffects } from '../../audit/checks/conditional-access/session-effects.ts';
import { noExemption } from '../../audit/checks/shared/check.ts';
import { enumAt, type JsonObject } from '../../audit/facts/json-reader.ts';
import type { SignInTraits } from '../../audit/facts/sign-in-classes.ts';
import { grantRange, hardest, type Range } from './grant-level.ts';
import { itemTruth, lackOf, namesAllGuests } from './logged-item.ts';
import type { ReplayKnowledge } from './replay-knowledge.ts';
import { allOf, anyOf, not, type Truth } from './truth.ts';

/** `grantKey`: what it asks for, as a text. `sessions`: what its session controls do. */
type ReplayedPolicy = {
  policy: CaPolicy;
  strengthId: string | null;
  grantKey: string;
  sessions: readonly SessionEffect[];
};

/** A policy that applies to a sign-in, or may: what it does then, and what decides whether it applies. */
export type Reach = {
  policyId: string;
  name: string;
  range: Range;
  /** What the log lacks; empty where it applies. */
  lacks: readonly string[];
  /** The same for policies of both sets that do the same to this sign-in, whatever else they are. */
  key: string;
  /** The same where they apply in the same cases. */
  conditionKey: string;
  /** What its session controls do to the sign-in, beside what it asks for to let it in. */
  sessions: readonly SessionEffect[];
  /** What is not known of that: `lacks`, and which client it was. */
  sessionLacks: readonly string[];
};

/** The policies of a set that ask for something, read once. Those that are off or in report-only do nothing. */
export function replayedPolicies(policies: readonly JsonObject[]): ReplayedPolicy[] {
  return policies
    .map((raw) => ({
      policy: readPolicy(raw, noExemption),
      strengthId: enumAt(raw, 'grantControls', 'authenticationStrength', 'id'),
    }))
    .filter(({ policy: { state } }) => state === 'enabled' || state === 'unknown')
    .map((one) => ({
      ...one,
      grantKey: JSON.stringify([one.policy.grant, one.strengthId]),
      sessions: sessionEffects(one.policy.session),
    }));
}

/** Only what is not known of a condition: two policies that differ in what does not concern this sign-in are the same to it. */
type Held = { truth: Truth; unknown: readonly string[]; key: string };

function held({ all, include, exclude }: Condition, traits: SignInTraits, knowledge: ReplayKnowledge): Held {
  const truthOf = (item: string): Truth => itemTruth(item, traits, knowledge);
  const isIn = (items: readonly string[]): Truth =>
    anyOf([...items.map(truthOf), ...(namesAllGuests(items) ? [knowledge.isGuest(traits.userId)] : [])]);
  const included = all ? true : isIn(include);
  const excluded = isIn(exclude);
  const truth = allOf([included, not(excluded)]);
  if (truth !== null) return { truth, unknown: [], key: '' };
  const includes = included === null ? include.filter((item) => truthOf(item) === null).sort() : [];
  const excludes = excluded === null ? exclude.filter((item) => truthOf(item) === null).sort() : [];
  return { truth, unknown: [...includes, ...excludes], key: JSON.stringify([included, includes, excludes]) };
}

/** Which of its session controls concern the client: a legacy one has no session. */
function sessionsOf(sessions: readonly SessionEffect[], { client }: SignInTraits): readonly SessionEffect[] {
  if (client === 'other' || client === 'exchangeactivesync') return [];
  return client === 'mobileappsanddesktopclients' ? sessions.filter(({ isOfBrowser }) => !isOfBrowser) : sessions;
}

function reachOf(replayed: ReplayedPolicy, traits: SignInTraits, knowledge: ReplayKnowledge): Reach | null {
  const { policy, strengthId, grantKey } = replayed;
  const sessions = sessionsOf(replayed.sessions, traits);
  const { id: policyId, name, unreadable, state, conditions, grant } = policy;
  if (unreadable !== null || state === 'unknown') {
    const lacks = [`what the policy "${name}" says`];
    const key = `unreadable ${JSON.stringify(policy.raw)}`;
    const range: Range = { least: 0, most: 2 };
    return { policyId, name, range, lacks, key, conditionKey: key, sessions, sessionLacks: lacks };
  }
  const parts: Held[] = [];
  for (const condition of conditions) {
    const part = held(condition, traits, knowledge);
    if (part.truth === false) return null;
    parts.push(part);
  }
  const range = grantRange(grant, strengthId, traits);
  if (range.most === 0 && sessions.length === 0) return null;
  const unknown = parts.flatMap((part) => part.unknown);
  const conditionKey = parts.map((part) => part.key).join('\n');
  const key = `${conditionKey}\n${grantKey}`;
  const lacks = [...new Set(unknown.map(lackOf))];
  const sessionLacks = [
    ...lacks,
    ...(traits.client === null ? [lackOf('client:')] : []),
    ...(policy.unreadableSession === null ? [] : [`what the policy "${name}" says`]),
  ];
  return {
    policyId,
    name,
    range: unknown.length === 0 ? range : { ...range, least: 0 },
    lacks,
    key,
    conditionKey,
    sessions,
    sessionLacks,
  };
}

/**
 * What of today's policies and what of the draft's a sign-in meets, or may. What stands in both as it is, as most do, is held against
 * the sign-in once.
 */
export function reachesInBoth(today: readonly ReplayedPolicy[], draft: readonly ReplayedPolicy[]) {
  const textOf = ({ policy: { raw } }: ReplayedPolicy): string => JSON.stringify(raw);
  const kept = new Map(today.map((policy) => [textOf(policy), policy]));
  const after = draft.map((policy) => kept.get(textOf(policy)) ?? policy);
  return (traits: SignInTraits, knowledge: ReplayKnowledge): { today: Reach[]; draft: Reach[] } => {
    const known = new Map(today.map((policy) => [policy, reachOf(policy, traits, knowledge)]));
    const reached = (policy: ReplayedPolicy): Reach | null => {
      const reach = known.get(policy);
      return reach === undefined ? reachOf(policy, traits, knowledge) : reach;
    };
    return {
      today: [...known.values()].filter((reach) => reach !== null),
      draft: after.flatMap((policy) => reached(policy) ?? []),
    };
  };
}

export const rangeOf = (reaches: readonly Reach[]): Range => hardest(reaches.map(({ range }) => range));
