/** A value of a cell. JSON is whatever stands in a record. */
type Json = unknown;

type Kinds = { text: string; whole: number; flag: boolean; instant: string; json: Json };

/** A column of an exported table; `initial` is its default (specification, 3.2). */
export type Column<K extends keyof Kinds = keyof Kinds> = {
  kind: K;
  initial?: Kinds[K];
  isUnique?: true;
  isRequired?: true;
};

type ColumnOptions<K extends keyof Kinds> = Omit<Column<K>, 'kind'>;
const column =
  <K extends keyof Kinds>(kind: K) =>
  (options: ColumnOptions<K> = {}): Column<K> => ({ kind, ...options });

export const text = column('text');
export const whole = column('whole');
export const flag = column('flag');
export const instant = column('instant');
export const json = column('json');

export type Columns = Readonly<Record<string, Column>>;

/** A row has a value for each column; null where there is none, undefined where the default holds. */
export type Row<C extends Columns> = {
  [Name in keyof C]: (C[Name] extends Column<infer K> ? Kinds[K] : never) | null | undefined;
};

/** A row, with the defaults of its table filled in, in the order of its columns. */
export type CompleteRow = Record<string, unknown>;

/** What could not be read as a record, by its table. */
export type Unreadable = { table: string; id: string };

export type ExportTable = {
  name: string;
  columns: Columns;
  /** @param unreadable is told of a record that cannot be read; what lies around it is exported all the same */
  rows(unreadable: (id: string) => void): AsyncIterable<CompleteRow>;
};

export function defineTable<C extends Columns>(
  name: string,
  columns: C,
  rows: (unreadable: (id: string) => void) => AsyncIterable<Row<C>>,
): ExportTable {
  const fields = Object.entries(columns);
  return {
    name,
    columns,
    async *rows(unreadable) {
      for await (const row of rows(unreadable)) {
        yield Object.fromEntries(
          fields.map(([field, { initial }]) => [
            field,
            row[field] ?? (row[field] === undefined ? (initial ?? null) : null),
          ]),
        );
      }
    },
  };
}

/** Shown in place of a token or client secret that is stored, and of the hash of a password. */
export const encrypted = '[ENCRYPTED]';
export const redactedHash = '[REDACTED]';
