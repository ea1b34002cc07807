import { Button, Field, Input, makeStyles, tokens } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons/svg/dismiss';
import { trailEventKinds, trailEventLabel } from '@tenantry/contract/trail-events';
import { useCallback } from 'react';
import { onDemand } from '../../ui/on-demand.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { FilterField } from '../../ui/select-field.tsx';
import { type TrailFilters as Filters, isFiltered, noFilters } from './audit-trail-queries.ts';

const GroupFilter = onDemand(async () => (await import('../../blocks/group-filter.tsx')).GroupFilter);

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gap: tokens.spacingHorizontalM,
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 180px), 1fr))',
    alignItems: 'end',
  },
  date: { minWidth: 0, width: '100%' },
  clear: { justifySelf: 'start' },
});

const eventTypes = Object.keys(trailEventKinds).toSorted((a, b) =>
  trailEventLabel(a).localeCompare(trailEventLabel(b)),
);

type Props = { filters: Filters; onChange: (patch: Partial<Filters>) => void };

/** Narrows the trail by event type, user, target, and days. */
export function TrailFilters({ filters, onChange }: Props) {
  const styles = useStyles();
  const { eventType, startDate, endDate } = filters;
  const byUser = useCallback((user: string | undefined) => onChange({ user: user ?? '' }), [onChange]);
  const byTarget = useCallback((target: string | undefined) => onChange({ target: target ?? '' }), [onChange]);
  // One that this version does not know is kept, so that the list stays as it was asked for.
  const options = eventType === '' || eventTypes.includes(eventType) ? eventTypes : [eventType, ...eventTypes];
  return (
    <search className={styles.root}>
      <FilterField
        label="Event type"
        allLabel="All event types"
        options={options}
        labelOf={trailEventLabel}
        value={eventType === '' ? undefined : eventType}
        onChange={(value) => onChange({ eventType: value ?? '' })}
      />
      <GroupFilter value={filters.groupId} onChange={(groupId) => onChange({ groupId })} />
      <SearchBox label="User" placeholder="Any part of a name" value={filters.user} onChange={byUser} />
      <SearchBox label="Target" placeholder="Any part of it" value={filters.target} onChange={byTarget} />
      <Day label="Start date" value={startDate} max={endDate} onChange={(day) => onChange({ startDate: day })} />
      <Day label="End date" value={endDate} min={startDate} onChange={(day) => onChange({ endDate: day })} />
      <Button
        icon={<DismissRegular />}
        appearance="subtle"
        className={styles.clear}
        onClick={() => onChange(noFilters)}
        disabled={!isFiltered(filters)}
      >
        Clear All
      </Button>
    </search>
  );
}

type DayProps = { label: string; value: string; min?: string; max?: string; onChange: (day: string) => void };

function Day({ label, value, min, max, onChange }: DayProps) {
  const styles = useStyles();
  return (
    <Field label={label} className={styles.date}>
      <Input
        type="date"
        className={styles.date}
        value={value.slice(0, 'yyyy-mm-dd'.length)}
        min={min || undefined}
        max={max || undefined}
        onChange={(_, data) => onChange(data.value)}
      />
    </Field>
  );
}
