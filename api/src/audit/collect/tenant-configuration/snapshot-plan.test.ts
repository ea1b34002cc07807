import { describe, expect, it } from 'vitest';
import { collected, failed } from '../../facts/facts.ts';
import type { ConfigurationDataset } from '../../facts/tenant-configuration.ts';
import { sameSettings } from './same-settings.ts';
import { monthOf, planSnapshot, type SnapshotHistory, usedIn } from './snapshot-plan.ts';

const dayMs = 86_400_000;
const dayOf = (day: number, hour = 8) => new Date(Date.UTC(2026, 10, 1, hour) + (day - 1) * dayMs);
const wanted = ['transportRules', 'sharingPolicies', 'sharedMailboxes'] as const;
const share = 60;
const rows = (count: number) => Array.from({ length: count }, (_, index) => ({ Name: `${index}` }));

type Sizes = Partial<Record<ConfigurationDataset, number>>;
const nothing: SnapshotHistory = { datasets: {}, usage: { month: '', instances: 0 }, refusedTypes: {} };

/** What is known after these types were read. */
function read(
  history: SnapshotHistory,
  names: readonly ConfigurationDataset[],
  sizes: Sizes,
  now: Date,
): SnapshotHistory {
  const own = names.map((name) => [name, sizes[name] ?? 0] as const);
  const instances = own.reduce((sum, [, size]) => sum + size, 0);
  const at = now.toISOString();
  return {
    ...history,
    datasets: {
      ...history.datasets,
      ...Object.fromEntries(own.map(([name, size]) => [name, collected(rows(size), now)])),
    },
    extracted: {
      ...history.extracted,
      ...Object.fromEntries(own.map(([name, size]) => [name, { at, instances: size }])),
    },
    usage: { month: monthOf(now), instances: usedIn(history, now) + instances },
  };
}

/** A month of daily scans: on which days each type was read, and what that used. */
function month(sizes: Sizes, alsoEachDay: readonly ConfigurationDataset[] = []) {
  let history = nothing;
  const days: Record<string, number[]> = {};
  for (let day = 1; day <= 30; day += 1) {
    for (const [names, hour] of [
      [wanted, 8],
      [alsoEachDay, 16],
    ] as const) {
      const { ask } = planSnapshot(names, history, share, dayOf(day, hour));
      history = read(history, ask, sizes, dayOf(day, hour));
      if (hour === 8) for (const name of ask) days[name] = [...(days[name] ?? []), day];
    }
  }
  return { days, used: usedIn(history, dayOf(30)) };
}

describe('a month of daily scans', () => {
  it.each([
    [50, [1, 8, 15, 22, 29]],
    [500, [1, 8, 15, 22, 29]],
    [1000, [1, 8, 15, 22, 29]],
    [3500, [1, 11]],
  ])(
    'reads %s shared mailboxes each week, or as often as the month allows, and rules each day',
    (mailboxes, expected) => {
      const { days, used } = month({ transportRules: 100, sharedMailboxes: mailboxes });
      expect(days.sharedMailboxes).toEqual(expected);
      expect(days.transportRules?.length).toBeGreaterThan(mailboxes > 1000 ? 10 : 29);
      expect(used).toBeLessThanOrEqual(12_000);
    },
  );

  it('reads a large tenant as often whether or not a small type is re-checked each day', () => {
    const sizes = { transportRules: 900, sharingPolicies: 5 };
    const [without, withRechecks] = [month(sizes), month(sizes, ['sharingPolicies'])];
    expect(without.days.transportRules?.length).toBeGreaterThan(9);
    expect(withRechecks.days.transportRules?.length).toBeGreaterThanOrEqual(
      (without.days.transportRules?.length ?? 0) - 1,
    );
    expect(withRechecks.used).toBeLessThanOrEqual(12_000);
  });
});

describe('mailboxes that came with an error', () => {
  const now = dayOf(10);
  const broken = failed({ status: 0, code: 'TypeFailed', message: 'One mailbox failed.' }, now);
  const history = (instances: number): SnapshotHistory => ({
    ...nothing,
    datasets: { sharedMailboxes: broken },
    extracted: { sharedMailboxes: { at: now.toISOString(), instances } },
  });

  it('are asked for again after a week, since they cost instances all the same', () => {
    const plan = (day: number) => planSnapshot(['sharedMailboxes'], history(3000), share, dayOf(day));
    expect(plan(11)).toEqual({ ask: [], results: { sharedMailboxes: broken } });
    expect(plan(17).ask).toEqual(['sharedMailboxes']);
  });

  it('and cost none are asked for again at once', () => {
    expect(planSnapshot(['sharedMailboxes'], history(0), share, dayOf(11)).ask).toEqual(['sharedMailboxes']);
  });
});

describe('two snapshots', () => {
  const of = (transportRules: object[], now = dayOf(1)) => ({
    transportRules: collected(transportRules as Record<string, unknown>[], now),
  });

  it('are the same in any order of instances and properties, and whenever they were read', () => {
    const one = of([{ Name: 'a', From: ['x', 'y'] }, { Name: 'b' }]);
    expect(sameSettings(one, of([{ Name: 'b' }, { From: ['y', 'x'], Name: 'a' }], dayOf(2)))).toBe(true);
  });

  it.each([
    ['a value', of([{ Name: 'a', From: ['x', 'z'] }, { Name: 'b' }])],
    ['an instance', of([{ Name: 'a', From: ['x', 'y'] }])],
    ['a type', {}],
  ])('differ in %s', (_, other) => {
    expect(sameSettings(of([{ Name: 'a', From: ['x', 'y'] }, { Name: 'b' }]), other)).toBe(false);
  });
});
