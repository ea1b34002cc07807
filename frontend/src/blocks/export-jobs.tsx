import { Button, makeStyles, ProgressBar, Text, tokens } from '@fluentui/react-components';
import { ArrowDownloadRegular } from '@fluentui/react-icons/svg/arrow-download';
import { useQuery } from '@tanstack/react-query';
import { downloadExport, type ExportJob, type ExportKind } from '@tenantry/contract/exports';
import { call } from '../lib/api-client.ts';
import { saveFrom } from '../lib/download.ts';
import { countOf, formatSize, formatTime } from '../lib/format.ts';
import { useAction } from '../lib/use-action.ts';
import { ErrorPanel } from '../ui/error-panel.tsx';
import { Hint } from '../ui/muted.tsx';
import { Notice } from '../ui/notice.tsx';
import { PlainList } from '../ui/plain-list.tsx';
import { SectionCard } from '../ui/section-card.tsx';
import { exportJobsQuery, isUnderWay } from './export-jobs-query.ts';

const useStyles = makeStyles({
  job: { display: 'grid', gap: tokens.spacingVerticalXS, justifyItems: 'start', minWidth: 0 },
  bar: { width: '100%' },
  name: { overflowWrap: 'anywhere' },
});

/** The user's large exports of these kinds: how far they are, and the way to their files. Nothing where there is none. */
export function ExportJobs({ kinds }: { kinds: readonly ExportKind[] }) {
  const styles = useStyles();
  const query = useQuery(exportJobsQuery());
  if (query.isError) {
    return (
      <ErrorPanel title="Your exports could not be loaded" error={query.error} onRetry={() => void query.refetch()} />
    );
  }
  const jobs = query.data?.filter(({ kind }) => kinds.includes(kind)) ?? [];
  if (jobs.length === 0) return null;
  return (
    <SectionCard
      title="Your exports"
      subtitle="Large files are written in the background. Only you can download them, where you are signed in now."
    >
      <PlainList gap="L" aria-label="Your exports">
        {jobs.map((job) => (
          <li key={job.jobId} className={styles.job}>
            <Text weight="semibold" className={styles.name}>
              {job.fileName}
            </Text>
            <JobState job={job} />
          </li>
        ))}
      </PlainList>
    </SectionCard>
  );
}

function JobState({ job }: { job: ExportJob }) {
  const styles = useStyles();
  const { status, records, bytes, table, downloadUrl, linkExpiresAt, error, fileName } = job;
  if (isUnderWay(job)) {
    const so = `${countOf(records, 'record')}, ${formatSize(bytes)} so far`;
    return (
      <>
        <ProgressBar className={styles.bar} aria-label={`Progress of ${fileName}`} />
        <Hint role="status">
          {status === 'queued' ? 'Waiting to start' : table === null ? so : `Writing ${table}: ${so}`}
        </Hint>
      </>
    );
  }
  if (status === 'failed' || downloadUrl === null || linkExpiresAt === null) {
    return (
      <Notice intent="error" title="The export failed">
        {error ?? 'Start it again.'}
      </Notice>
    );
  }
  return (
    <>
      <Hint>
        {countOf(records, 'record')}, {formatSize(bytes)}. The link ends at {formatTime(linkExpiresAt)}.
      </Hint>
      <DownloadButton job={job} />
    </>
  );
}

/** The address is asked for by a call, which may ask first who is there. */
function DownloadButton({ job: { jobId, fileName } }: { job: ExportJob }) {
  const { submit, pending } = useAction('Download Failed', async () => {
    saveFrom((await call(downloadExport, { params: { jobId }, tenantId: null })).url);
  });
  return (
    <Button
      icon={<ArrowDownloadRegular />}
      aria-label={`Download ${fileName}`}
      onClick={() => void submit()}
      disabledFocusable={pending}
    >
      Download
    </Button>
  );
}
