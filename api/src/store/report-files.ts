import { tenantIdOfRecordId, tenantRecordId } from '@tenantry/contract/ids';
import type { Blobs } from '../ports/blobs.ts';
import { tenantFolder } from './tenant-folders.ts';

/** Of a tenant the newest are kept; an older one can be made again. */
const keptPerTenant = 50;

const folderOf = (tenantId: string) => tenantFolder('reports', tenantId);
const nameOf = (reportId: string) => `${folderOf(tenantIdOfRecordId(reportId))}${reportId.slice(37)}.pdf`;

/** Reports that were made, a file each. Their ids sort by the time at which they were. */
export function createReportFiles(blobs: Pick<Blobs, 'create' | 'read' | 'list' | 'delete'>) {
  return {
    /** @returns the id of the report */
    async keep(tenantId: string, createdAt: string, bytes: Uint8Array): Promise<string> {
      const time = createdAt.replaceAll(/\D/g, '');
      const reportId = tenantRecordId(tenantId, `report-${time}-${crypto.randomUUID()}`);
      if (!(await blobs.create(nameOf(reportId), bytes, 'application/pdf')))
        throw new Error(`The report ${reportId} is there already`);
      const names: string[] = [];
      for await (const name of blobs.list(folderOf(tenantId))) names.push(name);
      const old = names.toSorted().slice(0, -keptPerTenant);
      await Promise.all(old.map((name) => blobs.delete(name)));
      return reportId;
    },

    /** Null where it is not kept, or no longer. */
    read: (reportId: string): Promise<Uint8Array | null> => blobs.read(nameOf(reportId)),
  };
}

export type ReportFiles = ReturnType<typeof createReportFiles>;
