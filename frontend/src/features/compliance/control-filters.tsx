import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons/svg/dismiss';
import type { FrameworkSummary } from '@tenantry/contract/compliance';
import { controlStatusesByUrgency, controlStatusLabels } from '@tenantry/contract/labels';
import { useCallback } from 'react';
import { SearchBox } from '../../ui/search-box.tsx';
import { FilterField } from '../../ui/select-field.tsx';
import type { ControlFilters as Filters } from './compliance-queries.ts';

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gap: tokens.spacingHorizontalM,
    gridTemplateColumns: 'minmax(200px, 2fr) minmax(160px, 1fr) auto',
    alignItems: 'end',
    '@media (max-width: 699px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
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
      <FilterField
        label="Status"
        options={controlStatusesByUrgency}
        labelOf={(status) => `${controlStatusLabels[status]} (${counts[status]})`}
        value={filters.status}
        onChange={(status) => onChange({ status })}
      />
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
