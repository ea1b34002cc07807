import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons/svg/dismiss';
import { TenantHealth } from '@tenantry/contract/tenant-health';
import { TenantMode, TenantNeed, TenantOrder } from '@tenantry/contract/tenant-summaries';
import { useCallback } from 'react';
import { GroupFilter } from '../../blocks/group-filter.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { FilterField, SelectField } from '../../ui/select-field.tsx';
import type { TenantFilters as Filters } from './overview-queries.ts';

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gap: tokens.spacingHorizontalM,
    gridTemplateColumns: 'repeat(auto-fit, minmax(150px, 1fr))',
    alignItems: 'end',
    '@media (max-width: 839px)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  },
  search: { gridColumn: '1 / -1', minWidth: 0 },
  clear: { justifySelf: 'start', gridColumn: '1 / -1' },
});

const needLabels: Record<TenantNeed, string> = {
  incidents: 'Possible attacks',
  changes: 'Critical or high changes',
  failing: 'Without new results',
  alerts: 'High-severity Microsoft alerts',
  worse: 'Worse in 7 days',
  deviating: 'Off a baseline',
};
const modeLabels = { live: 'Live', simulated: 'Simulated' } as const;
const orderLabels = { need: 'Most urgent', name: 'Name' } as const;

type Props = { filters: Filters; onChange: (patch: Partial<Filters>) => void };

export const isFiltered = ({ search, status, need, mode, groupId }: Filters) =>
  [search, status, need, mode, groupId].some((value) => value !== undefined);

/** Narrows the list to the tenants that are looked for. */
export function TenantFilters({ filters, onChange }: Props) {
  const styles = useStyles();
  const search = useCallback((text: string | undefined) => onChange({ search: text }), [onChange]);
  const clear = () =>
    onChange({ search: undefined, status: undefined, need: undefined, mode: undefined, groupId: undefined });
  return (
    <search className={styles.root}>
      <div className={styles.search}>
        <SearchBox label="Search" placeholder="Name or domain" value={filters.search ?? ''} onChange={search} />
      </div>
      <FilterField
        label="Status"
        options={TenantHealth.options}
        value={filters.status}
        onChange={(status) => onChange({ status })}
      />
      <FilterField
        label="Needs attention"
        options={TenantNeed.options}
        labelOf={(option) => needLabels[option]}
        value={filters.need}
        onChange={(need) => onChange({ need })}
      />
      <GroupFilter value={filters.groupId} onChange={(groupId) => onChange({ groupId })} />
      <FilterField
        label="Data"
        options={TenantMode.options}
        labelOf={(option) => modeLabels[option]}
        value={filters.mode}
        onChange={(mode) => onChange({ mode })}
      />
      <SelectField
        label="Sort by"
        options={TenantOrder.options}
        labelOf={(option) => orderLabels[option]}
        value={filters.sort}
        onChange={(sort) => onChange({ sort })}
      />
      {isFiltered(filters) && (
        <Button icon={<DismissRegular />} appearance="subtle" className={styles.clear} onClick={clear}>
          Clear filters
        </Button>
      )}
    </search>
  );
}
