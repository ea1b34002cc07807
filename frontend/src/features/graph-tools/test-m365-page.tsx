import { Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import { ArrowSyncRegular } from '@fluentui/react-icons/svg/arrow-sync';
import { BeakerFilled } from '@fluentui/react-icons/svg/beaker';
import { CheckmarkCircleFilled } from '@fluentui/react-icons/svg/checkmark-circle';
import { ErrorCircleFilled } from '@fluentui/react-icons/svg/error-circle';
import { useQuery } from '@tanstack/react-query';
import type { GraphTest } from '@tenantry/contract/graph-tools';
import type { ComponentProps } from 'react';
import { AdminPage } from '../../blocks/admin-page.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { formatDateTime } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Hint, Muted } from '../../ui/muted.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { TabPanels } from '../../ui/tab-panels.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { graphTestQuery } from './graph-settings-queries.ts';
import { JsonBlock } from './json-block.tsx';

type Test = GraphTest;

const badges: Record<Test['status'], ComponentProps<typeof StatusBadge>> = {
  success: { label: 'Success', color: 'success', icon: <CheckmarkCircleFilled /> },
  mock: { label: 'Mock Mode', color: 'warning', icon: <BeakerFilled /> },
  failed: { label: 'Failed', color: 'danger', icon: <ErrorCircleFilled /> },
};

const useStyles = makeStyles({
  panel: {
    display: 'grid',
    gap: tokens.spacingVerticalM,
    justifyItems: 'start',
    gridTemplateColumns: 'minmax(0, 1fr)',
  },
  whole: { justifySelf: 'stretch', minWidth: 0 },
  message: { overflowWrap: 'anywhere' },
  facts: {
    display: 'grid',
    gridTemplateColumns: 'max-content minmax(0, 1fr)',
    gap: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalL}`,
    margin: 0,
  },
  term: { fontWeight: tokens.fontWeightSemibold },
  value: { margin: 0, overflowWrap: 'anywhere' },
});

/** Whether Microsoft Graph answers with the registration of this installation. */
export function TestM365Page() {
  const query = useQuery(graphTestQuery());
  const run = () => void query.refetch();
  return (
    <AdminPage
      tab="Graph API Test"
      subtitle="Requests a token from Microsoft and reads your own organization"
      actions={
        <Button icon={<ArrowSyncRegular />} onClick={run} disabledFocusable={query.isFetching}>
          {query.isFetching ? 'Testing…' : 'Test Again'}
        </Button>
      }
    >
      {query.isPending && <SkeletonRows label="Testing Microsoft Graph" />}
      {query.isError && <ErrorPanel title={failed} error={failureOf(query.error)} onRetry={run} />}
      {/* The result of an earlier test is not the result of one that failed. */}
      {query.isSuccess && <Result test={query.data} />}
    </AdminPage>
  );
}

const failed = 'Failed to test Microsoft Graph API connection';

/** The server's message, or the status where it gave none (specification, section 8). */
function failureOf(error: unknown): Error {
  if (!(error instanceof ApiError) || error.status === 0) return error instanceof Error ? error : new Error(failed);
  const status = String(error.status);
  const bare = error.message === status ? '' : error.message;
  const text = bare.startsWith(`${status} `) ? `HTTP ${status}: ${bare.slice(status.length + 1)}` : bare;
  return new ApiError(text || `HTTP ${status}`, error);
}

function Result({ test }: { test: Test }) {
  const styles = useStyles();
  return (
    <SectionCard title="Test result">
      <TabPanels label="Test result" names={['Summary', 'Credentials', 'Response']}>
        {(tab) => (
          <div className={styles.panel}>
            {tab === 'Summary' && <Summary test={test} />}
            {tab === 'Credentials' && <Credentials credentials={test.credentials} />}
            {tab === 'Response' && <Answer data={test.data} />}
          </div>
        )}
      </TabPanels>
    </SectionCard>
  );
}

function Summary({ test }: { test: Test }) {
  const styles = useStyles();
  return (
    <>
      <StatusBadge {...badges[test.status]} />
      <Text className={styles.message}>{test.message}</Text>
      {test.explanation !== null && (
        <Notice intent="error" title={test.explanation.meaning} politeness="polite">
          {test.explanation.whatToDo}
        </Notice>
      )}
      {test.status === 'mock' && <Text>The simulator of this installation answered, not Microsoft.</Text>}
      <Hint>
        Tested <time dateTime={test.timestamp}>{formatDateTime(test.timestamp)}</time>
      </Hint>
    </>
  );
}

function Credentials({ credentials }: { credentials: Test['credentials'] }) {
  const styles = useStyles();
  return (
    <>
      <dl className={styles.facts}>
        <dt className={styles.term}>Client ID</dt>
        <dd className={styles.value}>{credentials.clientId || 'Not configured'}</dd>
        <dt className={styles.term}>Tenant ID</dt>
        <dd className={styles.value}>{credentials.tenantId || 'Not configured'}</dd>
        <dt className={styles.term}>Client secret</dt>
        <dd className={styles.value}>{credentials.clientSecret || 'Not configured'}</dd>
        <dt className={styles.term}>Certificate</dt>
        <dd className={styles.value}>{credentials.certificate || 'Not configured'}</dd>
      </dl>
      <Text>
        Change them under <TextLink to={paths.adminGraphSettings}>Graph API Settings</TextLink>.
      </Text>
    </>
  );
}

function Answer({ data }: { data: unknown }) {
  const styles = useStyles();
  if (data === null || data === undefined) return <Muted>Microsoft Graph gave no answer</Muted>;
  return (
    <div className={styles.whole}>
      <JsonBlock label="Response body" value={data} />
    </div>
  );
}
