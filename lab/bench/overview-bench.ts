import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openSqliteRecordStore } from '../../api/src/adapters/sqlite/sqlite-record-store.ts';
import { emptyOutbox } from '../../api/src/domain/audit-trail/outbox.ts';
import { tenantSummaries } from '../../api/src/features/tenants/tenant-summaries.ts';
import { containers, globalPartition } from '../../api/src/store/containers.ts';
import { everyTenant } from '../../api/src/store/scope.ts';
import { shapedRecords } from '../../api/src/store/shaped-records.ts';
import { openStores } from '../../api/src/store/stores.ts';
import type { AuditSummary, TenantRecord } from '../../api/src/store/tenants.ts';
import type { Size } from './bench-arguments.ts';
import { figure, median, type Section } from './table.ts';

const sizes = {
  usual: { tenantCounts: [1_000, 10_000], rounds: 9 },
  smallest: { tenantCounts: [60], rounds: 1 },
} as const;
const dayMs = 86_400_000;
const healths = ['OK', 'Warning', 'Critical', 'Unknown'] as const;

function auditOf(index: number, nowMs: number): AuditSummary {
  const at = (daysAgo: number) => new Date(nowMs - daysAgo * dayMs).toISOString();
  const score = 40 + (index % 60);
  const evaluated = 100;
  const title = 'Administrators without a second factor';
  return {
    scanLogId: `scan-${index}`,
    auditedAt: at(0),
    score,
    status: healths[index % healths.length] ?? 'OK',
    coverage: { evaluated, applicable: 120, percent: 83 },
    openIssues: index % 90,
    criticalIssues: index % 4,
    topFinding: { findingId: `finding-${index}`, checkId: 'mfa.admins.registration', severity: 'critical', title },
    openAlerts: index % 3,
    openAlertsUnknownBecause: null,
    history: Array.from({ length: 9 }, (_, n) => ({ at: at(8 - n), score, openIssues: index % 80, evaluated })),
  };
}

/** A tenant as the product keeps it, with the figures of a week. */
export function tenantOf(index: number, nowMs: number): TenantRecord {
  const id = `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
  const name = `Tenant ${index}`;
  const at = new Date(nowMs).toISOString();
  const lastScan = { scanLogId: `scan-${index}`, status: 'completed', endedAt: at } as const;
  const failing = { since: at, reason: 'Microsoft Graph refused every request (403).', cause: 'refused' } as const;
  return {
    ...{ id, name, nameKey: name.toLowerCase(), displayName: name, domain: `tenant-${index}.example` },
    ...{ m365TenantId: id, isMock: false, emergencyAccounts: [] },
    audit: auditOf(index, nowMs),
    ...{
      lastScan,
      lastReports: [],
      reportTimeZone: null,
      mailUses: [],
      tasksHeldAt: null,
      scanFailing: index % 20 === 0 ? failing : null,
      createdAt: at,
      updatedAt: at,
    },
    ...emptyOutbox,
  };
}

/** The same rows by the driver alone, each parsed once: what any program has to do that shows figures over all tenants. */
function readRows(database: DatabaseSync): number {
  const rows = database.prepare(`SELECT doc FROM c_${containers.tenants.name}`).all() as { doc: string }[];
  return rows.map(({ doc }) => JSON.parse(doc) as object).length;
}

async function measure(tenants: number, rounds: number, folder: string) {
  const file = join(folder, `${tenants}.db`);
  const records = shapedRecords(openSqliteRecordStore(file));
  const nowMs = Date.now();
  const stored = records.partition<TenantRecord>(containers.tenants, globalPartition);
  for (let index = 0; index < tenants; index += 1) await stored.create(tenantOf(index, nowMs));
  const stores = openStores(records, { now: () => new Date() });
  const database = new DatabaseSync(file, { readOnly: true });
  const runs: { pageMs: number; floorMs: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const startMs = performance.now();
    const read = readRows(database);
    const floorMs = performance.now() - startMs;
    const page = await tenantSummaries(stores, everyTenant, { limit: 50, sort: 'need' }, new Date());
    if (page.summary.tenants !== tenants || read !== tenants) throw new Error(`${page.total} of ${tenants} were read`);
    runs.push({ floorMs, pageMs: performance.now() - startMs - floorMs });
  }
  database.close();
  await records.close();
  return { tenants, runs };
}

/** The first page of the overview, those that need somebody first, with totals over all tenants. */
export async function benchOverview({ size }: { size: Size }): Promise<Section> {
  const { tenantCounts, rounds } = sizes[size];
  const folder = mkdtempSync(join(tmpdir(), 'tenantry-bench-'));
  try {
    const measured: Awaited<ReturnType<typeof measure>>[] = [];
    for (const tenants of tenantCounts) measured.push(await measure(tenants, rounds, folder));
    return {
      title: 'Overview: its first page, by need, with totals over all tenants',
      tables: [
        {
          columns: ['tenants', 'ms', 'floor ms', 'ratio'],
          rows: measured.map(({ tenants, runs }) => {
            const pageMs = median(runs.map((run) => run.pageMs));
            const floorMs = median(runs.map((run) => run.floorMs));
            return [figure(tenants), figure(pageMs, 1), figure(floorMs, 1), `${figure(pageMs / floorMs, 2)} ×`];
          }),
        },
      ],
      notes: [`Floor: the same rows by the driver alone, each parsed once. Medians of ${rounds}, taking turns.`],
      data: { measured },
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
