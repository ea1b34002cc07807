import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons/svg/dismiss';
import type { WaitingWork } from '@tenantry/contract/approval-decisions';
import { priorityLabels } from '@tenantry/contract/labels';
import { Priority } from '@tenantry/contract/verdicts';
import { useCallback } from 'react';
import { GroupFilter } from '../../blocks/group-filter.tsx';
import { TenantFilter } from '../../blocks/tenant-filter.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { FilterField, SelectField } from '../../ui/select-field.tsx';
import { type ApprovalsAddress, type ChangeAddress, WorkOrder } from './approvals-address.ts';

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gap: tokens.spacingHorizontalM,
    gridTemplateColumns: 'repeat(4, minmax(0, 1fr))',
    alignItems: 'end',
    '@media (max-width: 1023px)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  },
  whole: { '@media (max-width: 1023px)': { gridColumn: '1 / -1' } },
  clear: { justifySelf: 'start' },
  // Where the filters stand in more than two rows it would only take room.
  idle: { '@media (max-width: 1023px)': { display: 'none' } },
});

const orderLabels: Record<WorkOrder, string> = {
  first: 'Do this first',
  tenants: 'Most tenants',
  oldest: 'Longest waiting',
  title: 'Title',
};

const ages = ['7', '30', '90'] as const;

type Props = {
  address: ApprovalsAddress;
  /** Among which a remedy can be chosen. */
  work: readonly WaitingWork[];
  isFiltered: boolean;
  onChange: ChangeAddress;
  onClear: () => void;
};

/** Narrows what waits, and puts it in order. */
export function WorkFilters({ address, work, isFiltered, onChange, onClear }: Props) {
  const styles = useStyles();
  const { search, remedyId, tenantId, groupId, priority, olderThanDays, sort } = address;
  const onSearch = useCallback((text: string | undefined) => onChange({ search: text }), [onChange]);
  const titles = new Map(work.map((one) => [one.remedyId, one.title]));
  if (remedyId !== undefined && !titles.has(remedyId)) titles.set(remedyId, remedyId);
  return (
    <search className={styles.root}>
      <div className={styles.whole}>
        <SearchBox label="Search" placeholder="Search by remedy" value={search ?? ''} onChange={onSearch} />
      </div>
      <FilterField
        label="Remedy"
        options={[...titles.keys()]}
        labelOf={(id) => titles.get(id) ?? id}
        value={remedyId}
        onChange={(id) => onChange({ remedyId: id })}
      />
      <GroupFilter value={groupId} onChange={(id) => onChange({ groupId: id })} />
      <TenantFilter label="Tenant" allLabel="All" value={tenantId} onChange={(id) => onChange({ tenantId: id })} />
      <FilterField
        label="Priority"
        options={Priority.options}
        labelOf={(option) => priorityLabels[option]}
        value={priority}
        onChange={(option) => onChange({ priority: option })}
      />
      <FilterField
        label="Waiting"
        options={ages}
        labelOf={(days) => `${days} days or longer`}
        value={ages.find((days) => Number(days) === olderThanDays)}
        onChange={(days) => onChange({ olderThanDays: days })}
      />
      <SelectField
        label="Order"
        options={WorkOrder.options}
        labelOf={(option) => orderLabels[option]}
        value={sort ?? 'first'}
        onChange={(option) => onChange({ sort: option === 'first' ? undefined : option })}
      />
      <Button
        icon={<DismissRegular />}
        appearance="subtle"
        onClick={onClear}
        disabled={!isFiltered}
        className={mergeClasses(styles.clear, !isFiltered && styles.idle)}
      >
        Clear filters
      </Button>
    </search>
  );
}
