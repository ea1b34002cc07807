import { tenantIdOfRecordId, tenantRecordId } from '@tenantry/contract/ids';
import type { Blobs } from '../ports/blobs.ts';
import { tenantFolder } from './tenant-folders.ts';

/** Of a tenant the newest are kept; an older one can be made again. */
export const reportsKept = 50;

const folderOf = (tenantId: string) => tenantFolder('reports', tenantId);
const nameOf = (reportId: string) => `${folderOf(tenantIdOfRecordId(reportId))}${reportId.slice(37)}.pdf`;

/** The files of reports. Their ids sort by the time at which they were asked for. */
export function createReportFiles(blobs: Pick<Blobs, 'write' | 'read' | 'list' | 'delete'>) {
  return {
    newId: (tenantId: string, requestedAt: string): string =>
      tenantRecordId(tenantId, `report-${requestedAt.replaceAll(/\D/g, '')}-${crypto.randomUUID()}`),

    /** What a worker that died left of it is overwritten. */
    write: (reportId: string, bytes: Uint8Array): Promise<void> =>
      blobs.write(nameOf(reportId), bytes, 'application/pdf'),

    /** Ids of the files of a tenant for which there is no room any more. */
    async beyondRoom(tenantId: string): Promise<string[]> {
      const folder = folderOf(tenantId);
      const names: string[] = [];
      for await (const name of blobs.list(folder)) names.push(name);
      const old = names.toSorted().slice(0, -reportsKept);
      return old.map((name) => tenantRecordId(tenantId, name.slice(folder.length, -'.pdf'.length)));
    },

    delete: (reportId: string): Promise<void> => blobs.delete(nameOf(reportId)),

    /** Null where it is not kept, or no longer. */
    read: (reportId: string): Promise<Uint8Array | null> => blobs.read(nameOf(reportId)),
  };
}

export type ReportFiles = ReturnType<typeof createReportFiles>;
