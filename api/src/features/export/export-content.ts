import type { ExportKind } from '@tenantry/contract/exports';
import { selectionOf, type TrailFilter } from '../../domain/audit-trail/trail-filter.ts';
import type { TrailPages } from '../../domain/audit-trail/trail-pages.ts';
import { type TrailTenants, trailEntries } from '../../domain/audit-trail/trail-view.ts';
import { csvContentType } from '../../http/csv.ts';
import type { CredentialStore } from '../../store/credentials.ts';
import type { ExportReads } from '../../store/export-reads.ts';
import type { Scope } from '../../store/scope.ts';
import type { TenantStore } from '../../store/tenant-store.ts';
import { databaseJson, type ExportProgress, inChunks } from './database-json.ts';
import { databaseSql } from './database-sql.ts';
import { coreTablesOf, tablesOf } from './tables.ts';
import { trailCsv, trailJson } from './trail-files.ts';

export type ContentDependencies = {
  exportReads: ExportReads;
  credentials: CredentialStore;
  tenants: TenantStore & TrailTenants;
  trailPages: TrailPages;
};

/** What is exported, and for whom: an administrator of some tenants gets what concerns them alone. */
export type ExportOrder = { kind: ExportKind; filter: TrailFilter; scope: Scope };

export const noFilter: TrailFilter = { eventType: '', user: '', target: '', startDate: '', endDate: '' };

const files: Record<ExportKind, { name: string; extension: string; contentType: string }> = {
  'database-json': { name: 'database-export', extension: 'json', contentType: 'application/json; charset=utf-8' },
  'database-sql': { name: 'database-export', extension: 'sql', contentType: 'application/sql; charset=utf-8' },
  'audit-trail-json': { name: 'audit-trail', extension: 'json', contentType: 'application/json; charset=utf-8' },
  'audit-trail-csv': { name: 'audit-trail', extension: 'csv', contentType: csvContentType },
};

/** The name of an export's file, with its day, and what it is. */
export function exportFile(kind: ExportKind, at: Date): { fileName: string; contentType: string } {
  const { name, extension, contentType } = files[kind];
  return { fileName: `${name}-${at.toISOString().slice(0, 10)}.${extension}`, contentType };
}

const entriesAtOnce = 200;

async function* trailPagesOf(parts: ContentDependencies, { filter, scope }: ExportOrder) {
  const selection = selectionOf(filter, scope);
  if (!selection) return;
  let waiting: { id: string }[] = [];
  for await (const record of parts.trailPages.each(selection)) {
    waiting.push(record);
    if (waiting.length < entriesAtOnce) continue;
    yield await trailEntries(parts.tenants, scope, waiting);
    waiting = [];
  }
  if (waiting.length > 0) yield await trailEntries(parts.tenants, scope, waiting);
}

/** The content of an export, as it is read: nothing is held but a page of records. */
export function exportContent(
  parts: ContentDependencies,
  order: ExportOrder,
  at: Date,
  progress: ExportProgress,
): AsyncGenerator<Buffer> {
  const exportedAt = at.toISOString();
  switch (order.kind) {
    case 'database-json':
      return inChunks(databaseJson(tablesOf(parts), exportedAt, progress));
    case 'database-sql':
      return inChunks(databaseSql(coreTablesOf(parts), exportedAt, progress));
    case 'audit-trail-json':
      return inChunks(trailJson(trailPagesOf(parts, order), exportedAt, progress));
    case 'audit-trail-csv':
      return inChunks(trailCsv(trailPagesOf(parts, order), progress));
  }
}
