import { Badge, makeStyles } from '@fluentui/react-components';
import { DocumentPdfRegular } from '@fluentui/react-icons/svg/document-pdf';
import { useQuery } from '@tanstack/react-query';
import type { Audit } from '@tenantry/contract/audits';
import { latestAuditQuery } from '../../blocks/latest-audit-query.ts';
import { NeedsScan } from '../../blocks/needs-scan.tsx';
import { formatDate, formatDateTime, formatTime } from '../../lib/format.ts';
import { useSelectedTenant } from '../../lib/session.ts';
import { Notice } from '../../ui/notice.tsx';
import { PageShell } from '../../ui/page-shell.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { StatCard, StatGrid } from '../../ui/stat-card.tsx';
import { GenerateReport } from './generate-report.tsx';
import { ReportDownloads } from './report-downloads.tsx';
import { ReportList } from './report-list.tsx';

const useStyles = makeStyles({
  whole: { whiteSpace: 'nowrap' },
});

/** The reports of the selected tenant, and its findings as files. */
export function ReportsPage() {
  const tenant = useSelectedTenant();
  const query = useQuery(latestAuditQuery(tenant.id));
  const hasReports = query.data !== undefined && isReportable(query.data);
  return (
    <PageShell
      title="Reports"
      subtitle="Generate reports of the latest audit, and download those made before"
      actions={hasReports && <GenerateReport tenantId={tenant.id} />}
      // The tile of the last audit says it.
      marksSimulated={!(hasReports && query.data?.isSimulated)}
    >
      <QueryState
        query={query}
        loadingLabel="Loading the reports"
        errorTitle="Failed to load audit data. Please try again later."
        isEmpty={(audit) => !isReportable(audit)}
        empty={
          <NeedsScan
            icon={<DocumentPdfRegular />}
            title="No reports yet"
            body="Reports are made from an audit, and this tenant has none yet. Run a scan first."
          />
        }
      >
        {(audit) => (
          <>
            <LastAudit audit={audit} />
            {audit.published !== null && <Published published={audit.published} />}
            <ReportList tenantId={tenant.id} releasable={audit.published === null ? audit.auditTimestamp : null} />
            <ReportDownloads tenant={tenant} />
          </>
        )}
      </QueryState>
    </PageShell>
  );
}

const isReportable = (audit: Audit) => audit.auditTimestamp !== null && !audit.isSample;

function Published({ published: { at, by } }: { published: NonNullable<Audit['published']> }) {
  return (
    <Notice intent="info" title="Published" politeness="polite">
      Approved by {by} on {formatDateTime(at)}. Where their room is open, the client can read it there.
    </Notice>
  );
}

function LastAudit({ audit }: { audit: Audit }) {
  const { coverage, overallScore, auditTimestamp } = audit;
  return (
    <StatGrid label="Last audit">
      <StatCard
        label="Last audit"
        value={auditTimestamp === null ? null : <AuditTime instant={auditTimestamp} />}
        hint={
          audit.isSimulated ? (
            <Badge appearance="outline" color="warning">
              Simulated Data
            </Badge>
          ) : undefined
        }
        isText
      />
      <StatCard
        label="Score"
        value={overallScore === null ? null : `${overallScore}/100`}
        hint={overallScore === null ? (audit.reason ?? 'No check could be judged') : undefined}
      />
      <StatCard
        label="Coverage"
        value={coverage === null ? null : `${coverage.percent}%`}
        hint={
          coverage === null ? 'Not known' : `${coverage.evaluated} of ${coverage.applicable} checks could be judged`
        }
      />
    </StatGrid>
  );
}

/** Date and time, which break between them and nowhere else. */
function AuditTime({ instant }: { instant: string }) {
  const { whole } = useStyles();
  return (
    <time dateTime={instant}>
      <span className={whole}>{formatDate(instant)},</span> <span className={whole}>{formatTime(instant)}</span>
    </time>
  );
}
