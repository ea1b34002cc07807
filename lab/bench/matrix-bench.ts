import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openSqliteRecordStore } from '../../api/src/adapters/sqlite/sqlite-record-store.ts';
import { catalog } from '../../api/src/audit/checks/catalog.ts';
import { verdictVector } from '../../api/src/audit/findings/verdict-vector.ts';
import { byNeed } from '../../api/src/domain/baselines/alignment.ts';
import { builtInBaselines, defaultDueDays } from '../../api/src/domain/baselines/built-in-baselines.ts';
import { fleetAlignment } from '../../api/src/domain/baselines/fleet-alignment.ts';
import { matrixOf } from '../../api/src/features/matrix/matrix.ts';
import { matrixRowOf } from '../../api/src/features/matrix/matrix-row.ts';
import { baselineKey } from '../../api/src/store/baselines.ts';
import { containers, globalPartition } from '../../api/src/store/containers.ts';
import { everyTenant } from '../../api/src/store/scope.ts';
import { type ShapedContainer, shapedRecords } from '../../api/src/store/shaped-records.ts';
import { openStores } from '../../api/src/store/stores.ts';
import { Matrix } from '../../contract/src/matrix.ts';
import { VerdictStatus } from '../../contract/src/verdicts.ts';
import type { Size } from './bench-arguments.ts';
import { findingRecord } from './list-records.ts';
import { tenantOf } from './overview-bench.ts';
import { figure, median, type Section } from './table.ts';

const sizes = {
  // Of each tenant the findings of one check, and one accepted risk.
  usual: { tenantCounts: [300, 5_000], rounds: 9 },
  smallest: { tenantCounts: [20], rounds: 1 },
} as const;
const failing = 'dns.dmarc';

/** Of each tenant what another tenant has, too, for some checks, and for others not. */
const codesOf = (index: number) =>
  verdictVector(
    catalog.map(({ id }, at) => {
      const status = VerdictStatus.options[(index * 7 + at * (1 + (index % 5))) % VerdictStatus.options.length];
      return { checkId: id, status: id === failing ? 'fail' : (status ?? 'pass') };
    }),
  ).vector;

/** A baseline that holds for every tenant. */
const forEveryone = ({ id, name }: (typeof builtInBaselines)[number]) => ({
  id,
  key: baselineKey(name),
  dueDays: defaultDueDays,
  groupIds: ['everyone'],
  revision: 1,
});

/** Fills the store with the driver, all in one transaction. */
async function fill(file: string, tenants: number): Promise<void> {
  const records = shapedRecords(openSqliteRecordStore(file));
  for (const container of Object.values(containers)) await records.partition(container, 'none').query({ limit: 1 });
  await records.close();
  const nowMs = Date.now();
  const database = new DatabaseSync(file);
  const write = (container: ShapedContainer, partition: string, record: { id: string }) =>
    database
      .prepare(`INSERT INTO c_${container.name} (partition, id, etag, doc) VALUES (?, ?, 'e', ?)`)
      .run(partition, record.id, JSON.stringify({ ...record, shapeVersion: container.shape.version }));
  database.exec('BEGIN');
  const tenantIds: string[] = [];
  for (let index = 0; index < tenants; index += 1) {
    const tenant = { ...tenantOf(index, nowMs), verdicts: codesOf(index) };
    tenantIds.push(tenant.id);
    write(containers.tenants, globalPartition, tenant);
    for (const [n, status] of (['OPEN', 'ACCEPTED'] as const).entries()) {
      const finding = findingRecord(2 * index + n, 2 * tenants, nowMs);
      const checkId = status === 'OPEN' ? failing : finding.checkId;
      const own = { ...finding, id: `${tenant.id}_f-${n}`, tenantId: tenant.id, checkId, status };
      write(containers.findings, tenant.id, own);
    }
  }
  write(containers.tenantGroups, globalPartition, { id: 'everyone', nameKey: 'everyone', tenantIds } as { id: string });
  for (const baseline of builtInBaselines) write(containers.systemConfig, globalPartition, forEveryone(baseline));
  database.exec('COMMIT');
  database.close();
}

/** The rows that the answer is made of by the driver alone, each parsed once: what any program has to read. */
function readRows(database: DatabaseSync, where: { container: ShapedContainer; condition: string }[]): number {
  return where.reduce((read, { container, condition }) => {
    const rows = database.prepare(`SELECT doc FROM c_${container.name} ${condition}`).all() as { doc: string }[];
    return read + rows.map(({ doc }) => JSON.parse(doc) as object).length;
  }, 0);
}

const ofFinding = (field: string, value: string) => ({
  container: containers.findings,
  condition: `WHERE json_extract(doc, '$.${field}') = '${value}'`,
});
const allTenants = { container: containers.tenants, condition: '' };

/** `cpuMs`: processor time of the page, by which it is told on a machine that others use too. */
type Run = { pageMs: number; floorMs: number; cpuMs: number };
type Measured = { name: string; tenants: number; kilobytes: number; runs: Run[] };

/** One call beside the read of its rows, in turns. `ask` answers what is sent. */
async function inTurns(
  { name, tenants, rounds }: { name: string; tenants: number; rounds: number },
  floor: () => number,
  ask: () => Promise<unknown>,
): Promise<Measured> {
  const runs: Run[] = [];
  let kilobytes = 0;
  for (let round = 0; round < rounds; round += 1) {
    const startMs = performance.now();
    if (floor() < tenants) throw new Error(`${name}: fewer rows than tenants were read`);
    const floorMs = performance.now() - startMs;
    const cpuBefore = process.cpuUsage();
    const answer = JSON.stringify(await ask());
    const cpu = process.cpuUsage(cpuBefore);
    const cpuMs = (cpu.user + cpu.system) / 1000;
    runs.push({ floorMs, pageMs: performance.now() - startMs - floorMs, cpuMs });
    kilobytes = answer.length / 1024;
  }
  return { name, tenants, kilobytes, runs };
}

async function measure(tenants: number, rounds: number, folder: string): Promise<Measured[]> {
  const file = join(folder, `${tenants}.db`);
  await fill(file, tenants);
  const records = shapedRecords(openSqliteRecordStore(file));
  const stores = openStores(records, { now: () => new Date() });
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const of = { tenants, rounds };
    const accepted = ofFinding('status', 'ACCEPTED');
    const matrix = (by: 'check' | 'remedy') => async () => {
      const answer = await matrixOf(
        { ...stores, credentialStore: stores.credentials },
        everyTenant,
        { by },
        new Date(),
      );
      if (answer.tenants.length !== tenants) throw new Error(`${answer.tenants.length} of ${tenants} were read`);
      // As `handle` does before it sends it.
      return Matrix.parse(answer);
    };
    const wholeMatrix = () => readRows(database, [allTenants, accepted]);
    return [
      await inTurns({ name: `${catalog.length} checks`, ...of }, wholeMatrix, matrix('check')),
      await inTurns({ name: 'remedies', ...of }, wholeMatrix, matrix('remedy')),
      await inTurns({ name: `${builtInBaselines.length} baselines`, ...of }, wholeMatrix, async () => {
        const all = await stores.tenants.ofScope(everyTenant);
        const standing = [...(await fleetAlignment(stores, everyTenant, all, new Date())).values()].flat();
        if (standing.length !== builtInBaselines.length * tenants) throw new Error(`${standing.length} were judged`);
        // A page of it, as the list sends it.
        return standing.sort(byNeed).slice(0, 50);
      }),
      await inTurns(
        { name: 'a row that all fail', ...of },
        () => readRows(database, [allTenants, ofFinding('checkId', failing)]),
        async () => {
          const answer = await matrixRowOf(stores, everyTenant, { checkId: failing });
          if (answer.failing !== tenants) throw new Error(`${answer.failing} of ${tenants} fail`);
          return answer;
        },
      ),
    ];
  } finally {
    database.close();
    await records.close();
  }
}

/** The matrix of checks, and of remedies, over all tenants, how all of them stand against baselines, and a row of it that every tenant fails. */
export async function benchMatrix({ size }: { size: Size }): Promise<Section> {
  const { tenantCounts, rounds } = sizes[size];
  const folder = mkdtempSync(join(tmpdir(), 'tenantry-matrix-'));
  try {
    const measured: Measured[] = [];
    for (const tenants of tenantCounts) measured.push(...(await measure(tenants, rounds, folder)));
    return {
      title: 'Matrix: checks and remedies by all tenants, and all tenants by baselines (aim: below 1,000 ms)',
      tables: [
        {
          columns: ['matrix', 'tenants', 'ms', 'CPU ms', 'floor ms', 'ratio', 'kB'],
          rows: measured.map(({ name, tenants, kilobytes, runs }) => {
            const pageMs = median(runs.map((run) => run.pageMs));
            const floorMs = median(runs.map((run) => run.floorMs));
            const ratio = `${figure(pageMs / floorMs, 2)} ×`;
            const cpuMs = median(runs.map((run) => run.cpuMs));
            const ms = [pageMs, cpuMs, floorMs].map((one) => figure(one, 1));
            return [name, figure(tenants), ...ms, ratio, figure(kilobytes)];
          }),
        },
      ],
      notes: [
        `Floor: the tenants and the findings that it reads, by the driver alone, each parsed once. Medians of ${rounds}, taking turns. One accepted risk a tenant. kB: the answer as JSON, not compressed.`,
      ],
      data: { measured },
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
