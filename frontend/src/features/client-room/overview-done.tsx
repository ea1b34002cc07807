import { makeStyles, Text, tokens } from '@fluentui/react-components';
import { CheckmarkCircleFilled } from '@fluentui/react-icons/svg/checkmark-circle';
import { CircleRegular } from '@fluentui/react-icons/svg/circle';
import type { ClientSummary } from '@tenantry/contract/client-summary';
import { formatDate } from '../../lib/format.ts';
import { Hint, Muted } from '../../ui/muted.tsx';
import { PlainList } from '../../ui/plain-list.tsx';
import { Row } from '../../ui/row.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';

const useStyles = makeStyles({
  item: { display: 'grid', gap: tokens.spacingVerticalXXS, maxWidth: '80ch', overflowWrap: 'anywhere' },
});

/** What was done, and what shows it. */
export function OverviewDone({ summary: { done, doneSince } }: { summary: ClientSummary }) {
  const styles = useStyles();
  return (
    <SectionCard title={doneSince === null ? 'What was done' : `What was done since ${doneSince}`}>
      {done.length === 0 ? (
        <Muted>
          {doneSince === null
            ? 'This is the first audit. What is done from now on stands here.'
            : 'No work was completed and no weakness was closed in this time.'}
        </Muted>
      ) : (
        <PlainList gap="M" aria-label="What was done">
          {done.map(({ title, text, at, isProven }) => (
            <li key={`${title} ${at}`} className={styles.item}>
              <Text weight="semibold">{title}</Text>
              <Text>{text}</Text>
              <Row gap="S" align="center">
                <ProofBadge isProven={isProven} />
                <Hint>{formatDate(at)}</Hint>
              </Row>
            </li>
          ))}
        </PlainList>
      )}
    </SectionCard>
  );
}

function ProofBadge({ isProven }: { isProven: boolean }) {
  return isProven ? (
    <StatusBadge label="Checked again" color="success" icon={<CheckmarkCircleFilled />} />
  ) : (
    <StatusBadge label="Not checked again" color="informative" icon={<CircleRegular />} />
  );
}
