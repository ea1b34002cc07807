import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ComparedScan } from '@tenantry/contract/drift';
import { formatDateTime } from '../../lib/format.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { type ScanChoice, scansQuery } from './drift-queries.ts';

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gap: tokens.spacingHorizontalM,
    gridTemplateColumns: 'repeat(2, minmax(0, 360px)) auto',
    alignItems: 'end',
    justifyContent: 'start',
    '@media (max-width: 839px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  button: { justifySelf: 'start' },
});

const scanLabel = ({ at, score }: ComparedScan) =>
  `${formatDateTime(at)}, ${score === null ? 'no score' : `score ${score}`}`;

type Props = {
  tenantId: string;
  from: ComparedScan | null;
  to: ComparedScan | null;
  onChange: (choice: ScanChoice) => void;
};

/** Which two scans are compared. */
export function ScanPicker({ tenantId, from, to, onChange }: Props) {
  const styles = useStyles();
  const query = useInfiniteQuery(scansQuery(tenantId));
  const listed = query.data?.pages.flatMap((page) => page.items) ?? [];
  const shown = [from, to].filter((scan) => scan !== null);
  const missing = shown.filter((scan) => !listed.some(({ scanLogId }) => scanLogId === scan.scanLogId));
  const scans = [...listed, ...missing].sort((a, b) => b.at.localeCompare(a.at));
  // The choice names both: another latest scan must not change what a shared address shows.
  const choose = (patch: ScanChoice) => onChange({ from: from?.scanLogId, to: to?.scanLogId, ...patch });
  return (
    <>
      <section className={styles.root} aria-label="Scans to compare">
        <Choice
          label="Earlier scan"
          value={from}
          scans={scans.filter(({ at }) => to === null || at < to.at)}
          onChange={(id) => choose({ from: id })}
        />
        <Choice
          label="Later scan"
          value={to}
          scans={scans.filter(({ at }) => from === null || at > from.at)}
          onChange={(id) => choose({ to: id })}
        />
        {query.hasNextPage && (
          <Button
            className={styles.button}
            onClick={() => void query.fetchNextPage()}
            disabledFocusable={query.isFetching}
          >
            Load older scans
          </Button>
        )}
      </section>
      {query.isError && <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />}
    </>
  );
}

type ChoiceProps = {
  label: string;
  value: ComparedScan | null;
  scans: readonly ComparedScan[];
  onChange: (scanLogId: string) => void;
};

function Choice({ label, value, scans, onChange }: ChoiceProps) {
  const labels = new Map(scans.map((scan) => [scan.scanLogId, scanLabel(scan)]));
  return (
    <SelectField
      label={label}
      options={[...(value === null ? [''] : []), ...labels.keys()]}
      labelOf={(id) => labels.get(id) ?? 'None'}
      value={value?.scanLogId ?? ''}
      onChange={onChange}
    />
  );
}
