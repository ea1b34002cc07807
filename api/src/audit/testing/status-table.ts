import type { VerdictStatus } from '@tenantry/contract/verdicts';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../facts/json-reader.ts';
import { verdictFor } from './verdict-for.ts';
import { verdictTable } from './verdict-table.ts';

export type StatusRow = readonly [when: string, snapshot: JsonObject, says: VerdictStatus];

/** One test for each row, under the check's id, where only the status is at stake. Words and evidence: `verdictTable`. */
export function statusTable(checkId: string, rows: readonly StatusRow[]): void {
  describe(checkId, () => {
    test.each(rows)('%s: $2', (_when, snapshot, says) => {
      const verdict = verdictFor(checkId, snapshot);
      expect(verdict.status, verdict.message).toBe(says);
    });
  });
}

type Settings = {
  /** Properties as they should be. */
  good: JsonObject;
  /** Values of single properties that are as good. */
  alsoGood?: Readonly<Record<string, readonly unknown[]>>;
  /** Values of single properties of which each makes it fail. */
  bad: Readonly<Record<string, readonly unknown[]>>;
  /** Properties that may be left out. */
  optional?: readonly string[];
};

/** What the check says where all is as it should be, and where the first of the bad values is there. */
type Words = { good: string; bad: string; dataset: string; of?: string };

const shown = (value: unknown) =>
  value === undefined ? 'not reported' : Array.isArray(value) ? value.join(', ') || 'empty' : `${value}`;

function wordsTable(
  checkId: string,
  snapshotOf: (properties: JsonObject) => JsonObject,
  { good, bad }: Settings,
  words: Words,
): void {
  const [[property, [value]] = ['', []]] = Object.entries(bad);
  const evidence = (properties: JsonObject) =>
    Object.keys(good).map(
      (name) =>
        `${words.dataset}: ${name} = ${shown(properties[name])}${words.of === undefined ? '' : ` (${words.of})`}`,
    );
  const wrong = { ...good, [property]: value };
  verdictTable(checkId, [
    { when: 'all is good', snapshot: snapshotOf(good), says: 'pass', message: words.good, evidence: evidence(good) },
    {
      when: `${property} is bad`,
      snapshot: snapshotOf(wrong),
      says: 'fail',
      message: words.bad,
      evidence: evidence(wrong),
    },
  ]);
}

const sayUnsaid = (value: unknown) => (value === undefined ? 'left out' : JSON.stringify(value));

/**
 * One row for each value of a setting, and for each setting that is left out or has a form that cannot be read.
 * @param words also what the check says of the best and of the worst, and what it shows of it
 */
export function settingsTable(
  checkId: string,
  snapshotOf: (properties: JsonObject) => JsonObject,
  table: Settings,
  words?: Words,
): void {
  const { good, alsoGood = {}, bad, optional = [] } = table;
  if (words !== undefined) wordsTable(checkId, snapshotOf, table, words);
  const rows = (values: Readonly<Record<string, readonly unknown[]>>, says: VerdictStatus) =>
    Object.entries(values).flatMap(([property, list]) =>
      list.map(
        (value): StatusRow => [`${property} ${sayUnsaid(value)}`, snapshotOf({ ...good, [property]: value }), says],
      ),
    );
  const properties = Object.keys(good);
  const unsaid = Object.fromEntries(
    properties.map((property) => [property, [undefined, null, { of: 'another form' }]]),
  );
  const required = Object.fromEntries(Object.entries(unsaid).filter(([property]) => !optional.includes(property)));
  const leftOut = Object.fromEntries(optional.map((property) => [property, [undefined]]));
  statusTable(checkId, [
    ['all as it should be', snapshotOf(good), 'pass'],
    ...rows(alsoGood, 'pass'),
    ...rows(leftOut, 'pass'),
    ...rows(bad, 'fail'),
    ...rows(required, 'couldNotCheck'),
  ]);
}

const booleans = (right: boolean) => [right, right ? 'True' : 'False', right ? ' true ' : ' false '];

/** Switches that have to be on, or off: what a settings table asks of each, as booleans and as texts. */
export function switches(state: 'on' | 'off', ...properties: readonly string[]): Required<Omit<Settings, 'optional'>> {
  const right = state === 'on';
  const each = (values: (index: number) => unknown) =>
    Object.fromEntries(properties.map((property, index) => [property, values(index)]));
  return {
    good: each(() => right),
    alsoGood: each(() => booleans(right)) as Record<string, unknown[]>,
    bad: each(() => booleans(!right)) as Record<string, unknown[]>,
  };
}

/** Tables of settings as one. */
export const settings = (...parts: readonly Settings[]): Settings => ({
  good: Object.assign({}, ...parts.map(({ good }) => good)),
  alsoGood: Object.assign({}, ...parts.map(({ alsoGood }) => alsoGood ?? {})),
  bad: Object.assign({}, ...parts.map(({ bad }) => bad)),
  optional: parts.flatMap(({ optional }) => optional ?? []),
});
