import { Checkbox, makeStyles, Text, tokens } from '@fluentui/react-components';
import type { UseQueryResult } from '@tanstack/react-query';
import type { PlannedWork, PlanPreview as Preview } from '@tenantry/contract/project-plan';
import { countOf, formatDollars, pointsText } from '../lib/format.ts';
import { useHasRole } from '../lib/session.ts';
import { Hint } from '../ui/muted.tsx';
import { PlainList } from '../ui/plain-list.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { Stack } from '../ui/stack.tsx';
import { SeverityBadge } from './severity-badge.tsx';
import { leftOutText } from './use-make-plan.ts';

const useStyles = makeStyles({
  // All of them can be read before anything is approved, and the buttons stay in sight.
  pending: {
    maxHeight: '240px',
    overflowY: 'auto',
    border: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalM}`,
  },
  item: {
    display: 'flex',
    gap: tokens.spacingHorizontalM,
    justifyContent: 'space-between',
    alignItems: 'baseline',
    paddingTop: tokens.spacingVerticalXS,
    paddingBottom: tokens.spacingVerticalXS,
  },
  title: { minWidth: 0, overflowWrap: 'anywhere' },
  badge: { flexShrink: 0 },
});

/** The pending requests that a plan holds. */
export const pendingOf = ({ items }: Preview): PlannedWork[] =>
  items.filter(({ approval }) => approval?.status === 'pending');

type Props = {
  query: UseQueryResult<Preview>;
  /** Whether the pending requests are to be approved too. */
  isApproving: boolean;
  onApproving: (isApproving: boolean) => void;
};

/** What a plan would hold, before it is made: its work, and which requests are pending. Only administrators can approve them. */
export function PlanPreview({ query, isApproving, onApproving }: Props) {
  return (
    <QueryState query={query} loadingLabel="Loading what the plan would hold" errorTitle="The plan cannot be made now">
      {(preview) => (
        <Stack gap="M">
          <Size preview={preview} />
          <Pending items={pendingOf(preview)} isApproving={isApproving} onApproving={onApproving} />
        </Stack>
      )}
    </QueryState>
  );
}

function Size({ preview: { items, hours, revenue, pricesAreDefault, leftOut } }: { preview: Preview }) {
  const size = `${countOf(items.length, 'task')} · ${countOf(hours, 'hour')} · ${formatDollars(revenue)}`;
  const notes = [...(pricesAreDefault ? ['By the default price list.'] : []), ...leftOutText(leftOut)];
  return (
    <div>
      <Text weight="semibold" block>
        {size}
      </Text>
      {notes.length > 0 && <Hint block>{notes.join(' ')}</Hint>}
    </div>
  );
}

type PendingProps = { items: readonly PlannedWork[] } & Omit<Props, 'query'>;

function Pending({ items, isApproving, onApproving }: PendingProps) {
  const styles = useStyles();
  const isAdmin = useHasRole('admin');
  if (items.length === 0) return null;
  const requests = countOf(items.length, 'pending request');
  if (!isAdmin) {
    return <Text>{countOf(items.length, 'task waits', 'tasks wait')} for the approval of an administrator.</Text>;
  }
  return (
    <Stack gap="XS">
      <Checkbox
        label={`Approve the ${requests} of these items`}
        checked={isApproving}
        onChange={(_, { checked }) => onApproving(checked === true)}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it (WCAG 2.1.1) */}
      <section className={styles.pending} aria-label="Pending requests of these items" tabIndex={0}>
        <PlainList>
          {items.map(({ remedyId, title, priority, findings, points, hours }) => (
            <li key={remedyId} className={styles.item}>
              <span className={styles.title}>
                <Text block>{title}</Text>
                <Hint>
                  Closes {countOf(findings, 'finding')} · {countOf(hours, 'hour')}
                  {points !== null && ` · ${pointsText(points)}`}
                </Hint>
              </span>
              <span className={styles.badge}>
                <SeverityBadge severity={priority} />
              </span>
            </li>
          ))}
        </PlainList>
      </section>
    </Stack>
  );
}
