import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openSqliteRecordStore } from '../../api/src/adapters/sqlite/sqlite-record-store.ts';
import { openJsonLines } from '../../api/src/adapters/telemetry/json-lines.ts';
import { compose } from '../../api/src/compose.ts';
import { embedded } from '../../api/src/composition/embedded.ts';
import { telemetryOf } from '../../api/src/composition/telemetry.ts';
import { readConfig } from '../../api/src/config.ts';
import type { Caller } from '../../api/src/http/caller.ts';
import { routesOf } from '../../api/src/routes.ts';
import { containers, globalPartition } from '../../api/src/store/containers.ts';
import { monthOf } from '../../api/src/store/month.ts';
import { type ShapedContainer, shapedRecords } from '../../api/src/store/shaped-records.ts';
import type { Size } from './bench-arguments.ts';
import {
  accountRecord,
  approvalRecord,
  blockRecord,
  entryRecord,
  findingRecord,
  taskRecord,
  tenantRecords,
  userRecord,
} from './list-records.ts';
import { figure, median, type Section } from './table.ts';

const sizes = {
  usual: {
    rows: { local: 200, accounts: 9_800, tasks: 20_000, approvals: 125_000, findings: 400_000, entries: 100_000 },
    everyFinding: 1,
    pageSize: 50,
    rounds: 15,
  },
  smallest: {
    rows: { local: 20, accounts: 30, tasks: 20, approvals: 20, findings: 2_000, entries: 20 },
    // Every fifth of the usual ones: all open, and a page of one remedy among them.
    everyFinding: 5,
    pageSize: 10,
    rounds: 1,
  },
} as const;
type Sizes = (typeof sizes)[Size];
const nowMs = Date.now();

/** `tenantIds`: the tenants that the page names, or counts by. */
type Page = { ids: string[]; total: number | null; tenantIds: string[] };
type List = {
  name: string;
  route: string;
  rows: number;
  query: object;
  pageOf: (answer: unknown) => Page;
  /** What a view that is no page of rows costs at the least; of a page, its rows are read. */
  floor?: (database: DatabaseSync) => number;
  /** A text that every row has to be looked through for, beside the rows of the page: no index has it. */
  searched?: string;
};

/** The findings that hold a text, counted in one statement of the driver. */
const countMatches = (database: DatabaseSync, text: string): number =>
  Number(
    database.prepare('SELECT count(*) AS n FROM f_findings WHERE title LIKE ?1 OR description LIKE ?1').get(`%${text}%`)
      ?.n,
  );

/** The requests that wait, counted by remedy in one statement of the driver. @returns how many remedies there are */
const countByRemedy = (database: DatabaseSync): number =>
  database
    .prepare(
      `SELECT json_extract(doc, '$.remedyId') AS remedy, COUNT(*), MIN(json_extract(doc, '$.createdAt'))
       FROM c_approvals WHERE json_extract(doc, '$.status') = 'pending' GROUP BY remedy`,
    )
    .all().length;
type Item = { id: string; tenantId?: string | null };
type Items = { items: Item[]; total: number };
type Entries = { entries: Item[]; pagination: { total: number } };

const tenantsOf = (items: readonly Item[]): string[] => [...new Set(items.flatMap(({ tenantId }) => tenantId ?? []))];

const ofItems = (answer: unknown): Page => {
  const { items, total } = answer as Items;
  return { ids: items.map(({ id }) => id), total: total ?? null, tenantIds: tenantsOf(items) };
};

/** Of users, with how many accounts the directories of all tenants have. */
const ofUsers = (answer: unknown): Page => ({
  ...ofItems(answer),
  tenantIds: tenantRecords(nowMs, 0).map(({ id }) => id),
});

const listsOf = ({ rows: counts }: Sizes): readonly List[] => [
  { name: 'users', route: 'users', rows: counts.local + counts.accounts, query: {}, pageOf: ofUsers },
  {
    name: 'users, those of Microsoft 365',
    route: 'users',
    rows: counts.accounts,
    query: { source: 'm365' },
    pageOf: ofUsers,
  },
  { name: 'tasks', route: 'tasks', rows: counts.tasks, query: {}, pageOf: ofItems },
  {
    name: 'tasks, mine, by due date',
    route: 'tasks',
    rows: counts.tasks,
    query: { order: 'due', assignee: 'me', status: 'unfinished' },
    pageOf: ofItems,
  },
  { name: 'approvals', route: 'approvals', rows: counts.approvals, query: {}, pageOf: ofItems },
  {
    name: 'approvals of one remedy, waiting',
    route: 'approvals',
    rows: counts.approvals,
    query: { remedyId: 'require-mfa', status: 'pending' },
    pageOf: ofItems,
  },
  {
    name: 'approvals by remedy',
    route: 'approvals-by-remedy',
    rows: counts.approvals,
    query: {},
    pageOf: (answer) => {
      const { items, waiting } = answer as { items: { remedyId: string }[]; waiting: number };
      return { ids: items.map(({ remedyId }) => remedyId), total: waiting, tenantIds: [] };
    },
    floor: countByRemedy,
  },
  ...(
    [
      ['findings', {}],
      ['findings by title', { sort: 'title' }],
      ['findings, the latest first', { sort: 'last-detected', direction: 'desc' }],
      ['findings, open', { status: 'open', sort: 'severity', direction: 'desc' }],
      ['findings, open and critical', { status: 'open', severity: 'critical' }],
      ['findings of one remedy', { remedy: 'spf-record', status: 'open' }],
      ['findings, searched', { search: 'phishing-resistant' }],
    ] as const
  ).map(([name, query]) => ({
    name,
    route: 'findings',
    rows: counts.findings,
    query,
    pageOf: ofItems,
    ...('search' in query && { searched: query.search }),
  })),
  {
    name: 'audit trail',
    route: 'audit-trail',
    rows: counts.entries,
    query: {},
    pageOf: (answer) => {
      const { entries, pagination } = answer as Entries;
      return { ids: entries.map(({ id }) => id), total: pagination.total, tenantIds: tenantsOf(entries) };
    },
  },
];

/** The store makes its tables at the first use, and what hangs on them: indexes, fields and counts of all that they hold. */
async function makeTables(file: string): Promise<void> {
  const records = shapedRecords(openSqliteRecordStore(file));
  for (const container of Object.values(containers)) await records.partition(container, 'none').query({ limit: 1 });
  await records.close();
}

/** Takes indexes and triggers away, which would be entered row by row: made over full tables they take a fraction of that. */
function bare(database: DatabaseSync): void {
  const made = database.prepare(
    "SELECT type, name FROM sqlite_master WHERE type IN ('index', 'trigger') AND sql IS NOT NULL",
  );
  for (const { type, name } of made.all()) database.exec(`DROP ${String(type)} "${String(name)}"`);
}

/** Fills the store with the driver, all in one transaction: by the product's own way it would take minutes. */
async function fill(file: string, { rows: counts, everyFinding }: Sizes, say: (line: string) => void): Promise<void> {
  await makeTables(file);
  const database = new DatabaseSync(file);
  bare(database);
  const write = (container: ShapedContainer, partition: string, record: { id: string }) =>
    database
      .prepare(`INSERT INTO c_${container.name} (partition, id, etag, doc) VALUES (?, ?, 'e', ?)`)
      .run(partition, record.id, JSON.stringify({ ...record, shapeVersion: container.shape.version }));
  database.exec('BEGIN');
  for (const tenant of tenantRecords(nowMs, counts.accounts)) write(containers.tenants, globalPartition, tenant);
  for (let n = 0; n < counts.local; n += 1) write(containers.users, globalPartition, userRecord(n, nowMs));
  for (let n = 0; n < counts.accounts; n += 1) {
    const account = accountRecord(n, nowMs);
    write(containers.m365Users, account.tenantId, account);
  }
  for (let n = 0; n < counts.tasks; n += 1) {
    const task = taskRecord(n, counts.tasks, nowMs);
    write(containers.tasks, task.tenantId, task);
  }
  for (let n = 0; n < counts.approvals; n += 1) {
    const approval = approvalRecord(n, counts.approvals, nowMs);
    write(containers.approvals, approval.tenantId, approval);
  }
  for (let n = 0; n < counts.findings; n += 1) {
    const finding = findingRecord(n * everyFinding, counts.findings * everyFinding, nowMs);
    write(containers.findings, finding.tenantId, finding);
  }
  for (let n = 0; n < counts.entries; n += 1) {
    const entry = entryRecord(n, counts.entries, nowMs);
    write(containers.auditLogs, monthOf(entry.timestamp), entry);
    write(containers.auditLogs, monthOf(entry.timestamp), blockRecord(n + 1, entry));
  }
  database.exec('COMMIT');
  database.close();
  await makeTables(file);
  say('The store is filled.');
}

/** Where the rows of a page lie. */
function placesOf(database: DatabaseSync, ids: readonly string[]) {
  const tables = [
    containers.users,
    containers.m365Users,
    containers.tasks,
    containers.approvals,
    containers.findings,
    containers.auditLogs,
    containers.tenants,
  ];
  return ids.map((id) => {
    for (const { name } of tables) {
      const row = database.prepare(`SELECT partition FROM c_${name} WHERE id = ? LIMIT 1`).get(id);
      if (row) return { table: `c_${name}`, partition: String(row.partition), id };
    }
    throw new Error(`No table has ${id}`);
  });
}

/** The rows of the page and its tenants alone, each by its primary key and parsed once: what the page costs at the least. */
function bareRead(database: DatabaseSync, places: ReturnType<typeof placesOf>): number {
  const statements = new Map<string, ReturnType<DatabaseSync['prepare']>>();
  let read = 0;
  for (const { table, partition, id } of places) {
    let statement = statements.get(table);
    if (!statement) {
      statement = database.prepare(`SELECT doc FROM ${table} WHERE partition = ? AND id = ?`);
      statements.set(table, statement);
    }
    const row = statement.get(partition, id);
    if (typeof row?.doc === 'string' && typeof JSON.parse(row.doc) === 'object') read += 1;
  }
  return read;
}

function callerOf(): Caller {
  const user = userRecord(0, nowMs);
  const now = new Date(nowMs);
  const { id: userId, displayName: name, role, scope } = user;
  return { userId, name, role, scope, user, session: { expiresAt: now, verifiedAt: now } } as Caller;
}

type Measured = {
  name: string;
  rows: number;
  total: number | null;
  runs: { pageMs: number; floorMs: number }[];
  firstMs: number;
};

async function measure(folder: string, list: List, size: Size): Promise<Measured> {
  const { pageSize, rounds } = sizes[size];
  const file = join(folder, 'tenantry.db');
  const config = readConfig({
    PUBLIC_ORIGIN: 'http://localhost:4280',
    // No list asks for anything that is not in the records.
    AzureWebJobsStorage: 'UseDevelopmentStorage=true',
    STORE: 'sqlite',
    VAULT: 'file',
    DATA_DIR: folder,
  });
  const app = compose(config, {
    bundleDirectory: folder,
    embedded: () => embedded,
    telemetry: telemetryOf(
      openJsonLines(
        () => undefined,
        () => undefined,
      ),
    ),
  });
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const route = routesOf(app).find(({ endpoint }) => endpoint.name === list.route);
    if (!route?.endpoint.query) throw new Error(`No route serves ${list.route}`);
    const query = route.endpoint.query.parse({ limit: String(pageSize), ...list.query });
    const request = { id: 'bench', clientAddress: null, cookie: () => undefined };
    const ask = () => route.run({ caller: callerOf(), tenant: null, params: {}, query, body: undefined, request });
    const startMs = performance.now();
    const first = list.pageOf(await ask());
    const firstMs = performance.now() - startMs;
    // On the smallest installation one remedy fills no page.
    const expected = list.floor ? list.floor(database) : Math.min(pageSize, first.total ?? pageSize);
    if (expected === 0 || first.ids.length !== expected) throw new Error(`${list.name}: a page of ${first.ids.length}`);
    const places = list.floor ? [] : placesOf(database, [...first.ids, ...first.tenantIds]);
    const read = list.floor ? expected : places.length;
    const { searched } = list;
    const floor =
      list.floor ??
      ((from: DatabaseSync) => {
        if (searched !== undefined && countMatches(from, searched) !== first.total)
          throw new Error(`${list.name}: another number of matches`);
        return bareRead(from, places);
      });
    const runs: Measured['runs'] = [];
    for (let round = 0; round < rounds; round += 1) {
      const beganMs = performance.now();
      if (floor(database) !== read) throw new Error('a row of the page is gone');
      const floorMs = performance.now() - beganMs;
      await ask();
      runs.push({ floorMs, pageMs: performance.now() - beganMs - floorMs });
    }
    return { name: list.name, rows: list.rows, total: first.total, runs, firstMs };
  } finally {
    database.close();
    await app.records.close();
  }
}

/** The first page of each list of a large installation, with its totals, beside a bare read of the rows that it shows. */
export async function benchLists({ size, say }: { size: Size; say(line: string): void }): Promise<Section> {
  const { pageSize, rounds } = sizes[size];
  const folder = mkdtempSync(join(tmpdir(), 'tenantry-lists-'));
  try {
    await fill(join(folder, 'tenantry.db'), sizes[size], say);
    const measured: Measured[] = [];
    for (const list of listsOf(sizes[size])) measured.push(await measure(folder, list, size));
    return {
      title: 'Lists: the first page of each, with its totals',
      tables: [
        {
          columns: ['list', 'rows', 'ms', 'floor ms', 'ratio', 'first time, ms'],
          rows: measured.map(({ name, rows, runs, firstMs }) => {
            const pageMs = median(runs.map((run) => run.pageMs));
            const floorMs = median(runs.map((run) => run.floorMs));
            const ratio = `${figure(pageMs / floorMs, 1)} ×`;
            return [name, figure(rows), figure(pageMs, 2), figure(floorMs, 2), ratio, figure(firstMs, 1)];
          }),
        },
      ],
      notes: [
        `Floor: the ${pageSize} rows of the page and the tenants that it names, or counts by, by the driver alone, each by its primary key and parsed once; of approvals by remedy, one grouped count; of a search, also one count of what matches. Median of ${rounds} rounds, taking turns.`,
        'First time: in a process that has not counted anything yet.',
      ],
      data: { measured },
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
