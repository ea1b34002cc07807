import { makeStyles, Subtitle2, tokens } from '@fluentui/react-components';
import { CheckmarkCircleFilled } from '@fluentui/react-icons/svg/checkmark-circle';
import { ErrorCircleFilled } from '@fluentui/react-icons/svg/error-circle';
import { QuestionCircleFilled } from '@fluentui/react-icons/svg/question-circle';
import { WarningFilled } from '@fluentui/react-icons/svg/warning';
import type { ClientSummary } from '@tenantry/contract/client-summary';
import type { AuditedHealth } from '@tenantry/contract/tenant-health';
import { Muted } from '../../ui/muted.tsx';
import { ScoreRing } from '../../ui/score-ring.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { type BadgeStyle, StatusBadge } from '../../ui/status-badge.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { TrendLine } from '../../ui/trend-line.tsx';
import { useRoomAddress } from './room-context.ts';
import { SentenceLines } from './sentences.tsx';

const useStyles = makeStyles({
  score: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalXXL, alignItems: 'center' },
  ring: { display: 'grid', justifyItems: 'center', gap: tokens.spacingVerticalS },
  words: { flex: '1 1 280px', minWidth: 0, display: 'grid', gap: tokens.spacingVerticalM },
  trend: { display: 'grid', gap: tokens.spacingVerticalS },
  title: { margin: 0 },
});

const health: Record<AuditedHealth, BadgeStyle & { label: string }> = {
  OK: { label: 'In good order', color: 'success', icon: <CheckmarkCircleFilled /> },
  Warning: { label: 'Needs attention', color: 'warning', icon: <WarningFilled /> },
  Critical: { label: 'Needs action', color: 'danger', icon: <ErrorCircleFilled /> },
  Unknown: { label: 'Not known', color: 'informative', icon: <QuestionCircleFilled /> },
};

/** The score, what it means, and its course. */
export function OverviewStanding({ summary }: { summary: ClientSummary }) {
  const styles = useStyles();
  const address = useRoomAddress();
  const { score, status, standing, trend, trouble } = summary;
  return (
    <SectionCard title="Where you stand">
      <div className={styles.score}>
        <div className={styles.ring}>
          <ScoreRing score={score} label="Security score" isGray={trouble !== null} />
          <StatusBadge {...health[status]} />
        </div>
        <div className={styles.words}>
          <SentenceLines sentences={standing} />
          <TextLink to={`${address('help')}#score`}>What the score means</TextLink>
        </div>
      </div>
      <div className={styles.trend}>
        <Subtitle2 as="h3" className={styles.title}>
          How the score developed
        </Subtitle2>
        {trend.length < 2 ? (
          <Muted>The trend is shown from the second audit on.</Muted>
        ) : (
          <TrendLine
            label="Security score"
            max={100}
            points={trend.map(({ at, score: value }) => ({ date: at, value }))}
          />
        )}
      </div>
    </SectionCard>
  );
}
