import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons/svg/dismiss';
import { ApprovalType } from '@tenantry/contract/approvals';
import { systemWideId } from '@tenantry/contract/ids';
import { priorityLabels } from '@tenantry/contract/labels';
import { Priority } from '@tenantry/contract/verdicts';
import { approvalStatusLabels, approvalTypeLabels } from '../../blocks/approval-labels.ts';
import { GroupFilter } from '../../blocks/group-filter.tsx';
import { TenantFilter } from '../../blocks/tenant-filter.tsx';
import { useSeesAllTenants } from '../../lib/session.ts';
import { FilterField } from '../../ui/select-field.tsx';
import type { ApprovalFilters as Filters } from './approval-queries.ts';

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gap: tokens.spacingHorizontalM,
    gridTemplateColumns: 'repeat(auto-fit, minmax(140px, 1fr))',
    alignItems: 'end',
    '@media (max-width: 1023px)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  },
  // Where the filters stand in more than one row it would only take room.
  idle: { '@media (max-width: 1023px)': { display: 'none' } },
});

const systemWide = [{ id: systemWideId, name: 'System-wide' }];

type Props = {
  filters: Filters;
  /** Whether there are any that nobody had to decide. */
  hasClosed: boolean;
  onChange: (patch: Partial<Filters>) => void;
};

/** Narrows the list by status, type, priority and tenant. */
export function ApprovalFilters({ filters, hasClosed, onChange }: Props) {
  const styles = useStyles();
  const seesAllTenants = useSeesAllTenants();
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  // The specification has three; this one is offered only where there are any.
  const statuses = ['pending', 'approved', 'denied', ...(hasClosed ? (['closed'] as const) : [])] as const;
  return (
    <search className={styles.root}>
      <FilterField
        label="Status"
        options={statuses}
        labelOf={(option) => approvalStatusLabels[option]}
        value={filters.status}
        onChange={(status) => onChange({ status })}
      />
      <FilterField
        label="Type"
        options={ApprovalType.options}
        labelOf={(option) => approvalTypeLabels[option]}
        value={filters.type}
        onChange={(type) => onChange({ type })}
      />
      <FilterField
        label="Priority"
        options={Priority.options}
        labelOf={(option) => priorityLabels[option]}
        value={filters.priority}
        onChange={(priority) => onChange({ priority })}
      />
      <GroupFilter value={filters.groupId} onChange={(groupId) => onChange({ groupId })} />
      <TenantFilter
        label="Tenant"
        allLabel="All"
        first={seesAllTenants ? systemWide : []}
        value={filters.tenantId}
        onChange={(tenantId) => onChange({ tenantId })}
      />
      <Button
        icon={<DismissRegular />}
        appearance="subtle"
        onClick={() =>
          onChange({ status: undefined, type: undefined, priority: undefined, tenantId: undefined, groupId: undefined })
        }
        disabled={!isFiltered}
        className={mergeClasses(!isFiltered && styles.idle)}
      >
        Clear filters
      </Button>
    </search>
  );
}
