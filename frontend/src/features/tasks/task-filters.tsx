import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons/svg/dismiss';
import { useQuery } from '@tanstack/react-query';
import { priorityLabels, taskStatusLabels } from '@tenantry/contract/labels';
import { TaskDue, TaskStatus } from '@tenantry/contract/tasks';
import { Priority } from '@tenantry/contract/verdicts';
import { type ReactNode, useCallback } from 'react';
import { TenantFilter } from '../../blocks/tenant-filter.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { FilterField, SelectField } from '../../ui/select-field.tsx';
import { assigneeLabels, dueLabels } from './task-labels.ts';
import { AssigneeChoice, type TaskListAddress, taskRemediesQuery } from './task-queries.ts';

// Most installations begin without groups.
const GroupFilter = onDemand(async () => (await import('../../blocks/group-filter.tsx')).GroupFilter);

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gap: tokens.spacingHorizontalM,
    gridTemplateColumns: 'repeat(4, minmax(0, 1fr))',
    alignItems: 'end',
    '@media (max-width: 1023px)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  },
  whole: { '@media (max-width: 1023px)': { gridColumn: '1 / -1' } },
  start: { justifySelf: 'start' },
  // Where the filters stand in more than two rows it would only take room.
  idle: { '@media (max-width: 1023px)': { display: 'none' } },
});

type Props = {
  address: TaskListAddress;
  onChange: (patch: Partial<TaskListAddress>) => void;
  /** What is listed where no status is asked for. */
  allStatuses: string;
  columnMenu: ReactNode;
};

const noFilters = {
  search: undefined,
  status: undefined,
  priority: undefined,
  assignee: undefined,
  tenantId: undefined,
  groupId: undefined,
  remedyId: undefined,
  due: undefined,
};

/** Narrows tasks of several tenants. */
export function TaskFilters({ address, onChange, allStatuses, columnMenu }: Props) {
  const styles = useStyles();
  const { data: remedies = [] } = useQuery(taskRemediesQuery());
  const { search, status, priority, assignee, tenantId, groupId, remedyId, due } = address;
  const onSearch = useCallback((text: string | undefined) => onChange({ search: text }), [onChange]);
  const titles = new Map(remedies.map(({ id, title }) => [id, title]));
  if (remedyId !== undefined && !titles.has(remedyId)) titles.set(remedyId, remedyId);
  const isFiltered = [search, status, priority, tenantId, groupId, remedyId, due].some((value) => value !== undefined);
  return (
    <search className={styles.root}>
      <div className={styles.whole}>
        <SearchBox label="Search" placeholder="Title or description" value={search ?? ''} onChange={onSearch} />
      </div>
      <SelectField
        label="Assignee"
        options={AssigneeChoice.options}
        labelOf={(option) => assigneeLabels[option]}
        value={assignee}
        onChange={(option) => onChange({ assignee: option })}
      />
      <FilterField
        label="Due"
        options={TaskDue.options}
        labelOf={(option) => dueLabels[option]}
        value={due}
        onChange={(option) => onChange({ due: option })}
      />
      <FilterField
        label="Status"
        options={TaskStatus.options}
        labelOf={(option) => taskStatusLabels[option]}
        allLabel={allStatuses}
        value={status}
        onChange={(option) => onChange({ status: option })}
      />
      <FilterField
        label="Priority"
        options={Priority.options}
        labelOf={(option) => priorityLabels[option]}
        value={priority}
        onChange={(option) => onChange({ priority: option })}
      />
      <GroupFilter value={groupId} onChange={(id) => onChange({ groupId: id })} />
      <TenantFilter label="Tenant" allLabel="All" value={tenantId} onChange={(id) => onChange({ tenantId: id })} />
      <FilterField
        label="Remedy"
        options={[...titles.keys()]}
        labelOf={(id) => titles.get(id) ?? id}
        value={remedyId}
        onChange={(id) => onChange({ remedyId: id })}
      />
      {columnMenu}
      <Button
        icon={<DismissRegular />}
        appearance="subtle"
        onClick={() => onChange(noFilters)}
        disabled={!isFiltered}
        className={mergeClasses(styles.start, !isFiltered && styles.idle)}
      >
        Clear filters
      </Button>
    </search>
  );
}
