import {
  downloadExport,
  exportAuditTrail,
  exportDatabase,
  exportSql,
  getExport,
  listExports,
} from '@tenantry/contract/exports';
import { Reply } from '../../http/reply.ts';
import { callerRoute, type Route } from '../../http/route.ts';
import { noFilter } from './export-content.ts';
import type { Exported, ExportService } from './export-service.ts';

const replyOf = (exported: Exported): Reply =>
  'file' in exported ? Reply.file(exported.file) : Reply.json(exported.job, { status: 202 });

export function exportRoutes({ exports }: { exports: ExportService }): Route[] {
  return [
    callerRoute(exportDatabase, async ({ caller }) =>
      replyOf(await exports.request(caller, 'database-json', noFilter)),
    ),
    callerRoute(exportSql, async ({ caller }) => replyOf(await exports.request(caller, 'database-sql', noFilter))),
    callerRoute(exportAuditTrail, async ({ caller, query: { format, ...filter } }) =>
      replyOf(await exports.request(caller, `audit-trail-${format}`, filter)),
    ),
    callerRoute(listExports, ({ caller }) => exports.list(caller)),
    callerRoute(getExport, ({ caller, params }) => exports.get(caller, params.jobId)),
    callerRoute(downloadExport, async ({ caller, params }) => ({ url: await exports.download(caller, params.jobId) })),
  ];
}
