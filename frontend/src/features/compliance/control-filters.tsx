import { Button, Field, makeStyles, mergeClasses, Select, tokens } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons/svg/dismiss';
import type { FrameworkSummary } from '@tenantry/contract/compliance';
import { controlStatusesByUrgency, controlStatusLabels } from '@tenantry/contract/labels';
import { useCallback } from 'react';
import { SearchBox } from '../../ui/search-box.tsx';
import type { ControlFilters as Filters } from './compliance-queries.ts';

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gap: tokens.spacingHorizontalM,
    gridTemplateColumns: 'minmax(200px, 2fr) minmax(160px, 1fr) auto',
    alignItems: 'end',
    '@media (max-width: 699px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  // Fluent gives these a width of their own, and the grid's tracks would be wider than a phone.
  control: { minWidth: 0, width: '100%' },
  // Where the filters stand in more than one row it would only take room.
  idle: { '@media (max-width: 699px)': { display: 'none' } },
});

type Props = { filters: Filters; counts: FrameworkSummary['counts']; onChange: (patch: Filters) => void };

/** Narrows the controls by text and status. */
export function ControlFilters({ filters, counts, onChange }: Props) {
  const styles = useStyles();
  const search = useCallback((text: string | undefined) => onChange({ search: text }), [onChange]);
  const isFiltered = Boolean(filters.status ?? filters.search);
  return (
    <search className={styles.root}>
      <SearchBox
        label="Search controls"
        placeholder="Id, title or check"
        value={filters.search ?? ''}
        onChange={search}
      />
      <Field label="Status" className={styles.control}>
        <Select
          value={filters.status ?? ''}
          select={{ className: styles.control }}
          onChange={(_, data) => onChange({ status: controlStatusesByUrgency.find((status) => status === data.value) })}
        >
          <option value="">All</option>
          {controlStatusesByUrgency.map((status) => (
            <option key={status} value={status}>
              {controlStatusLabels[status]} ({counts[status]})
            </option>
          ))}
        </Select>
      </Field>
      <Button
        icon={<DismissRegular />}
        appearance="subtle"
        onClick={() => onChange({ status: undefined, search: undefined })}
        disabled={!isFiltered}
        className={mergeClasses(!isFiltered && styles.idle)}
      >
        Clear filters
      </Button>
    </search>
  );
}
