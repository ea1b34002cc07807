import type { SignInChangeKind } from '@tenantry/contract/sign-in-replay';
import type { SessionEffect } from '../../audit/checks/conditional-access/session-effects.ts';
import { hardest, type Level } from './grant-level.ts';
import { type Reach, rangeOf } from './replayed-policies.ts';

/** What a draft changes for a sign-in. */
type SignInChange = SignInChangeKind | 'none';

export type Comparison = {
  change: SignInChange;
  /** The policies that make the change. */
  because: readonly Reach[];
};

const unchanged: Comparison = { change: 'none', because: [] };

/** What both sets ask, and what each asks besides: policies that do the same to this sign-in cancel one another out. */
function parted(today: readonly Reach[], draft: readonly Reach[]) {
  const before = new Set(today.map(({ key }) => key));
  const after = new Set(draft.map(({ key }) => key));
  return {
    common: draft.filter(({ key }) => before.has(key)),
    added: draft.filter(({ key }) => !before.has(key)),
    removed: today.filter(({ key }) => !after.has(key)),
  };
}

type Session = { reach: Reach; effect: SessionEffect };

const sessionsOf = (reaches: readonly Reach[], effect: SessionEffect['effect']): Session[] =>
  reaches.flatMap((reach) =>
    reach.sessions.filter((one) => one.effect === effect).map((one) => ({ reach, effect: one })),
  );

/** Whether the first asks as much as the second, or more. */
const isAsStrict = (one: SessionEffect, other: SessionEffect): boolean =>
  (one.everyMinutes ?? 0) <= (other.everyMinutes ?? 0) && one.asks.every((ask) => other.asks.includes(ask));

/**
 * Session controls of the draft that none of today's does for sure already. Where a policy of today that may apply does the same where
 * the draft's does (`key`), nothing changes.
 */
function newSessions(today: readonly Reach[], draft: readonly Reach[], effect: SessionEffect['effect']): Session[] {
  const before = sessionsOf(today, effect);
  return sessionsOf(draft, effect).filter(
    (now) =>
      !before.some(
        (was) =>
          isAsStrict(was.effect, now.effect) &&
          (was.reach.lacks.length === 0 || was.reach.conditionKey === now.reach.conditionKey),
      ),
  );
}

/** A session that ends sooner, or that can do less, in a sign-in that is let in. */
function compareSessions(today: readonly Reach[], draft: readonly Reach[]): Comparison {
  const [before, after] = [rangeOf(today), rangeOf(draft)];
  // Whom today's policies keep out has no session today, and whom the draft's keep out has none then.
  if (before.least === 2 || after.least === 2) return unchanged;
  const sooner = newSessions(today, draft, 'signInAgain');
  const isEveryTime = sooner.some(({ reach, effect }) => effect.everyMinutes === 0 && reach.sessionLacks.length === 0);
  const mayBefore = sessionsOf(today, 'signInAgain').some(({ effect }) => effect.everyMinutes === 0);
  const because = (some: readonly Session[]) => [...new Set(some.map(({ reach }) => reach))];
  if (isEveryTime && !mayBefore && before.most < 2 && after.most < 2)
    return { change: 'asked', because: because(sooner.filter(({ effect }) => effect.everyMinutes === 0)) };
  if (sooner.length > 0)
    return {
      change: 'mayBeAsked',
      because: because(sooner).map((reach) => ({ ...reach, lacks: [...reach.sessionLacks, 'when the session began'] })),
    };
  const limited = newSessions(today, draft, 'sessionLimited');
  if (limited.length === 0) return unchanged;
  return {
    change: 'mayBeLimited',
    because: because(limited).map((reach) => ({
      ...reach,
      lacks: [...reach.sessionLacks, 'what the application makes of it'],
    })),
  };
}

/** What may become of a sign-in, the gravest first: in this order one change counts before another. */
export const changeKinds: readonly SignInChangeKind[] = [
  'blocked',
  'mayBeBlocked',
  'asked',
  'mayBeAsked',
  'mayBeLimited',
  'noLonger',
];
const gravity: readonly SignInChange[] = [...changeKinds, 'none'];

/** What the draft does to a sign-in that today's policies do not: the gravest of what becomes of it and of its session. */
export function compareSets(today: readonly Reach[], draft: readonly Reach[]): Comparison {
  const grants = compareGrants(today, draft);
  const sessions = compareSessions(today, draft);
  return gravity.indexOf(sessions.change) < gravity.indexOf(grants.change) ? sessions : grants;
}

/**
 * What the draft asks of a sign-in that today's policies do not. Sound: where the draft may keep it out, or ask more of it, and today's
 * policies may not, that is said, as certain only where it is.
 */
function compareGrants(today: readonly Reach[], draft: readonly Reach[]): Comparison {
  const { common, added, removed } = parted(today, draft);
  if (added.length + removed.length === 0) return unchanged;
  const shared = rangeOf(common);
  const fresh = rangeOf(added);
  const gone = rangeOf(removed);
  const before = hardest([shared, gone]);
  const after = hardest([shared, fresh]);
  const by = (most: Level) => added.filter(({ range }) => range.most >= most);
  if (fresh.least === 2 && before.most < 2) return { change: 'blocked', because: by(2) };
  if (fresh.most === 2 && before.least < 2) return { change: 'mayBeBlocked', because: by(2) };
  if (fresh.least === 1 && before.most === 0) return { change: 'asked', because: by(1) };
  if (fresh.most >= 1 && before.least === 0) return { change: 'mayBeAsked', because: by(1) };
  if (before.least > after.most) return { change: 'noLonger', because: removed };
  return unchanged;
}
