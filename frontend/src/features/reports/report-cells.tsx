import { Badge, Button, makeStyles, ProgressBar, Text, tokens } from '@fluentui/react-components';
import { ArrowDownloadRegular } from '@fluentui/react-icons/svg/arrow-download';
import { CheckmarkCircleFilled } from '@fluentui/react-icons/svg/checkmark-circle';
import { ErrorCircleFilled } from '@fluentui/react-icons/svg/error-circle';
import { downloadGeneratedReport, type GeneratedReport, reportFormLabels } from '@tenantry/contract/generated-reports';
import { formatDate, formatDateTime, formatSize } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useHasRole } from '../../lib/session.ts';
import { useAction } from '../../lib/use-action.ts';
import { useDownload } from '../../lib/use-download.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { Hint, Muted } from '../../ui/muted.tsx';
import { Notice } from '../../ui/notice.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { isUnderWay } from './report-queries.ts';
import { useGenerateReport } from './use-generate-report.ts';
import { useReleaseReport } from './use-release-report.ts';

const useStyles = makeStyles({
  stack: { display: 'grid', gap: tokens.spacingVerticalXXS, justifyItems: 'start' },
  bar: { width: '100%' },
});

type Props = { report: GeneratedReport };

/** Which of several on the page, for screen readers: 'Full report of Mar 3, 2026, 9:00 AM'. */
const nameOf = ({ form, requestedAt }: GeneratedReport) =>
  `${reportFormLabels[form]} of ${formatDateTime(requestedAt)}`;

/** Which report, and of which audit. */
export function ReportName({ report: { form, auditedAt, isSimulated, comparedWith } }: Props) {
  const styles = useStyles();
  return (
    <div className={styles.stack}>
      <Text weight="semibold">{reportFormLabels[form]}</Text>
      <Hint>
        Audit of {formatDateTime(auditedAt)}
        {comparedWith !== null && `, changes since ${formatDate(comparedWith.since)}`}
      </Hint>
      {isSimulated && (
        <Badge appearance="outline" color="warning">
          Simulated Data
        </Badge>
      )}
    </div>
  );
}

/** When and by whom. */
export function Made({ report: { requestedAt, createdAt, madeBy } }: Props) {
  const styles = useStyles();
  return (
    <div className={styles.stack}>
      <Text>{formatDateTime(createdAt ?? requestedAt)}</Text>
      <Hint>by {madeBy}</Hint>
    </div>
  );
}

/** How far it is, or what came of it. */
export function ReportState({ report }: Props) {
  const styles = useStyles();
  const { status, progress, step, sizeBytes, url } = report;
  if (isUnderWay(report)) {
    return (
      <div className={styles.stack}>
        <ProgressBar
          className={styles.bar}
          aria-label={`Progress: ${nameOf(report)}`}
          value={status === 'queued' ? undefined : progress}
          max={100}
          thickness="large"
        />
        <Text size={200} role="status">
          {status === 'queued' ? step || 'Waiting to start' : `${Math.round(progress)}%: ${step}`}
        </Text>
      </div>
    );
  }
  if (status === 'failed') return <StatusBadge label="Failed" color="danger" icon={<ErrorCircleFilled />} />;
  return (
    <div className={styles.stack}>
      <StatusBadge label="Ready" color="success" icon={<CheckmarkCircleFilled />} />
      <Hint>
        {url === null ? 'The file is no longer kept. Generate it again.' : sizeBytes !== null && formatSize(sizeBytes)}
      </Hint>
    </div>
  );
}

/** When it was released to the client, and who approved that; what was made later is offered to be given to them. */
export function Publication({ report }: Props) {
  const styles = useStyles();
  const { published, isForClient, url } = report;
  if (published === null) return <Muted>Not published</Muted>;
  if (!isForClient && url !== null) return <LaterReport report={report} />;
  return (
    <div className={styles.stack}>
      <Text>{formatDate(published.at)}</Text>
      <Hint>Approved by {published.by}</Hint>
    </div>
  );
}

/** One that was made after its audit was published: the client has it once an administrator gives it to them. */
function LaterReport({ report }: Props) {
  const styles = useStyles();
  const isAdmin = useHasRole('admin');
  const release = useReleaseReport(report.tenantId);
  const { submit, pending } = useAction('The report was not given to the client', () => release(report));
  return (
    <div className={styles.stack}>
      <Muted>Not given to the client</Muted>
      {isAdmin && (
        <Button
          size="small"
          aria-label={`Give to the client: ${nameOf(report)}`}
          onClick={submit}
          disabledFocusable={pending}
        >
          {pending ? 'Giving…' : 'Give to the client'}
        </Button>
      )}
    </div>
  );
}

export function ReportActions({ report }: Props) {
  const { start, pendingName } = useDownload('Download Failed');
  const { reportId, tenantId, scanLogId, fileName, url } = report;
  const save = () => start(downloadGeneratedReport, { params: { reportId }, tenantId }, fileName);
  return (
    <>
      <LinkButton
        to={`${paths.changes}?${new URLSearchParams({ to: scanLogId })}`}
        size="small"
        appearance="subtle"
        aria-label={`Compare the scan of the ${nameOf(report)}`}
      >
        Compare
      </LinkButton>
      {url !== null && (
        <Button
          size="small"
          icon={<ArrowDownloadRegular />}
          aria-label={`Download: ${nameOf(report)}`}
          onClick={save}
          disabledFocusable={pendingName !== null}
        >
          {pendingName === null ? 'Download' : 'Saving…'}
        </Button>
      )}
    </>
  );
}

/** Asked for as it was asked for before. */
const sameComparison = ({ comparedWith }: GeneratedReport): string | undefined =>
  comparedWith?.basis === 'date' ? comparedWith.since.slice(0, 10) : comparedWith?.basis;

/** Why there is no file, and the way to try again. */
export function ReportFailure({ report }: Props) {
  const canRetry = useHasRole('technician');
  const generate = useGenerateReport(report.tenantId);
  const { submit, pending } = useAction('PDF Generation Failed', async () => {
    await generate({ form: report.form, compareWith: sameComparison(report) });
  });
  return (
    <Notice
      intent="error"
      title="This report could not be made"
      politeness="polite"
      actions={
        canRetry && (
          <Button
            size="small"
            aria-label={`Retry: ${nameOf(report)}`}
            onClick={() => void submit()}
            disabledFocusable={pending}
          >
            {pending ? 'Retrying…' : 'Retry'}
          </Button>
        )
      }
    >
      {report.error ?? 'Generate it again.'}
    </Notice>
  );
}
