import { makeStyles, Text, tokens } from '@fluentui/react-components';
import { ArrowRightRegular } from '@fluentui/react-icons/svg/arrow-right';
import { ArrowTrendingRegular } from '@fluentui/react-icons/svg/arrow-trending';
import { ArrowTrendingDownRegular } from '@fluentui/react-icons/svg/arrow-trending-down';
import { EditRegular } from '@fluentui/react-icons/svg/edit';
import { EyeRegular } from '@fluentui/react-icons/svg/eye';
import { EyeOffRegular } from '@fluentui/react-icons/svg/eye-off';
import type { VerdictChange, VerdictDirection } from '@tenantry/contract/drift';
import type { VerdictStatus } from '@tenantry/contract/verdicts';
import type { ComponentProps } from 'react';
import { SeverityBadge } from '../../blocks/severity-badge.tsx';
import { VerdictBadge } from '../../blocks/verdict-badge.tsx';
import { countOf, formatNumber } from '../../lib/format.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Hint, Muted } from '../../ui/muted.tsx';
import { Row } from '../../ui/row.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';

const useStyles = makeStyles({
  stack: { display: 'grid', gap: tokens.spacingVerticalXXS, justifyItems: 'start' },
  arrow: { display: 'inline-flex', alignItems: 'center', flexWrap: 'wrap', gap: tokens.spacingHorizontalXS },
});

const badges: Record<VerdictDirection, ComponentProps<typeof StatusBadge>> = {
  worse: { label: 'Worse', color: 'danger', icon: <ArrowTrendingDownRegular /> },
  'unknown-now': { label: 'Not checked now', color: 'warning', icon: <EyeOffRegular /> },
  'known-again': { label: 'Checked again', color: 'informative', icon: <EyeRegular /> },
  better: { label: 'Better', color: 'success', icon: <ArrowTrendingRegular /> },
  other: { label: 'Other', color: 'informative', icon: <EditRegular /> },
};
const directions = Object.keys(badges) as VerdictDirection[];

/** '2 worse, 1 better'. */
export function verdictSummary(changes: readonly VerdictChange[]): string {
  const counts = directions.map((direction) => ({
    label: badges[direction].label.toLowerCase(),
    count: changes.filter((change) => change.direction === direction).length,
  }));
  return counts
    .filter(({ count }) => count > 0)
    .map(({ label, count }) => `${formatNumber(count)} ${label}`)
    .join(', ');
}

const columns: readonly Column<VerdictChange>[] = [
  {
    id: 'direction',
    label: 'Change',
    width: '150px',
    cell: (change) => <Badges change={change} />,
    compare: (a, b) => directions.indexOf(a.direction) - directions.indexOf(b.direction),
  },
  { id: 'check', label: 'Check', cell: (change) => <Check change={change} /> },
  { id: 'verdict', label: 'Verdict', width: '176px', cell: ({ from, to }) => <Transition from={from} to={to} /> },
  { id: 'affected', label: 'Affected', width: '22%', cell: (change) => <AffectedChange change={change} /> },
];

function Badges({ change }: { change: VerdictChange }) {
  return (
    <Row gap="XS">
      <StatusBadge {...badges[change.direction]} />
      <SeverityBadge severity={change.severity} />
    </Row>
  );
}

export function Check({ change }: { change: VerdictChange }) {
  const styles = useStyles();
  return (
    <div className={styles.stack}>
      <Text weight="semibold">{change.title}</Text>
      {change.message !== '' && <Text>{change.message}</Text>}
    </div>
  );
}

export function Transition({ from, to }: { from: VerdictStatus | null; to: VerdictStatus | null }) {
  const styles = useStyles();
  const badge = (status: VerdictStatus | null) =>
    status === null ? <Muted>Not checked</Muted> : <VerdictBadge status={status} />;
  if (from === to) return <>{badge(to)}</>;
  return (
    <span className={styles.arrow}>
      {badge(from)} <ArrowRightRegular role="img" aria-label="became" /> {badge(to)}
    </span>
  );
}

const namesShown = 5;

export function AffectedChange({ change }: { change: VerdictChange }) {
  const styles = useStyles();
  const { affectedBefore, affectedAfter, newAffected, goneAffected } = change;
  if (affectedBefore === 0 && affectedAfter === 0) return <Muted>None</Muted>;
  return (
    <div className={styles.stack}>
      <Text>
        {affectedBefore === affectedAfter
          ? countOf(affectedAfter, 'object')
          : `${formatNumber(affectedBefore)} → ${formatNumber(affectedAfter)}`}
      </Text>
      <Names label="New" names={newAffected} />
      <Names label="Gone" names={goneAffected} />
      {(newAffected === null || goneAffected === null) && (
        <Hint>Only the first are listed; which ones changed is not known.</Hint>
      )}
    </div>
  );
}

function Names({ label, names }: { label: string; names: readonly string[] | null }) {
  if (names === null || names.length === 0) return null;
  const more = names.length - namesShown;
  return (
    <Text size={200}>
      {label}: {names.slice(0, namesShown).join(', ')}
      {more > 0 && ` and ${formatNumber(more)} more`}
    </Text>
  );
}

/** Checks whose answer changed, what got worse first. */
export function VerdictChanges({ changes }: { changes: readonly VerdictChange[] }) {
  return (
    <DataTable
      label="Changed checks"
      rows={changes}
      columns={columns}
      rowId={({ checkId }) => checkId}
      minWidth="900px"
    />
  );
}
