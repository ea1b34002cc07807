import { Button, makeStyles, Subtitle2, Text, tokens } from '@fluentui/react-components';
import type { MailFlowReport } from '@tenantry/contract/mailflow';
import type { ReactNode } from 'react';
import { Notice } from '../ui/notice.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { Row } from '../ui/row.tsx';
import { ScoreRing } from '../ui/score-ring.tsx';
import { ShortList } from '../ui/short-list.tsx';
import { glanceOf, lookupsText } from './mail-glance.ts';
import { MailStatusBadge } from './mail-status-badge.tsx';

const useStyles = makeStyles({
  root: { display: 'grid', gap: tokens.spacingVerticalL, minWidth: 0 },
  columns: {
    display: 'grid',
    gap: `${tokens.spacingVerticalL} ${tokens.spacingHorizontalXXXL}`,
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    alignItems: 'start',
    '@media (max-width: 1199px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  column: { display: 'grid', gap: tokens.spacingVerticalL, minWidth: 0 },
  name: { display: 'grid', gap: tokens.spacingVerticalXS, minWidth: 0, overflowWrap: 'anywhere', flex: '1 1 160px' },
  title: { margin: 0 },
  quiet: { color: tokens.colorNeutralForeground3 },
  facts: {
    margin: 0,
    display: 'grid',
    gridTemplateColumns: 'minmax(96px, auto) minmax(0, 1fr)',
    columnGap: tokens.spacingHorizontalL,
    rowGap: tokens.spacingVerticalS,
  },
  value: { margin: 0, minWidth: 0, overflowWrap: 'anywhere', display: 'grid', gap: tokens.spacingVerticalXXS },
  mono: { fontFamily: tokens.fontFamilyMonospace, fontSize: tokens.fontSizeBase200 },
  part: { display: 'grid', gap: tokens.spacingVerticalXS, minWidth: 0 },
});

type Props = {
  report: MailFlowReport;
  /** A check is under way. */
  pending: boolean;
  onAgain: () => void;
  onDetails?: () => void;
};

/** What a check of a domain's mail says, on half a page. */
export function MailFlowSummary({ report, pending, onAgain, onDetails }: Props) {
  const styles = useStyles();
  const { domain, status, security, unknownBecause, warnings, issues, recommendations } = report;
  return (
    <section className={styles.root} aria-label={`Mail flow of ${domain}`}>
      <Row gap="L" align="center">
        <ScoreRing score={security.score} label="Security score" size={104} />
        <div className={styles.name}>
          <Subtitle2 as="h3" className={styles.title}>
            {domain}
          </Subtitle2>
          <Row gap="S" align="center">
            <MailStatusBadge status={status} />
            <Text size={200} className={styles.quiet}>
              Checked <RelativeTime instant={report.checkedAt} />
            </Text>
            <Button
              size="small"
              appearance="subtle"
              disabledFocusable={pending}
              onClick={onAgain}
              aria-label={`Check ${domain} again`}
            >
              Check again
            </Button>
          </Row>
        </div>
        {onDetails && <Button onClick={onDetails}>Details and records to publish</Button>}
      </Row>
      {unknownBecause !== null && <Notice intent="info">{unknownBecause}</Notice>}
      <div className={styles.columns}>
        <div className={styles.column}>
          <Facts report={report} />
          {warnings.length > 0 && (
            <Part title="Warnings">
              <Text className={styles.mono}>{warnings.join(', ')}</Text>
            </Part>
          )}
        </div>
        <div className={styles.column}>
          {issues.length > 0 && (
            <Part title="Issues">
              <ShortList label="Issues" items={issues} firstShown={2} />
            </Part>
          )}
          {recommendations.length > 0 && (
            <Part title="Recommendations">
              <ShortList label="Recommendations" items={recommendations} firstShown={2} />
            </Part>
          )}
        </div>
      </div>
    </section>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const styles = useStyles();
  return (
    <div className={styles.part}>
      <Text as="h4" weight="semibold" className={styles.title}>
        {title}
      </Text>
      {children}
    </div>
  );
}

function Facts({ report }: { report: MailFlowReport }) {
  const styles = useStyles();
  const { mxRecords, spf, spfWarning, dmarc } = report;
  const record = (text: string | null, area: 'spf' | 'dmarc') =>
    text === null ? <Text>{glanceOf(report, area).label}</Text> : <Text className={styles.mono}>{text}</Text>;
  return (
    <dl className={styles.facts}>
      <dt className={styles.quiet}>MX records</dt>
      <dd className={styles.value}>
        {mxRecords.length === 0 && <Text>{glanceOf(report, 'mx').label}</Text>}
        {mxRecords.map(({ priority, exchange }) => (
          <Text key={`${priority} ${exchange}`} className={styles.mono}>
            {priority} {exchange === '' ? '.' : exchange}
          </Text>
        ))}
      </dd>
      <dt className={styles.quiet}>SPF</dt>
      <dd className={styles.value}>
        {record(spf, 'spf')}
        {spf !== null && <Text size={200}>{lookupsText(report)}</Text>}
        {spfWarning !== null && <Text size={200}>{spfWarning}</Text>}
      </dd>
      <dt className={styles.quiet}>DMARC</dt>
      <dd className={styles.value}>{record(dmarc, 'dmarc')}</dd>
    </dl>
  );
}
