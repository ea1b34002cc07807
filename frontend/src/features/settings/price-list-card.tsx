import { Button } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { workKindLabels } from '@tenantry/contract/labels';
import type { PriceList, WorkPrice } from '@tenantry/contract/price-list';
import { formatDateTime, formatDollars, formatNumber } from '../../lib/format.ts';
import { useOpened } from '../../lib/use-opened.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Hint } from '../../ui/muted.tsx';
import { Notice } from '../../ui/notice.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { priceListQuery } from './settings-queries.ts';

const PriceListDialog = onDemand(async () => (await import('./price-list-dialog.tsx')).PriceListDialog);

const columns: readonly Column<WorkPrice>[] = [
  { id: 'kind', label: 'Kind of work', cell: ({ kind }) => workKindLabels[kind] },
  { id: 'hours', label: 'Hours', width: '15%', align: 'end', cell: ({ hours }) => formatNumber(hours) },
  {
    id: 'rate',
    label: 'USD per hour',
    width: '18%',
    align: 'end',
    cell: ({ hourlyRate }) => formatDollars(hourlyRate),
  },
  {
    id: 'price',
    label: 'USD per finding',
    width: '20%',
    align: 'end',
    cell: ({ hours, hourlyRate }) => formatDollars(hours * hourlyRate),
  },
];

/** What work takes and costs: plans and project readiness are estimated by it. */
export function PriceListCard() {
  const query = useQuery(priceListQuery());
  const { opened, open, close, fallback } = useOpened<PriceList>();
  const list = query.data;
  return (
    <SectionCard
      title="Price list"
      subtitle="Hours for one finding and the hourly rate, by kind of work. Project plans and project readiness are estimated from it."
      actions={
        list && (
          <Button ref={fallback} onClick={() => open(list)}>
            Edit prices
          </Button>
        )
      }
    >
      <QueryState query={query} loadingLabel="Loading the price list" errorTitle="The price list could not be loaded">
        {(shown) => <Prices list={shown} />}
      </QueryState>
      {opened && <PriceListDialog list={opened} onClose={close} />}
    </SectionCard>
  );
}

function Prices({ list: { work, isDefault, updatedAt, updatedBy } }: { list: PriceList }) {
  return (
    <>
      {isDefault && <Notice intent="info">These are default prices. Nobody has edited them yet.</Notice>}
      <DataTable label="Price list" rows={work} columns={columns} rowId={({ kind }) => kind} minWidth="480px" />
      {updatedAt !== null && (
        <Hint>
          Last updated: {formatDateTime(updatedAt)}
          {updatedBy !== null && ` by ${updatedBy}`}
        </Hint>
      )}
    </>
  );
}
