import { Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { workKindLabels } from '@tenantry/contract/labels';
import type { HourlyRate, PriceList, WorkKind, WorkPrice } from '@tenantry/contract/price-list';
import { useState } from 'react';
import { formatDateTime, formatDollars, formatNumber } from '../../lib/format.ts';
import { useOpened } from '../../lib/use-opened.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Hint } from '../../ui/muted.tsx';
import { Notice } from '../../ui/notice.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { priceListQuery } from './settings-queries.ts';

const RatesDialog = onDemand(async () => (await import('./rates-dialog.tsx')).RatesDialog);
const WorkHoursDialog = onDemand(async () => (await import('./work-hours-dialog.tsx')).WorkHoursDialog);

const useStyles = makeStyles({
  // As wide as a line that is read in one go; the column is what is left of the card.
  why: { display: 'block', maxWidth: '72ch' },
  search: { maxWidth: '360px' },
  part: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: tokens.spacingVerticalM,
    paddingTop: tokens.spacingVerticalM,
  },
  heading: { margin: 0, fontSize: tokens.fontSizeBase300, lineHeight: tokens.lineHeightBase300 },
});

type Rates = ReadonlyMap<WorkKind, number>;
type Priced = WorkPrice & { price: number };

/** What work takes and costs: plans and project readiness are estimated by it. */
export function PriceListCard() {
  const query = useQuery(priceListQuery());
  const { opened, open, close, fallback } = useOpened<PriceList>();
  const list = query.data;
  return (
    <SectionCard
      title="Price list"
      subtitle="Hours of each remedy for one tenant, and the hourly rate of its kind of work. Project plans, project readiness and reports are estimated from it."
      actions={
        list && (
          <Button ref={fallback} onClick={() => open(list)}>
            Edit rates
          </Button>
        )
      }
    >
      <QueryState query={query} loadingLabel="Loading the price list" errorTitle="The price list could not be loaded">
        {(shown) => <Prices list={shown} />}
      </QueryState>
      {opened && <RatesDialog list={opened} onClose={close} />}
    </SectionCard>
  );
}

function Prices({ list }: { list: PriceList }) {
  const { rates, work, isDefault, carriedOver, updatedAt, updatedBy } = list;
  const rateOf: Rates = new Map(rates.map(({ kind, hourlyRate }) => [kind, hourlyRate]));
  const priced = work.map((price) => ({ ...price, price: price.hours * (rateOf.get(price.kind) ?? 0) }));
  return (
    <>
      {isDefault && <Notice intent="info">These are default prices. Nobody has edited them yet.</Notice>}
      {carriedOver.length > 0 && <CarriedOver carriedOver={carriedOver} />}
      <HourlyRates rates={rates} />
      <WorkHours list={list} work={priced} />
      {updatedAt !== null && (
        <Hint>
          Last updated: {formatDateTime(updatedAt)}
          {updatedBy !== null && ` by ${updatedBy}`}
        </Hint>
      )}
    </>
  );
}

/** Until the next change, which hours are those of an edited list that knew no remedies. */
function CarriedOver({ carriedOver }: Pick<PriceList, 'carriedOver'>) {
  const kinds = carriedOver.map(
    ({ kind, hours, defaultHours }) =>
      `${workKindLabels[kind]} (${formatNumber(hours)} instead of ${formatNumber(defaultHours)})`,
  );
  return (
    <Notice intent="warning">
      Hours are now those of a remedy. Where they were edited by kind of work, they were carried over in proportion:{' '}
      {kinds.join(', ')}. Look through them; the next change keeps them.
    </Notice>
  );
}

/** One line where every kind of work costs the same, else each. */
function HourlyRates({ rates }: Pick<PriceList, 'rates'>) {
  const styles = useStyles();
  const [rate, ...others] = new Set(rates.map(({ hourlyRate }) => hourlyRate));
  return (
    <div className={styles.part}>
      <h3 className={styles.heading}>Hourly rates</h3>
      {rate !== undefined && others.length === 0 ? (
        <Text>{formatDollars(rate)} an hour for every kind of work</Text>
      ) : (
        <DataTable
          label="Hourly rates"
          rows={rates}
          columns={rateColumns}
          rowId={({ kind }) => kind}
          minWidth="320px"
        />
      )}
    </div>
  );
}

const rateColumns: readonly Column<HourlyRate>[] = [
  { id: 'kind', label: 'Kind of work', cell: ({ kind }) => workKindLabels[kind] },
  {
    id: 'rate',
    label: 'USD per hour',
    width: '35%',
    align: 'end',
    cell: ({ hourlyRate }) => formatDollars(hourlyRate),
  },
];

/** `4`, or `4 + 1 per 100 users`. */
const hoursText = ({ hours, size }: Pick<WorkPrice, 'hours' | 'size'>): string =>
  size === null || size.hours === 0
    ? formatNumber(hours)
    : `${formatNumber(hours)} + ${formatNumber(size.hours)} per ${size.each}`;

const workColumns: readonly Column<Priced>[] = [
  {
    id: 'work',
    label: 'Work',
    cell: ({ title, why }) => <Work title={title} why={why} />,
    compare: (a, b) => a.title.localeCompare(b.title, 'en'),
  },
  {
    id: 'kind',
    label: 'Kind of work',
    width: '20%',
    cell: ({ kind }) => workKindLabels[kind],
    compare: (a, b) => workKindLabels[a.kind].localeCompare(workKindLabels[b.kind], 'en'),
  },
  {
    id: 'hours',
    label: 'Hours',
    width: '17%',
    cell: (price) => hoursText(price),
    compare: (a, b) => a.hours - b.hours,
  },
  {
    id: 'price',
    label: 'USD from',
    width: '100px',
    align: 'end',
    cell: ({ price }) => formatDollars(price),
    compare: (a, b) => a.price - b.price,
  },
];

function Work({ title, why }: Pick<WorkPrice, 'title' | 'why'>) {
  const styles = useStyles();
  return (
    <>
      <Text weight="semibold" block>
        {title}
      </Text>
      <Hint className={styles.why}>{why}</Hint>
    </>
  );
}

/** So that what stands below on the page is reached without scrolling past all of them. */
const firstShown = 10;

function WorkHours({ list, work }: { list: PriceList; work: readonly Priced[] }) {
  const styles = useStyles();
  const [search, setSearch] = useState<string>();
  const { opened, open, close, fallback } = useOpened<WorkPrice, HTMLDivElement>();
  const wanted = search?.toLowerCase() ?? '';
  const [isWhole, setWhole] = useState(false);
  const fitting = work.filter(({ title, why, kind }) =>
    `${title} ${why} ${workKindLabels[kind]}`.toLowerCase().includes(wanted),
  );
  const shown = isWhole || wanted !== '' ? fitting : fitting.slice(0, firstShown);
  return (
    <div ref={fallback} tabIndex={-1} className={styles.part}>
      <h3 className={styles.heading}>Hours by remedy</h3>
      <div className={styles.search}>
        <SearchBox label="Search work" placeholder="DKIM, Teams, users…" value={search ?? ''} onChange={setSearch} />
      </div>
      {shown.length === 0 ? (
        <Text>No work fits the search.</Text>
      ) : (
        <DataTable
          label="Hours by remedy"
          rows={shown}
          columns={workColumns}
          rowId={({ id }) => id}
          rowActions={(price) => (
            <Button size="small" aria-label={`Edit hours: ${price.title}`} onClick={() => open(price)}>
              Edit
            </Button>
          )}
          actionsWidth="88px"
          minWidth="720px"
        />
      )}
      {shown.length < fitting.length && (
        <div>
          <Button onClick={() => setWhole(true)}>Show all {formatNumber(fitting.length)}</Button>
        </div>
      )}
      {opened && <WorkHoursDialog list={list} price={opened} onClose={close} />}
    </div>
  );
}
