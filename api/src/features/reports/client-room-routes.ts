import { downloadClientReport, listClientReports } from '@tenantry/contract/client-reports';
import { type ClientSummary, getClientLogo, getClientSummary } from '@tenantry/contract/client-summary';
import { settleOutbox, withEntry } from '../../domain/audit-trail/outbox.ts';
import type { AlignmentStores } from '../../domain/baselines/fleet-alignment.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { readPriceList } from '../../domain/price-list/price-list.ts';
import { providerName, readReportSettings } from '../../domain/settings/report-settings.ts';
import { troubleOfTenant } from '../../domain/tenant-trouble/tenant-trouble.ts';
import { AppError } from '../../http/app-error.ts';
import { type Caller, sessionOf } from '../../http/caller.ts';
import { Reply } from '../../http/reply.ts';
import { callerRoute, type Route, tenantRoute } from '../../http/route.ts';
import { update } from '../../ports/collection.ts';
import { latestAudit } from '../../store/latest-audit.ts';
import type { ReportFiles } from '../../store/report-files.ts';
import { isForClient, reportPage } from '../../store/reports.ts';
import type { SettingsArchive } from '../../store/settings-archive.ts';
import { unfinishedTasks } from '../../store/tasks.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import type { UserRecord } from '../../store/users.ts';
import { agreedWork } from './client-agreed.ts';
import { clientFigures, noFigures } from './client-view.ts';
import { earlierAudit } from './earlier-audits.ts';
import { reportModel } from './report-data.ts';
import { reportLook } from './report-look.ts';

type Dependencies = AlignmentStores &
  Pick<CommonParts, 'users' | 'systemConfig' | 'trail' | 'clock'> & {
    archive: SettingsArchive;
    reportFiles: ReportFiles;
    organizationName: string | null;
  };

/** As many are looked through for those that were released. */
const reportsAtMost = 200;

/** Who saw what: a client's look at their room is in the trail, once for each time that they sign in. */
async function noteView(
  { users, trail, clock }: Dependencies,
  { tenant }: TenantRecords,
  caller: Caller,
): Promise<void> {
  if (!caller.user.client) return;
  const { startedAt } = sessionOf(caller);
  const now = clock.now();
  const seen = await update(users, caller.userId, (current): UserRecord => {
    const { client } = current;
    if (!client || (client.viewedSince ?? '') >= startedAt) return current;
    const { username } = current;
    const entry = {
      eventType: 'client_room_viewed',
      user: username,
      target: tenant.name,
      tenantId: tenant.id,
    } as const;
    return withEntry({ ...current, client: { ...client, viewedSince: startedAt } }, { ...entry, details: {} }, now);
  });
  if (seen) await settleOutbox(users, seen, trail);
}

async function summaryOf(dependencies: Dependencies, records: TenantRecords): Promise<ClientSummary> {
  const { systemConfig, organizationName, clock, archive } = dependencies;
  const { tenant } = records;
  const settings = await readReportSettings(systemConfig);
  const { showsPrices = false, color = null, welcome = '' } = tenant.clientRoom ?? {};
  const head = {
    clientName: tenant.displayName,
    domain: tenant.domain,
    provider: await providerName(systemConfig, organizationName),
    color: color ?? settings?.color ?? null,
    hasLogo: (settings?.logo ?? null) !== null,
    welcome,
    showsPrices,
  };
  const audit = await latestAudit(records);
  if (!audit) return { ...head, ...noFigures, isSimulated: tenant.isMock };
  const now = clock.now();
  const model = await reportModel(records, audit, await earlierAudit(records, audit, undefined, now), {
    form: 'summary',
    look: await reportLook(systemConfig, tenant, organizationName),
    now,
    trouble: await troubleOfTenant(records, now),
    priceList: await readPriceList(systemConfig),
    archive,
    alignment: dependencies,
  });
  const agreed = agreedWork(await unfinishedTasks(records.tasks));
  return { ...head, ...clientFigures(model, { withPrices: showsPrices, agreed }) };
}

async function releasedReports({ reports }: TenantRecords) {
  const { items } = await reportPage(reports, { limit: reportsAtMost });
  return items
    .filter(isForClient)
    .map(({ id, form, fileName, sizeBytes, auditedAt, createdAt, published, releasedAt }) => ({
      ...{
        id,
        form,
        fileName,
        auditedAt,
        sizeBytes: sizeBytes ?? 0,
        publishedAt: releasedAt ?? published?.at ?? auditedAt,
      },
      createdAt: createdAt ?? auditedAt,
    }));
}

const noReport = () => new AppError('NOT_FOUND', 'There is no such report, or it is no longer kept.');

async function reportFile(
  { reportFiles, trail }: Dependencies,
  { reports, tenant: { name: target, id: tenantId } }: TenantRecords,
  reportId: string,
  { user }: Caller,
): Promise<Reply> {
  const report = (await reports.get(reportId))?.value;
  if (!report || !isForClient(report)) throw noReport();
  const bytes = await reportFiles.read(reportId);
  if (bytes === null) throw noReport();
  const details = { reportId };
  await trail.record({ eventType: 'report_downloaded', user: user.username, target, tenantId, details });
  return Reply.file({ fileName: report.fileName, contentType: 'application/pdf', bytes });
}

/** A tenant's figures and reports in the room of its client. */
export function clientReportRoutes(dependencies: Dependencies): Route[] {
  return [
    tenantRoute(getClientSummary, async ({ tenant, caller }) => {
      await noteView(dependencies, tenant, caller);
      return summaryOf(dependencies, tenant);
    }),
    callerRoute(getClientLogo, async () => {
      const logo = (await readReportSettings(dependencies.systemConfig))?.logo ?? null;
      if (logo === null) throw new AppError('NOT_FOUND', 'There is no logo.');
      const { contentType, base64 } = logo;
      const fileName = `logo.${contentType === 'image/png' ? 'png' : 'svg'}`;
      return Reply.file({ fileName, contentType, bytes: Buffer.from(base64, 'base64') });
    }),
    tenantRoute(listClientReports, async ({ tenant }) => ({ items: await releasedReports(tenant) })),
    tenantRoute(downloadClientReport, ({ tenant, params, caller }) =>
      reportFile(dependencies, tenant, params.id, caller),
    ),
  ];
}
