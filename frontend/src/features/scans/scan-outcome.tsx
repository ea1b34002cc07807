import { Button, makeStyles, Text } from '@fluentui/react-components';
import type { Scan } from '@tenantry/contract/scans';
import { endOfId, formatDateTime, formatNumber, formatSeconds } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { FactGrid } from '../../ui/fact-grid.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Row } from '../../ui/row.tsx';
import { Stack } from '../../ui/stack.tsx';
import { DatasetStates } from './scan-progress.tsx';

const useStyles = makeStyles({
  title: { margin: 0 },
});

/** Against the scan before; nothing of scans of before this was kept. */
function outcomeFacts(outcome: Scan['outcome']): [label: string, value: string][] {
  if (outcome === null) return [];
  const { scoreBefore, score } = outcome;
  const after = score === null ? 'none' : formatNumber(score);
  return [
    ['New Findings', formatNumber(outcome.newFindings)],
    ['Resolved', formatNumber(outcome.resolvedFindings)],
    ['Score', scoreBefore === null ? after : `${formatNumber(scoreBefore)} → ${after}`],
  ];
}

const figure = (value: number | null) => (value === null ? 'Unknown' : formatNumber(value));

/** What a completed scan came to. */
export function ScanResults({ scan }: { scan: Scan }) {
  const styles = useStyles();
  const unread = scan.progress.datasets.filter(({ state }) => state !== 'done' && state !== 'waiting');
  const facts: [label: string, value: string][] = [
    ['Users Scanned', figure(scan.userCount)],
    ['Findings Generated', figure(scan.findingsGenerated)],
    ...outcomeFacts(scan.outcome),
    ['Scan Duration', scan.duration === null ? 'Unknown' : formatSeconds(scan.duration)],
    ['Tenant', scan.tenantName],
    ['Scan ID', endOfId(scan.scanLogId)],
    ['Completed', scan.completedAt === null ? 'Unknown' : formatDateTime(scan.completedAt)],
    [
      'Coverage',
      scan.coverage === null ? 'Unknown' : `${scan.coverage.evaluated} of ${scan.coverage.applicable} checks`,
    ],
  ];
  return (
    <Stack gap="L">
      <Text as="h3" weight="semibold" className={styles.title}>
        Latest scan
      </Text>
      <FactGrid
        columnPx={140}
        facts={facts.map(([name, value]) => [
          name,
          <Text key={name} weight="semibold">
            {value}
          </Text>,
        ])}
      />
      {unread.length > 0 && (
        <div>
          <Text weight="semibold">Datasets that could not be read</Text>
          <DatasetStates datasets={unread} />
        </div>
      )}
      <Row gap="S" align="center">
        <LinkButton to={paths.findings}>View findings</LinkButton>
        <LinkButton to={paths.audit} appearance="subtle">
          Open the audit
        </LinkButton>
      </Row>
    </Stack>
  );
}

type EndedProps = { scan: Scan; onRetry: () => void };

/** A scan that came to no result, why, and the way to try again. */
export function ScanWithoutResult({ scan, onRetry }: EndedProps) {
  const hasFailed = scan.status === 'failed';
  return (
    <Notice
      intent={hasFailed ? 'error' : 'warning'}
      title={hasFailed ? 'The last scan failed' : 'The last scan was canceled'}
      actions={
        <Button size="small" onClick={onRetry}>
          Retry
        </Button>
      }
    >
      {hasFailed
        ? (scan.errorMessage ?? 'Failed to complete the security scan. Please try again.')
        : `Started ${formatDateTime(scan.startedAt)}. No results were saved.`}
    </Notice>
  );
}
