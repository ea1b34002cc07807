import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons/svg/dismiss';
import { priorityLabels } from '@tenantry/contract/labels';
import { notableKindLabels } from '@tenantry/contract/notable-kind-labels';
import { NotableKind } from '@tenantry/contract/notable-kinds';
import { Priority } from '@tenantry/contract/verdicts';
import { useCallback } from 'react';
import { GroupFilter } from '../../blocks/group-filter.tsx';
import { TenantFilter } from '../../blocks/tenant-filter.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { FilterField, SelectField } from '../../ui/select-field.tsx';
import { type ChangesAddress, isNarrowed, Period } from './changes-queries.ts';

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gap: tokens.spacingHorizontalM,
    gridTemplateColumns: 'repeat(auto-fit, minmax(160px, 1fr))',
    alignItems: 'end',
    '@media (max-width: 1023px)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  },
  clear: { justifySelf: 'start', gridColumn: '1 / -1' },
});

const periodLabels: Record<Period, string> = {
  'last-visit': 'Not seen yet',
  today: 'Today',
  friday: 'Since Friday',
  month: 'Last 30 days',
  all: 'Last 400 days',
};

type Props = { address: ChangesAddress; onChange: (patch: Partial<ChangesAddress>) => void };

/** Narrows the list by period, kind, gravity, tenant and whoever made a change. */
export function ChangeFilters({ address, onChange }: Props) {
  const styles = useStyles();
  const { period, kind, gravity, groupId, tenantId, actor } = address;
  const search = useCallback((text: string | undefined) => onChange({ actor: text }), [onChange]);
  return (
    <search className={styles.root}>
      <SelectField
        label="Period"
        options={Period.options}
        labelOf={(option) => periodLabels[option]}
        value={period}
        onChange={(chosen) => onChange({ period: chosen })}
      />
      <FilterField
        label="Kind"
        options={NotableKind.options}
        labelOf={(option) => notableKindLabels[option]}
        value={kind}
        onChange={(chosen) => onChange({ kind: chosen })}
      />
      <FilterField
        label="Severity"
        options={Priority.options}
        labelOf={(option) => priorityLabels[option]}
        value={gravity}
        onChange={(chosen) => onChange({ gravity: chosen })}
      />
      <GroupFilter value={groupId} onChange={(chosen) => onChange({ groupId: chosen })} />
      <TenantFilter
        label="Tenant"
        allLabel="All"
        value={tenantId}
        onChange={(chosen) => onChange({ tenantId: chosen })}
      />
      <SearchBox label="Changed by" placeholder="Name of a person or app" value={actor ?? ''} onChange={search} />
      {isNarrowed(address) && (
        <Button
          icon={<DismissRegular />}
          appearance="subtle"
          className={styles.clear}
          onClick={() =>
            onChange({ kind: undefined, gravity: undefined, groupId: undefined, tenantId: undefined, actor: undefined })
          }
        >
          Clear filters
        </Button>
      )}
    </search>
  );
}
