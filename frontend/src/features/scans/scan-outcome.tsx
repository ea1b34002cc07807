import {
  Button,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
  makeStyles,
  Text,
  tokens,
} from '@fluentui/react-components';
import type { Scan } from '@tenantry/contract/scans';
import { formatDateTime, formatNumber, formatSeconds } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { DatasetStates } from './scan-progress.tsx';

const useStyles = makeStyles({
  root: { display: 'grid', gap: tokens.spacingVerticalL },
  facts: {
    margin: 0,
    display: 'grid',
    gap: tokens.spacingHorizontalL,
    gridTemplateColumns: 'repeat(auto-fit, minmax(140px, 1fr))',
  },
  wide: { gridColumn: '1 / -1' },
  value: { margin: 0, overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' },
  title: { margin: 0 },
  quiet: { color: tokens.colorNeutralForeground3 },
  actions: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS, alignItems: 'center' },
});

const figure = (value: number | null) => (value === null ? 'Not known' : formatNumber(value));

/** What a completed scan came to. */
export function ScanResults({ scan }: { scan: Scan }) {
  const styles = useStyles();
  const unread = scan.progress.datasets.filter(({ state }) => state !== 'done' && state !== 'waiting');
  const facts: [label: string, value: string][] = [
    ['Users Scanned', figure(scan.userCount)],
    ['Findings Generated', figure(scan.findingsGenerated)],
    ['Scan Duration', scan.duration === null ? 'Not known' : formatSeconds(scan.duration)],
    ['Tenant', scan.tenantName],
    ['Completed', scan.completedAt === null ? 'Not known' : formatDateTime(scan.completedAt)],
    [
      'Coverage',
      scan.coverage === null ? 'Not known' : `${scan.coverage.evaluated} of ${scan.coverage.applicable} checks`,
    ],
    ['Scan ID', scan.scanLogId],
  ];
  return (
    <div className={styles.root}>
      <Text as="h3" weight="semibold" className={styles.title}>
        Latest scan
      </Text>
      <dl className={styles.facts}>
        {facts.map(([label, value]) => (
          <div key={label} className={label === 'Scan ID' ? styles.wide : undefined}>
            <dt>
              <Text size={200} className={styles.quiet}>
                {label}
              </Text>
            </dt>
            <dd className={styles.value}>
              <Text
                weight={label === 'Scan ID' ? 'regular' : 'semibold'}
                font={label === 'Scan ID' ? 'monospace' : 'base'}
              >
                {value}
              </Text>
            </dd>
          </div>
        ))}
      </dl>
      {unread.length > 0 && (
        <div>
          <Text weight="semibold">Datasets that could not be read</Text>
          <DatasetStates datasets={unread} />
        </div>
      )}
      <div className={styles.actions}>
        <LinkButton to={paths.findings}>View findings</LinkButton>
        <LinkButton to={paths.audit} appearance="subtle">
          Open the audit
        </LinkButton>
      </div>
    </div>
  );
}

type EndedProps = { scan: Scan; onRetry: () => void };

/** A scan that came to no result, why, and the way to try again. */
export function ScanWithoutResult({ scan, onRetry }: EndedProps) {
  const hasFailed = scan.status === 'failed';
  return (
    <MessageBar intent={hasFailed ? 'error' : 'warning'} layout="multiline">
      <MessageBarBody>
        <MessageBarTitle>{hasFailed ? 'The last scan failed' : 'The last scan was cancelled'}</MessageBarTitle>
        {hasFailed
          ? (scan.errorMessage ?? 'Failed to complete the security scan. Please try again.')
          : `It was started on ${formatDateTime(scan.startedAt)}. Nothing of it was kept.`}
      </MessageBarBody>
      <MessageBarActions>
        <Button size="small" onClick={onRetry}>
          Retry
        </Button>
      </MessageBarActions>
    </MessageBar>
  );
}
