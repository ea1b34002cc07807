import { Badge, Button, Card, makeStyles, Subtitle2, Text, tokens } from '@fluentui/react-components';
import { ArrowDownloadRegular } from '@fluentui/react-icons/svg/arrow-download';
import { BracesRegular } from '@fluentui/react-icons/svg/braces';
import { DocumentPdfRegular } from '@fluentui/react-icons/svg/document-pdf';
import { TableRegular } from '@fluentui/react-icons/svg/table';
import { useQuery } from '@tanstack/react-query';
import type { Audit } from '@tenantry/contract/audits';
import type { Tenant } from '@tenantry/contract/tenants';
import { type ReactElement, useId } from 'react';
import { latestAuditQuery } from '../../blocks/latest-audit-query.ts';
import { NeedsScan } from '../../blocks/needs-scan.tsx';
import { useFindingsDownload } from '../../blocks/use-findings-download.ts';
import { useReportDownload } from '../../blocks/use-report-download.ts';
import { formatDate, formatTime } from '../../lib/format.ts';
import { useSelectedTenant } from '../../lib/session.ts';
import { PageShell } from '../../ui/page-shell.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { StatCard, StatGrid } from '../../ui/stat-card.tsx';

const useStyles = makeStyles({
  whole: { whiteSpace: 'nowrap' },
  grid: {
    display: 'grid',
    gap: tokens.spacingHorizontalL,
    gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
    '@media (max-width: 839px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  card: { padding: tokens.spacingHorizontalXL, gap: tokens.spacingVerticalM, minWidth: 0 },
  icon: { fontSize: '32px', lineHeight: 0, color: tokens.colorBrandForeground1 },
  title: { margin: 0 },
  text: { flexGrow: 1, color: tokens.colorNeutralForeground2 },
  button: { alignSelf: 'flex-start' },
});

/** What can be saved of the selected organization. */
export function ReportsPage() {
  const tenant = useSelectedTenant();
  const query = useQuery(latestAuditQuery(tenant.id));
  const hasReports = query.data !== undefined && isReportable(query.data);
  return (
    <PageShell
      title="Reports"
      subtitle="The latest audit to hand on or to keep"
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
            body="Reports are made from an audit, and this organization has none yet. Run a scan first."
          />
        }
      >
        {(audit) => (
          <>
            <LastAudit audit={audit} />
            <Downloads tenant={tenant} />
          </>
        )}
      </QueryState>
    </PageShell>
  );
}

const isReportable = (audit: Audit) => audit.auditTimestamp !== null && !audit.isSample;

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

function Downloads({ tenant }: { tenant: Tenant }) {
  const styles = useStyles();
  const report = useReportDownload(tenant);
  const findings = useFindingsDownload(tenant);
  return (
    <section className={styles.grid} aria-label="Downloads">
      <DownloadCard
        icon={<DocumentPdfRegular />}
        title="Audit report (PDF)"
        text="The whole audit for reading and signing off: score, coverage, the checks by category, and what to do next."
        buttonLabel="Download PDF"
        isPending={report.isPending}
        onDownload={report.save}
      />
      <DownloadCard
        icon={<TableRegular />}
        title="Findings (CSV)"
        text="One line for each finding, to sort and filter in Excel."
        buttonLabel="Download CSV"
        isPending={findings.isPending('csv')}
        onDownload={() => findings.save('csv')}
      />
      <DownloadCard
        icon={<BracesRegular />}
        title="Findings (JSON)"
        text="Every finding in full, for other programs to read."
        buttonLabel="Download JSON"
        isPending={findings.isPending('json')}
        onDownload={() => findings.save('json')}
      />
    </section>
  );
}

type CardProps = {
  icon: ReactElement;
  title: string;
  text: string;
  buttonLabel: string;
  isPending: boolean;
  onDownload: () => void;
};

function DownloadCard({ icon, title, text, buttonLabel, isPending, onDownload }: CardProps) {
  const styles = useStyles();
  const titleId = useId();
  return (
    <Card className={styles.card} role="group" aria-labelledby={titleId}>
      <span className={styles.icon} aria-hidden>
        {icon}
      </span>
      <Subtitle2 as="h2" id={titleId} className={styles.title}>
        {title}
      </Subtitle2>
      <Text className={styles.text}>{text}</Text>
      <Button
        className={styles.button}
        icon={<ArrowDownloadRegular />}
        onClick={onDownload}
        disabledFocusable={isPending}
      >
        {isPending ? 'Preparing…' : buttonLabel}
      </Button>
    </Card>
  );
}
