import { Field, Input, Radio, Text } from '@fluentui/react-components';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ComparedScan } from '@tenantry/contract/drift';
import { useState } from 'react';
import { endOfDay } from '../../lib/calendar-day.ts';
import { formatDateTime } from '../../lib/format.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { type Comparison, scansQuery } from './drift-queries.ts';

type End = 'earlier' | 'later';
type Chosen = Record<End, ComparedScan | null>;

const endLabels: Record<End, string> = { earlier: 'Earlier', later: 'Later' };

const chooser = (end: End, chosen: Chosen, onChoose: (end: End, scan: ComparedScan) => void): Column<ComparedScan> => ({
  id: end,
  label: endLabels[end],
  width: '88px',
  cell: (scan) => (
    <Radio
      name={`${end}-scan`}
      value={scan.scanLogId}
      aria-label={`${endLabels[end]}: ${formatDateTime(scan.at)}`}
      checked={chosen[end]?.scanLogId === scan.scanLogId}
      onChange={() => onChoose(end, scan)}
    />
  ),
});

type Props = {
  tenantId: string;
  from: ComparedScan | null;
  to: ComparedScan | null;
  onCompare: (comparison: Comparison) => void;
  onClose: () => void;
};

/** Any two scans, found by their date: there may be hundreds. */
export function ChooseScansDialog({ tenantId, from, to, onCompare, onClose }: Props) {
  const [day, setDay] = useState('');
  const [chosen, setChosen] = useState<Chosen>({ earlier: from, later: to });
  const query = useInfiniteQuery(scansQuery(tenantId, endOfDay(day) ?? undefined));
  const choose = (end: End, scan: ComparedScan) => setChosen((current) => ({ ...current, [end]: scan }));
  const { earlier, later } = chosen;
  const isSame = earlier !== null && earlier.scanLogId === later?.scanLogId;
  const isTurned = earlier !== null && later !== null && earlier.at > later.at;
  const told = (scan: ComparedScan | null) => (scan === null ? 'not chosen' : formatDateTime(scan.at));
  return (
    <FormDialog
      open
      title="Choose scans"
      submitLabel="Compare"
      submitDisabled={earlier === null || later === null || isSame}
      onSubmit={async () => {
        const [first, second] = isTurned ? [later, earlier] : [earlier, later];
        onCompare({ from: first?.scanLogId, to: second?.scanLogId });
      }}
      onClose={onClose}
    >
      <Field label="On or before" hint="Shows the scans up to this day, newest first">
        <Input type="date" value={day} onChange={(_, data) => setDay(data.value)} />
      </Field>
      <Text role="status">
        {isSame ? 'Choose two different scans.' : `Earlier: ${told(earlier)}. Later: ${told(later)}.`}
      </Text>
      <PagedList
        query={query}
        loadingLabel="Loading the scans"
        errorTitle="The scans could not be loaded"
        empty={<EmptyState title="No scan on or before this day" />}
      >
        {(scans) => (
          <DataTable
            label="Scans"
            rows={scans}
            columns={[
              chooser('earlier', chosen, choose),
              chooser('later', chosen, choose),
              { id: 'at', label: 'Scan', cell: ({ at }) => formatDateTime(at) },
              { id: 'score', label: 'Score', width: '72px', align: 'end', cell: ({ score }) => score ?? '—' },
            ]}
            rowId={({ scanLogId }) => scanLogId}
            minWidth="420px"
          />
        )}
      </PagedList>
    </FormDialog>
  );
}
