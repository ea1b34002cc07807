import { makeStyles, Text, tokens } from '@fluentui/react-components';
import type { Attention, Drift, VerdictChange } from '@tenantry/contract/drift';
import { SeverityBadge } from '../../blocks/severity-badge.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Hint } from '../../ui/muted.tsx';
import { Authors, Difference, Setting, settingId } from './setting-changes.tsx';
import { AffectedChange, Check, Transition } from './verdict-changes.tsx';

const useStyles = makeStyles({
  stack: { display: 'grid', gap: tokens.spacingVerticalXXS, justifyItems: 'start' },
});

type SettingChange = Drift['settings'][number];
type Row = { attention: Attention; setting: SettingChange } | { attention: Attention; verdict: VerdictChange };

const columns: readonly Column<Row>[] = [
  { id: 'what', label: 'Change', width: '34%', cell: (row) => <What row={row} /> },
  {
    id: 'change',
    label: 'Before and after',
    cell: (row) => ('setting' in row ? <Difference change={row.setting} /> : <Verdict change={row.verdict} />),
  },
  { id: 'who', label: 'Who and when', width: '28%', cell: (row) => <Who row={row} /> },
];

function What({ row }: { row: Row }) {
  const styles = useStyles();
  return (
    <div className={styles.stack}>
      <SeverityBadge severity={row.attention.weight} />
      <Text weight="semibold">{row.attention.title}</Text>
      {'setting' in row ? <Setting change={row.setting} /> : <Check change={row.verdict} />}
    </div>
  );
}

function Verdict({ change }: { change: VerdictChange }) {
  const styles = useStyles();
  return (
    <div className={styles.stack}>
      <Transition from={change.from} to={change.to} />
      <AffectedChange change={change} />
    </div>
  );
}

function Who({ row }: { row: Row }) {
  if ('setting' in row) return <Authors who={row.setting.who} />;
  return <Hint>See the changed settings.</Hint>;
}

const byWeight = (a: Row, b: Row) =>
  Number(a.attention.weight !== 'critical') - Number(b.attention.weight !== 'critical');

/** What of a comparison stands out, the critical first: settings before checks. */
export function attentionRows({ settings, verdicts }: Pick<Drift, 'settings' | 'verdicts'>): Row[] {
  return [
    ...settings.flatMap((setting) => (setting.attention ? [{ attention: setting.attention, setting }] : [])),
    ...verdicts.flatMap((verdict) => (verdict.attention ? [{ attention: verdict.attention, verdict }] : [])),
  ].sort(byWeight);
}

/** Changes that let more in than before, with who made them. */
export function AttentionList({ rows }: { rows: readonly Row[] }) {
  return (
    <DataTable
      label="Changes that need attention"
      rows={rows}
      columns={columns}
      rowId={(row) => ('setting' in row ? settingId(row.setting) : row.verdict.checkId)}
      minWidth="880px"
    />
  );
}
