import { GaugeRegular } from '@fluentui/react-icons/svg/gauge';
import { HistoryRegular } from '@fluentui/react-icons/svg/history';
import { TimerRegular } from '@fluentui/react-icons/svg/timer';
import type { Parsed } from '@tenantry/contract/endpoint';
import type { getTenantSummary } from '@tenantry/contract/tenant-summaries';
import { troubleTitle } from '../../blocks/trouble-texts.ts';
import { formatDateTime } from '../../lib/format.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { StatCard, StatGrid } from '../../ui/stat-card.tsx';
import { formatDuration } from './format-duration.ts';

type Summary = Parsed<(typeof getTenantSummary)['response']>;
type Props = { summary: Summary | undefined; isLoading: boolean };

/** Where scans fail, the score is of before. */
const ageText = ({ trouble, lastAuditDate }: Summary) =>
  trouble !== null && lastAuditDate !== null ? `, from ${formatDateTime(lastAuditDate)}` : '';

/** The last scan, the score it came to, and how long scans of this tenant take. */
export function ScanTiles({ summary, isLoading }: Props) {
  const score = summary?.securityScore ?? null;
  const duration = summary?.meanScanDurationMs ?? null;
  const last = summary?.lastScanDate ?? null;
  const none = summary === undefined ? undefined : 'Not scanned yet';
  return (
    <StatGrid label="Scan figures">
      <StatCard
        label="Last Scan"
        icon={<HistoryRegular />}
        isLoading={isLoading}
        value={last === null ? null : <RelativeTime instant={last} />}
        hint={
          summary?.trouble
            ? `${troubleTitle(summary.trouble)}: ${summary.trouble.reason}`
            : last === null
              ? none
              : undefined
        }
        isText
      />
      <StatCard
        label="Security Score"
        icon={<GaugeRegular />}
        isLoading={isLoading}
        value={score === null ? null : `${score}/100`}
        hint={
          score !== null && summary?.coverage
            ? `${summary.coverage.evaluated} of ${summary.coverage.applicable} checks${ageText(summary)}`
            : none
        }
      />
      <StatCard
        label="Avg Duration"
        icon={<TimerRegular />}
        isLoading={isLoading}
        value={duration === null ? null : formatDuration(duration)}
        hint={duration === null ? none : 'Average of the last 90 days'}
      />
    </StatGrid>
  );
}
