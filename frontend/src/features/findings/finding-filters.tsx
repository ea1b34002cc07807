import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons/svg/dismiss';
import { FindingStatus } from '@tenantry/contract/findings';
import { categoryLabels, findingStatusLabels, severityLabels } from '@tenantry/contract/labels';
import { Category, Severity } from '@tenantry/contract/verdicts';
import { useCallback } from 'react';
import { SearchBox } from '../../ui/search-box.tsx';
import { FilterField } from '../../ui/select-field.tsx';

import type { FindingFilters as Filters } from './findings-queries.ts';

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gap: tokens.spacingHorizontalM,
    gridTemplateColumns: 'minmax(200px, 2fr) repeat(3, minmax(120px, 1fr)) auto',
    alignItems: 'end',
    '@media (max-width: 1023px)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  },
  search: { minWidth: 0, '@media (max-width: 1023px)': { gridColumn: '1 / -1' } },
  // Where the filters stand in more than one row it would only take room.
  idle: { '@media (max-width: 1023px)': { display: 'none' } },
});

type Props = { filters: Filters; onChange: (patch: Filters) => void };

/** Narrows the list by text, status, severity and category. */
export function FindingFilters({ filters, onChange }: Props) {
  const styles = useStyles();
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  const search = useCallback((text: string | undefined) => onChange({ search: text }), [onChange]);
  const clear = () => onChange({ status: undefined, severity: undefined, category: undefined, search: undefined });
  return (
    <search className={styles.root}>
      <div className={styles.search}>
        <SearchBox label="Search" placeholder="Title or description" value={filters.search ?? ''} onChange={search} />
      </div>
      <FilterField
        label="Status"
        options={FindingStatus.options}
        labelOf={(option) => findingStatusLabels[option]}
        value={filters.status}
        onChange={(status) => onChange({ status })}
      />
      <FilterField
        label="Severity"
        options={Severity.options}
        labelOf={(option) => severityLabels[option]}
        value={filters.severity}
        onChange={(severity) => onChange({ severity })}
      />
      <FilterField
        label="Category"
        options={Category.options}
        labelOf={(option) => categoryLabels[option]}
        value={filters.category}
        onChange={(category) => onChange({ category })}
      />
      <Button
        icon={<DismissRegular />}
        appearance="subtle"
        onClick={clear}
        disabled={!isFiltered}
        className={mergeClasses(!isFiltered && styles.idle)}
      >
        Clear filters
      </Button>
    </search>
  );
}
