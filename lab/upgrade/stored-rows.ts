import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** What waits on a record to be taken into the audit trail, and whether anything does: by the names that they have had. */
const outboxes = [
  { field: 'pendingTrail', flag: 'hasPendingTrail' },
  { field: 'outbox', flag: 'hasOutbox' },
];

/**
 * The records of a data folder as they lie there, for what no API tells: the length of the trail, and entries that wait.
 * It changes nothing in them, whatever version wrote them.
 */
export function openStoredRows(dataDir: string) {
  const database = new DatabaseSync(join(dataDir, 'tenantry.db'));
  database.exec('PRAGMA busy_timeout = 10000;');
  const texts = (sql: string): string[] =>
    database
      .prepare(sql)
      .all()
      .map(({ text }) => String(text));
  const tables = texts("SELECT name AS text FROM sqlite_master WHERE type = 'table' AND name LIKE 'c\\_%' ESCAPE '\\'");
  const waiting = tables.flatMap((table) =>
    outboxes
      .filter(
        ({ flag }) => texts(`SELECT id AS text FROM ${table} WHERE instr(doc, '"${flag}":') > 0 LIMIT 1`).length > 0,
      )
      .map(({ field, flag }) => {
        const entries = `${table}, json_each(doc, '$.${field}') AS entry`;
        return `SELECT json_extract(entry.value, '$.id') AS text FROM ${entries} WHERE json_extract(doc, '$.${flag}')`;
      }),
  );
  const pending = database.prepare(waiting.join(' UNION ALL '));
  return {
    /** The ids of entries whose change is written, and which are not in the trail for certain. */
    pendingEntries: (): string[] => pending.all().map(({ text }) => String(text)),

    trail() {
      const of = (kind: string, text: string) =>
        texts(`SELECT ${text} AS text FROM c_audit_logs WHERE json_extract(doc, '$.kind') = '${kind}' ORDER BY text`);
      return {
        months: [...new Set(of('entry', 'partition'))],
        blocks: of('block', 'id').length,
        entries: Object.fromEntries(
          [...Map.groupBy(of('entry', "json_extract(doc, '$.eventType')"), (type) => type)].map(([type, all]) => [
            type,
            all.length,
          ]),
        ),
      };
    },

    /** Takes in the write-ahead log and leaves no space unused: the same records in the smallest file. */
    compact: () => database.exec('PRAGMA wal_checkpoint(TRUNCATE); VACUUM; PRAGMA wal_checkpoint(TRUNCATE);'),
    close: () => database.close(),
  };
}

export type StoredRows = ReturnType<typeof openStoredRows>;
