import { makeStyles, Text, tokens } from '@fluentui/react-components';
import type { ClientSummary } from '@tenantry/contract/client-summary';
import { countOf, formatDollars } from '../../lib/format.ts';
import { Hint, Muted } from '../../ui/muted.tsx';
import { PlainList } from '../../ui/plain-list.tsx';
import { SectionCard } from '../../ui/section-card.tsx';

const useStyles = makeStyles({
  item: { display: 'grid', gap: tokens.spacingVerticalXXS, maxWidth: '80ch', overflowWrap: 'anywhere' },
});

type Step = ClientSummary['next'][number];

/** How much of it there is; hours and price only where the provider shows them. */
const sizeOf = ({ openTasks, hours, price }: Step) =>
  [
    openTasks === 0 ? null : countOf(openTasks, 'open task'),
    hours === null ? null : `about ${countOf(Math.max(1, Math.round(hours)), 'hour')}`,
    price === null ? null : `about ${formatDollars(price)}`,
  ]
    .filter((part) => part !== null)
    .join(', ');

/** What comes next, step by step. */
export function OverviewNext({ summary: { next, matters } }: { summary: ClientSummary }) {
  const styles = useStyles();
  return (
    <SectionCard title="What comes next">
      {next.length === 0 ? (
        <Muted>
          {matters.length === 0
            ? 'Nothing is planned at the moment.'
            : 'Nothing is agreed on yet. What your provider proposes stands under What to do first.'}
        </Muted>
      ) : (
        <PlainList as="ol" gap="M" aria-label="What comes next">
          {next.map((step) => (
            <li key={step.title} className={styles.item}>
              <Text weight="semibold">{step.title}</Text>
              {step.description !== '' && <Text>{step.description}</Text>}
              {sizeOf(step) !== '' && <Hint>{sizeOf(step)}</Hint>}
            </li>
          ))}
        </PlainList>
      )}
    </SectionCard>
  );
}
