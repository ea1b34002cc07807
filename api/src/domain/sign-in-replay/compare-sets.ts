import { hardest, type Level } from './grant-level.ts';
import { type Reach, rangeOf } from './replayed-policies.ts';

/** What a draft changes for a sign-in. */
type SignInChange = 'blocked' | 'mayBeBlocked' | 'asked' | 'mayBeAsked' | 'noLonger' | 'none';

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

/**
 * What the draft does to a sign-in that today's policies do not. Sound: where the draft may keep it out, or ask more of it, and today's
 * policies may not, that is said, as certain only where it is.
 */
export function compareSets(today: readonly Reach[], draft: readonly Reach[]): Comparison {
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
