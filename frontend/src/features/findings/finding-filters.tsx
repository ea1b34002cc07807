import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons/svg/dismiss';
import { FindingStatusFilter } from '@tenantry/contract/findings';
import { categoryLabels, findingStatusFilterLabels, severityLabels } from '@tenantry/contract/labels';
import { Category, Severity } from '@tenantry/contract/verdicts';
import { useCallback } from 'react';
import { onDemand } from '../../ui/on-demand.tsx';
import { Row } from '../../ui/row.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { FilterField, SelectField } from '../../ui/select-field.tsx';
import { orderKeyOf, orderKeys, orderLabels, orderParams } from './finding-order.ts';
import { type FindingSelection, isFiltered } from './findings-queries.ts';

const GroupFilter = onDemand(async () => (await import('../../blocks/group-filter.tsx')).GroupFilter);

const useStyles = makeStyles({
  root: { display: 'grid', gap: tokens.spacingVerticalM },
  fields: {
    display: 'grid',
    gap: tokens.spacingHorizontalM,
    // The orders are the longest of the choices.
    gridTemplateColumns: 'minmax(160px, 2fr) repeat(3, minmax(112px, 1fr)) minmax(184px, 1fr)',
    alignItems: 'end',
    '@media (max-width: 1199px)': { gridTemplateColumns: 'repeat(4, minmax(0, 1fr))' },
    '@media (max-width: 839px)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  },
  search: { minWidth: 0, '@media (max-width: 1199px)': { gridColumn: '1 / -1' } },
  // A remedy is a sentence, which wraps on a phone.
  chip: { maxWidth: '100%', textAlign: 'start', fontWeight: tokens.fontWeightRegular, whiteSpace: 'normal' },
});

type Props = {
  selection: FindingSelection;
  isOverTenants: boolean;
  /** What the remedy is called by which the list is filtered. */
  remedyTitle: string;
  onChange: (patch: FindingSelection) => void;
  /** Called for a button that goes away with what it did. */
  onRemove: (patch: 'remedy' | 'all') => void;
};

/** Narrows the list by text, status, severity, category and remedy, and orders it. */
export function FindingFilters({ selection, isOverTenants, remedyTitle, onChange, onRemove }: Props) {
  const styles = useStyles();
  const search = useCallback((text: string | undefined) => onChange({ search: text }), [onChange]);
  return (
    <search className={styles.root}>
      <div className={styles.fields}>
        <div className={styles.search}>
          <SearchBox
            label="Search"
            placeholder="Title or description"
            value={selection.search ?? ''}
            onChange={search}
          />
        </div>
        <FilterField
          label="Status"
          options={FindingStatusFilter.options}
          labelOf={(option) => findingStatusFilterLabels[option]}
          value={selection.status}
          onChange={(status) => onChange({ status })}
        />
        <FilterField
          label="Severity"
          options={Severity.options}
          labelOf={(option) => severityLabels[option]}
          value={selection.severity}
          onChange={(severity) => onChange({ severity })}
        />
        <FilterField
          label="Category"
          options={Category.options}
          labelOf={(option) => categoryLabels[option]}
          value={selection.category}
          onChange={(category) => onChange({ category })}
        />
        {/* Of a tenant that is selected there is nothing to narrow. */}
        {isOverTenants && <GroupFilter value={selection.groupId} onChange={(groupId) => onChange({ groupId })} />}
        <SelectField
          label="Sort by"
          options={orderKeys}
          labelOf={(option) => orderLabels[option]}
          value={orderKeyOf(selection)}
          onChange={(order) => onChange(orderParams(order))}
        />
      </div>
      {isFiltered(selection) && (
        <Row gap="S">
          {selection.remedy !== undefined && (
            <Button
              size="small"
              className={styles.chip}
              icon={<DismissRegular />}
              iconPosition="after"
              onClick={() => onRemove('remedy')}
              aria-label={`Remove the filter: ${remedyTitle}`}
            >
              {remedyTitle}
            </Button>
          )}
          <Button size="small" appearance="subtle" onClick={() => onRemove('all')}>
            Clear filters
          </Button>
        </Row>
      )}
    </search>
  );
}
