import type { Parsed } from '@tenantry/contract/endpoint';
import { type exportFindings, maxFindingsExported } from '@tenantry/contract/findings';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { AppError } from '../../http/app-error.ts';
import type { Caller } from '../../http/caller.ts';
import { csvContentType } from '../../http/csv.ts';
import { Reply } from '../../http/reply.ts';
import { every } from '../../ports/collection.ts';
import { type FindingRecord, findingsQuery } from '../../store/findings.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import { othersOfGroup } from './finding-group.ts';
import { storedFilters } from './finding-read-models.ts';
import { exportedFinding } from './finding-view.ts';
import { findingsCsv, findingsJson } from './findings-export.ts';

type Dependencies = Pick<CommonParts, 'findings' | 'tenants' | 'trail' | 'clock'>;
type Wanted = Parsed<typeof exportFindings.query>;

const tooMany = (count: number) =>
  new AppError(
    'INVALID_INPUT',
    `${count.toLocaleString('en-US')} findings match, and a file holds ${maxFindingsExported.toLocaleString('en-US')} at most. Filter them, then export again.`,
  );

const trailedFilters = ({ status, severity, category, remedy, search }: Wanted) =>
  Object.fromEntries(
    Object.entries({ status, severity, category, remedy, search }).filter(([, value]) => value !== undefined),
  );

/** Findings as files: as the list shows them, by its filters and in its order. */
export function createFindingFiles({ findings, tenants, trail, clock }: Dependencies) {
  async function fileOf(
    exported: Parameters<typeof findingsCsv>[0],
    { format, ...filters }: Wanted,
    { name, tenantId, by }: { name: string; tenantId: string | null; by: Caller },
  ): Promise<Reply> {
    const isCsv = format === 'csv';
    const bytes = isCsv ? findingsCsv(exported) : findingsJson(exported, clock.now(), name);
    await trail.record({
      eventType: 'findings_exported',
      user: by.user.username,
      target: name,
      tenantId,
      details: { format, count: exported.length, ...trailedFilters({ format, ...filters }) },
    });
    return Reply.file({
      fileName: tenantId === null ? `Findings.${format}` : `Findings_${name}.${format}`,
      contentType: isCsv ? csvContentType : 'application/json; charset=utf-8',
      bytes,
    });
  }

  return {
    async ofTenant(tenant: TenantRecords, wanted: Wanted, by: Caller): Promise<Reply> {
      const records = await every(tenant.findings, findingsQuery({ ...wanted, ...storedFilters(wanted) }));
      const countsWith = await othersOfGroup(records, (where) => tenant.findings.count(where));
      const { id: tenantId, name } = tenant.tenant;
      const exported = records.map((record) => exportedFinding(record, name, countsWith(record)));
      return fileOf(exported, wanted, { name, tenantId, by });
    },

    /** Of all tenants in the caller's scope. @throws AppError INVALID_INPUT where more match than a file holds */
    async ofScope(wanted: Wanted, by: Caller): Promise<Reply> {
      const { scope } = by;
      const filters = storedFilters(wanted);
      const count = await findings.matching(scope, filters);
      if (count > maxFindingsExported) throw tooMany(count);
      const records: FindingRecord[] = [];
      for await (const record of findings.matches(scope, { ...wanted, ...filters })) records.push(record);
      const countsWith = await othersOfGroup(records, (where) => findings.count(scope, where));
      const names = await tenants.ofRecords(scope, records);
      const exported = records.map((record) =>
        exportedFinding(record, names.get(record.tenantId)?.name ?? record.tenantId, countsWith(record)),
      );
      return fileOf(exported, wanted, { name: 'All tenants', tenantId: null, by });
    },
  };
}
