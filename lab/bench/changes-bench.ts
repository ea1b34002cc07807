import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fieldsTable } from '../../api/src/adapters/sqlite/sqlite-fields.ts';
import { openSqliteRecordStore } from '../../api/src/adapters/sqlite/sqlite-record-store.ts';
import { changeRoutes } from '../../api/src/features/changes/change-routes.ts';
import type { Caller } from '../../api/src/http/caller.ts';
import type { ChangeRecord } from '../../api/src/store/changes.ts';
import { containers, globalPartition } from '../../api/src/store/containers.ts';
import type { Scope } from '../../api/src/store/scope.ts';
import { type ShapedContainer, shapedRecords } from '../../api/src/store/shaped-records.ts';
import { openStores } from '../../api/src/store/stores.ts';
import { listChanges } from '../../contract/src/changes.ts';
import { NotableKind } from '../../contract/src/notable-kinds.ts';
import { Priority } from '../../contract/src/verdicts.ts';
import type { Size } from './bench-arguments.ts';
import { userRecord } from './list-records.ts';
import { tenantOf } from './overview-bench.ts';
import { figure, median, type Section } from './table.ts';

const sizes = {
  usual: { tenants: 5_000, changes: 100_000, pageSize: 50, rounds: 15 },
  smallest: { tenants: 20, changes: 2_000, pageSize: 10, rounds: 1 },
} as const;
type Sizes = (typeof sizes)[Size];
const dayMs = 86_400_000;
const nowMs = Date.now();
const daysAgo = (days: number): string => new Date(nowMs - days * dayMs).toISOString();

/** One of each ten is critical or high; all lie within 400 days, as long as they are kept. */
function changeRecord(index: number, { tenants, changes }: Sizes): ChangeRecord {
  const tenantId = tenantOf(index % tenants, nowMs).id;
  const gravity = Priority.options[index % 10 < 2 ? index % 10 : 2 + (index % 2)] ?? 'low';
  const kind = NotableKind.options[index % NotableKind.options.length] ?? 'alert';
  const name = `admin-${index % 200}@tenant-${index % tenants}.example`;
  const noticedAt = daysAgo((400 * (index + 1)) / (changes + 1));
  const scan = `${tenantId}_scan-${Math.floor(index / tenants)}`;
  return {
    ...{ id: `${tenantId}_change-${String(index).padStart(40, '0')}`, tenantId, isSimulated: false, kind, gravity },
    ...{ title: 'New Global Administrator', object: `person-${index}@example.org: Global Administrator` },
    ...{ before: null, after: 'assignment: active; holder: user', by: { kind: 'user', name }, actorFold: name },
    ...{ byUnknownBecause: null, changedAt: noticedAt, noticedAt, noticedBy: 'scan', checkId: null },
    ...{ baselineScanId: scan, scanLogId: scan },
  };
}

/** Fills the store with the driver, all in one transaction. */
async function fill(file: string, size: Sizes): Promise<void> {
  const records = shapedRecords(openSqliteRecordStore(file));
  for (const container of [containers.tenants, containers.changes, containers.users])
    await records.partition(container, 'none').query({ limit: 1 });
  await records.close();
  const database = new DatabaseSync(file);
  const write = (container: ShapedContainer, partition: string, record: { id: string }) =>
    database
      .prepare(`INSERT INTO c_${container.name} (partition, id, etag, doc) VALUES (?, ?, 'e', ?)`)
      .run(partition, record.id, JSON.stringify({ ...record, shapeVersion: container.shape.version }));
  database.exec('BEGIN');
  for (let n = 0; n < size.tenants; n += 1) write(containers.tenants, globalPartition, tenantOf(n, nowMs));
  for (let n = 0; n < size.changes; n += 1) {
    const change = changeRecord(n, size);
    write(containers.changes, change.tenantId, change);
  }
  database.exec('COMMIT');
  database.close();
}

/** `condition`: the same by the driver, of the page; `counted` of its counts, which leave the gravity out. */
type View = { name: string; query: object; condition: string; counted?: string; scope?: Scope };

function viewsOf({ tenants }: Sizes): View[] {
  const since = daysAgo(3);
  const some = Array.from({ length: Math.floor(tenants / 2) }, (_, n) => tenantOf(2 * n, nowMs).id);
  const [one = ''] = some;
  const kind = NotableKind.options[0] ?? 'alert';
  return [
    { name: 'all of 400 days', query: {}, condition: '1' },
    { name: 'of three days', query: { since }, condition: `noticedAt >= '${since}'` },
    { name: 'critical', query: { gravity: 'critical' }, condition: "gravity = 'critical'", counted: '1' },
    { name: 'of one kind', query: { kind }, condition: `kind = '${kind}'` },
    { name: 'by a part of a name', query: { actor: 'admin-17@' }, condition: "actorFold LIKE '%admin-17@%'" },
    { name: 'of one tenant', query: { tenantId: one }, condition: `tenantId = '${one}'` },
    {
      name: 'for somebody of half of the tenants',
      query: {},
      condition: `tenantId IN (SELECT value FROM json_each('${JSON.stringify(some)}'))`,
      scope: { kind: 'tenants', tenantIds: some },
    },
  ];
}

/** The page, its tenants and its counts by the driver alone, in three statements over the same indexes, each row parsed once. */
function bareRead(database: DatabaseSync, { condition, counted = condition }: View, limit: number): number {
  const fields = fieldsTable(containers.changes);
  const grouped = database.prepare(`SELECT gravity, count(*) FROM ${fields} WHERE ${counted} GROUP BY gravity`);
  if (grouped.all().length === 0) throw new Error('Nothing was counted');
  const page = database
    .prepare(
      `SELECT c.doc FROM (SELECT partition, id, noticedAt FROM ${fields} WHERE ${condition} ORDER BY noticedAt DESC, id DESC LIMIT ?) s
       CROSS JOIN c_${containers.changes.name} c ON c.partition = s.partition AND c.id = s.id`,
    )
    .all(limit)
    .map(({ doc }) => JSON.parse(String(doc)) as ChangeRecord);
  const ofTenant = database.prepare(`SELECT doc FROM c_${containers.tenants.name} WHERE partition = ? AND id = ?`);
  const tenants = [...new Set(page.map(({ tenantId }) => tenantId))].map((id) => ofTenant.get(globalPartition, id));
  if (tenants.some((row) => typeof JSON.parse(String(row?.doc)) !== 'object')) throw new Error('A tenant is gone');
  return page.length;
}

/** `cpuMs`: processor time of the page, by which it is told on a machine that others use too. */
type Run = { pageMs: number; floorMs: number; cpuMs: number };
type Measured = { name: string; total: number; runs: Run[] };

async function measure(file: string, view: View, { pageSize, rounds }: Sizes): Promise<Measured> {
  const records = shapedRecords(openSqliteRecordStore(file));
  const clock = { now: () => new Date(nowMs) };
  const stores = openStores(records, clock);
  const changeWatch = { state: async () => ({ everyMinutes: 0, watched: 0, leftOut: [] }) };
  const route = changeRoutes({ ...stores, clock, changeWatch }).find(({ endpoint }) => endpoint.name === 'changes');
  if (!route) throw new Error('No route serves the changes');
  const user = { ...userRecord(0, nowMs), scope: view.scope ?? { kind: 'all' } };
  const now = clock.now();
  const session = { expiresAt: now, verifiedAt: now };
  const caller = {
    userId: user.id,
    name: user.displayName,
    role: user.role,
    scope: user.scope,
    user,
    session,
  } as Caller;
  const query = listChanges.query.parse({ limit: String(pageSize), ...view.query });
  const request = { id: 'bench', clientAddress: null, cookie: () => undefined };
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    // As `handle` does before it sends it.
    const ask = async () =>
      listChanges.response.parse(
        await route.run({ caller, tenant: null, params: {}, query, body: undefined, request }),
      );
    const { items, total } = await ask();
    const runs: Run[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const startMs = performance.now();
      if (bareRead(database, view, pageSize) !== items.length) throw new Error(`${view.name}: other rows were read`);
      const floorMs = performance.now() - startMs;
      const cpuBefore = process.cpuUsage();
      await ask();
      const cpu = process.cpuUsage(cpuBefore);
      const cpuMs = (cpu.user + cpu.system) / 1000;
      runs.push({ floorMs, pageMs: performance.now() - startMs - floorMs, cpuMs });
    }
    return { name: view.name, total, runs };
  } finally {
    database.close();
    await records.close();
  }
}

/** The first page of what changed over all tenants, with its counts, narrowed in several ways. */
export async function benchChanges({ size }: { size: Size }): Promise<Section> {
  const asked = sizes[size];
  const folder = mkdtempSync(join(tmpdir(), 'tenantry-changes-'));
  try {
    const file = join(folder, 'changes.db');
    await fill(file, asked);
    const measured: Measured[] = [];
    for (const view of viewsOf(asked)) measured.push(await measure(file, view, asked));
    return {
      title: `Changes: the first page over ${figure(asked.tenants)} tenants and ${figure(asked.changes)} changes, with counts by severity (aim: 3 ×)`,
      tables: [
        {
          columns: ['changes', 'rows', 'ms', 'CPU ms', 'floor ms', 'ratio'],
          rows: measured.map(({ name, total, runs }) => {
            const pageMs = median(runs.map((run) => run.pageMs));
            const floorMs = median(runs.map((run) => run.floorMs));
            const cpuMs = median(runs.map((run) => run.cpuMs));
            const ms = [pageMs, cpuMs, floorMs].map((one) => figure(one, 2));
            return [name, figure(total), ...ms, `${figure(pageMs / floorMs, 1)} ×`];
          }),
        },
      ],
      notes: [
        `Floor: the ${asked.pageSize} rows of the page, their tenants and one grouped count by the driver alone, over the same indexes, each row parsed once. Medians of ${asked.rounds}, taking turns.`,
      ],
      data: { measured },
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
