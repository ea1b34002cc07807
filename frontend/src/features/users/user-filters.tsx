import { makeStyles, tokens } from '@fluentui/react-components';
import { Role } from '@tenantry/contract/auth';
import { useCallback } from 'react';
import { roleLabels } from '../../blocks/role-labels.ts';
import { SearchBox } from '../../ui/search-box.tsx';
import { FilterField } from '../../ui/select-field.tsx';
import type { UserFilters as Filters } from './users-queries.ts';

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gap: tokens.spacingHorizontalM,
    gridTemplateColumns: 'minmax(200px, 2fr) repeat(2, minmax(120px, 1fr))',
    alignItems: 'end',
    '@media (max-width: 639px)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  },
  search: { minWidth: 0, '@media (max-width: 639px)': { gridColumn: '1 / -1' } },
});

const sources = ['local', 'm365'] as const;
type Patch = {
  search?: string | undefined;
  source?: Filters['source'] | undefined;
  role?: Filters['role'] | undefined;
};
type Props = { filters: Filters; onChange: (patch: Patch) => void };

/** Narrows the list by text, source and role. */
export function UserFilters({ filters, onChange }: Props) {
  const styles = useStyles();
  const search = useCallback((text: string | undefined) => onChange({ search: text }), [onChange]);
  return (
    <search className={styles.root}>
      <div className={styles.search}>
        <SearchBox
          label="Search users"
          placeholder="Begins with: name, email, tenant"
          value={filters.search ?? ''}
          onChange={search}
        />
      </div>
      <FilterField
        label="Source"
        options={sources}
        labelOf={(source) => (source === 'local' ? 'Local' : 'M365')}
        value={filters.source === 'all' ? undefined : filters.source}
        onChange={(source) => onChange({ source })}
      />
      <FilterField
        label="Role"
        options={Role.options}
        labelOf={(role) => roleLabels[role]}
        value={filters.role === 'all' ? undefined : filters.role}
        onChange={(role) => onChange({ role })}
      />
    </search>
  );
}
