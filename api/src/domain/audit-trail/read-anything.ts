import { all, type Condition, type Readable, UnreadableRecordError } from '../../ports/collection.ts';
import type { TrailProblems } from './trail-problems.ts';

type AnyRecord = { id: string };

/** The id of what cannot be read, where that is why. @throws any other error */
async function* until(
  records: Readable<AnyRecord>,
  where: readonly Condition[],
  stop: (id: string) => void,
): AsyncGenerator<AnyRecord> {
  try {
    yield* all(records, { where });
  } catch (error) {
    if (!(error instanceof UnreadableRecordError)) throw error;
    stop(error.id);
  }
}

/**
 * Every record that matches, by id. What cannot be read as a record was not written by the product: it is told of, and what
 * lies before and after it is read all the same. The conditions are to ask for nothing but ids, which all that is stored has.
 */
export async function* readAnything(
  records: Readable<AnyRecord>,
  month: string,
  where: readonly Condition[],
  problems: Pick<TrailProblems, 'add'>,
): AsyncGenerator<AnyRecord> {
  let last: string | null = null;
  for (;;) {
    const after: Condition[] = last === null ? [] : [{ field: 'id', op: 'gt', value: last }];
    const found: { id?: string } = {};
    for await (const record of until(records, [...where, ...after], (id) => {
      found.id = id;
    })) {
      last = record.id;
      yield record;
    }
    const { id } = found;
    if (id === undefined) return;
    const message = 'What is stored here is no record: it was changed, or Tenantry did not write it.';
    problems.add({ kind: 'altered', record: id, at: null, month, message });
    // A page that cannot be read gives nothing of what lies before the record.
    const between: Condition[] = last === null ? [] : [{ field: 'id', op: 'gt', value: last }];
    yield* all(records, { where: [...where, ...between, { field: 'id', op: 'lt', value: id }] });
    // An id that is no text as it is stored: a store that finds it again after itself would be read for ever.
    if (id === last) return;
    last = id;
  }
}
