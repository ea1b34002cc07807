import { downloadReport, getReportComparisons } from '@tenantry/contract/audits';
import type { Parsed } from '@tenantry/contract/endpoint';
import {
  downloadGeneratedReport,
  generateReport,
  getReport,
  listReports,
  releaseReport,
} from '@tenantry/contract/generated-reports';
import {
  changeReportSettings,
  chooseReportTimeZone,
  getReportLogo,
  getReportSettings,
  getReportTimeZone,
} from '@tenantry/contract/report-settings';
import { changeAndSeal, withEntry } from '../../domain/audit-trail/outbox.ts';
import type { AlignmentStores } from '../../domain/baselines/fleet-alignment.ts';
import { reportMade } from '../../domain/last-report/last-report.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { readPriceList } from '../../domain/price-list/price-list.ts';
import { troubleOfTenant } from '../../domain/tenant-trouble/tenant-trouble.ts';
import { AppError } from '../../http/app-error.ts';
import type { Caller } from '../../http/caller.ts';
import { Reply } from '../../http/reply.ts';
import { callerRoute, type Route, tenantRoute } from '../../http/route.ts';
import { update } from '../../ports/collection.ts';
import { hasEnded, isForClient, type ReportRecord, reportPage } from '../../store/reports.ts';
import type { SettingsArchive } from '../../store/settings-archive.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import { auditToReport, earlierAudit, reportComparisons } from './earlier-audits.ts';
import { reportModel } from './report-data.ts';
import { reportLook } from './report-look.ts';
import type { ReportQueue } from './report-queue.ts';
import { createReportRequests, type ReportRequestDependencies } from './report-requests.ts';
import { createReportSettings } from './report-settings-service.ts';
import { reportView } from './report-view.ts';

type Dependencies = ReportRequestDependencies &
  AlignmentStores &
  Pick<CommonParts, 'tenants' | 'systemConfig'> & {
    reportQueue: ReportQueue;
    archive: SettingsArchive;
    organizationName: string | null;
    redirectUri: string;
  };

const pdf = 'application/pdf';
/** The name that the specification gives to the report of the latest audit. */
const latestName = ({ tenant }: TenantRecords) => `Report_${tenant.name}.pdf`;

/** Makes the report of the latest audit and hands it out at once. It is in the trail, and in no list: nothing of it is kept. */
async function madeAtOnce(
  dependencies: Dependencies,
  tenant: TenantRecords,
  caller: Caller,
  { form, compareWith }: Parsed<typeof downloadReport.query>,
): Promise<Uint8Array> {
  const { reportQueue, organizationName, tenants, trail, clock, systemConfig, redirectUri, archive } = dependencies;
  const audit = await auditToReport(tenant);
  const now = clock.now();
  const earlier = await earlierAudit(tenant, audit, compareWith, now);
  const trouble = await troubleOfTenant(tenant, now);
  const key = [form, audit.id, earlier?.audit.id, earlier?.basis, earlier?.since].join(' ');
  const bytes = await reportQueue.render(key, caller.userId, async () => {
    const priceList = await readPriceList(systemConfig);
    const look = await reportLook(systemConfig, tenant.tenant, organizationName);
    const order = { form, look, now, trouble, priceList, redirectUri, archive, alignment: dependencies };
    return reportModel(tenant, audit, earlier, order);
  });
  const { name, id: tenantId } = tenant.tenant;
  const made = { madeAt: clock.now().toISOString(), madeBy: caller.user.username };
  await update(tenants, tenantId, (current) => reportMade(current, audit, made));
  await trail.record({
    eventType: 'report_generated',
    user: caller.user.username,
    target: name,
    tenantId,
    details: { form, scanLogId: audit.scanLogId, comparedWith: earlier?.audit.id ?? null },
  });
  return bytes;
}

const noSuchReport = () => new AppError('NOT_FOUND', 'There is no such report.');

/**
 * Gives the client a report that was made after its audit was published. Said twice it is done, and in the trail, once.
 * @throws AppError NOT_FOUND; CONFLICT while its audit is not published, or without a file
 */
async function release(
  { trail, clock }: Pick<Dependencies, 'trail' | 'clock'>,
  { tenant: { id: tenantId, name: target }, reports }: TenantRecords,
  reportId: string,
  user: string,
): Promise<ReportRecord> {
  const now = clock.now();
  const released = await changeAndSeal(trail, reports, reportId, (report) => {
    if (report.status !== 'ready' || !report.isKept)
      throw new AppError('CONFLICT', 'This report has no file to give. Generate it again.');
    if (report.published === null)
      throw new AppError('CONFLICT', 'The audit of this report is not published. Request its publication.');
    if (isForClient(report)) return report;
    const details = { reportId, form: report.form };
    return withEntry(
      { ...report, isReleased: true, releasedAt: now.toISOString() },
      { eventType: 'report_released', user, target, tenantId, details },
      now,
    );
  });
  if (!released) throw noSuchReport();
  return released;
}

/** Reports: asked for and made as jobs, listed, handed out. */
function keptRoutes(dependencies: Dependencies): Route[] {
  const { reports, tenants, reportFiles, trail } = dependencies;
  const requests = createReportRequests(dependencies);
  return [
    tenantRoute(generateReport, async ({ tenant, caller, body }) => {
      const report = await requests.request(tenant, caller, body);
      const status = hasEnded(report) ? 201 : 202;
      return Reply.json(reportView(report, tenant.tenant.name), { status });
    }),

    callerRoute(listReports, async ({ caller, tenant, query }) => {
      const page = tenant ? await reportPage(tenant.reports, query) : await reports.page(caller.scope, query);
      const known = await tenants.ofRecords(caller.scope, page.items);
      const items = page.items.map((one) => reportView(one, known.get(one.tenantId)?.name ?? one.tenantId));
      return { ...page, items };
    }),

    tenantRoute(getReport, async ({ tenant, params }) => {
      const stored = await tenant.reports.get(params.reportId);
      if (!stored) throw noSuchReport();
      return reportView(stored.value, tenant.tenant.name);
    }),

    tenantRoute(releaseReport, async ({ tenant, params, caller }) =>
      reportView(await release(dependencies, tenant, params.reportId, caller.user.username), tenant.tenant.name),
    ),

    tenantRoute(downloadGeneratedReport, async ({ tenant, params, caller }) => {
      const { reportId } = params;
      const bytes = await reportFiles.read(reportId);
      if (bytes === null) throw new AppError('NOT_FOUND', 'This report is no longer kept. Generate it again.');
      const { name: target, id: tenantId } = tenant.tenant;
      const user = caller.user.username;
      await trail.record({ eventType: 'report_downloaded', user, target, tenantId, details: { reportId } });
      const fileName = (await tenant.reports.get(reportId))?.value.fileName ?? latestName(tenant);
      return Reply.file({ fileName, contentType: pdf, bytes });
    }),
  ];
}

/** How reports look. */
function settingsRoutes(dependencies: Dependencies): Route[] {
  const settings = createReportSettings(dependencies);
  return [
    callerRoute(getReportSettings, () => settings.read()),
    callerRoute(getReportLogo, async () => {
      const { logo } = await settings.read();
      if (logo === null) throw new AppError('NOT_FOUND', 'There is no logo.');
      const fileName = `logo.${logo.contentType === 'image/png' ? 'png' : 'svg'}`;
      return Reply.file({ fileName, contentType: logo.contentType, bytes: Buffer.from(logo.base64, 'base64') });
    }),
    callerRoute(changeReportSettings, ({ body, caller }) => settings.change(body, caller)),
    tenantRoute(getReportTimeZone, ({ tenant }) => settings.timeZoneOf(tenant.tenant)),
    tenantRoute(chooseReportTimeZone, ({ tenant, body, caller }) =>
      settings.chooseTimeZone(tenant.tenant, body.timeZone, caller),
    ),
  ];
}

export function reportRoutes(dependencies: Dependencies): Route[] {
  return [
    tenantRoute(downloadReport, async ({ tenant, query, caller }) => {
      const bytes = await madeAtOnce(dependencies, tenant, caller, query);
      return Reply.file({ fileName: latestName(tenant), contentType: pdf, bytes });
    }),
    tenantRoute(getReportComparisons, async ({ tenant }) => reportComparisons(tenant, await auditToReport(tenant))),
    ...keptRoutes(dependencies),
    ...settingsRoutes(dependencies),
  ];
}
