import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons/svg/dismiss';
import { FrameworkId } from '@tenantry/contract/framework-id';
import { categoryLabels, frameworkLabels, severityLabels } from '@tenantry/contract/labels';
import { MatrixBy } from '@tenantry/contract/matrix';
import { MatrixStatus, matrixLabels } from '@tenantry/contract/matrix-status';
import { Category, Severity } from '@tenantry/contract/verdicts';
import { useCallback } from 'react';
import { onDemand } from '../../ui/on-demand.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { FilterField, SelectField } from '../../ui/select-field.tsx';
import type { MatrixAddress } from './matrix-queries.ts';

const GroupFilter = onDemand(async () => (await import('../../blocks/group-filter.tsx')).GroupFilter);
const BaselineFilter = onDemand(async () => (await import('../../blocks/baseline-filter.tsx')).BaselineFilter);

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gap: tokens.spacingHorizontalM,
    gridTemplateColumns: 'repeat(4, minmax(0, 1fr))',
    alignItems: 'end',
    '@media (max-width: 1023px)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  },
  clear: { justifySelf: 'start', gridColumn: '1 / -1' },
});

const byLabels: Record<MatrixBy, string> = { check: 'Checks', remedy: 'Remedies' };
const modeLabels = { live: 'Live', simulated: 'Simulated' } as const;
const modes = ['live', 'simulated'] as const;
const nothing = {
  search: undefined,
  category: undefined,
  severity: undefined,
  framework: undefined,
  status: undefined,
  tenant: undefined,
  groupId: undefined,
  baselineId: undefined,
  mode: undefined,
} as const;

type Props = { address: MatrixAddress; onChange: (patch: Partial<MatrixAddress>) => void };

/** Narrows both ends: rows by what they are about and what was found, columns by tenant. */
export function MatrixFilters({ address, onChange }: Props) {
  const styles = useStyles();
  const { by, search, category, severity, framework, status, tenant, groupId, baselineId, mode } = address;
  const searchRows = useCallback((text: string | undefined) => onChange({ search: text }), [onChange]);
  const searchTenants = useCallback((text: string | undefined) => onChange({ tenant: text }), [onChange]);
  const isFiltered = Object.keys(nothing).some((name) => address[name as keyof typeof nothing] !== undefined);
  return (
    <search className={styles.root}>
      <SelectField
        label="Rows"
        options={MatrixBy.options}
        labelOf={(option) => byLabels[option]}
        value={by}
        onChange={(chosen) => onChange({ by: chosen })}
      />
      <SearchBox
        label={by === 'check' ? 'Check' : 'Remedy'}
        placeholder="Part of its title"
        value={search ?? ''}
        onChange={searchRows}
      />
      <FilterField
        label="Severity"
        options={Severity.options}
        labelOf={(option) => severityLabels[option]}
        value={severity}
        onChange={(chosen) => onChange({ severity: chosen })}
      />
      <FilterField
        label="Status"
        options={MatrixStatus.options}
        labelOf={(option) => matrixLabels[option]}
        value={status}
        onChange={(chosen) => onChange({ status: chosen })}
      />
      <FilterField
        label="Category"
        options={Category.options}
        labelOf={(option) => categoryLabels[option]}
        value={category}
        onChange={(chosen) => onChange({ category: chosen })}
      />
      <FilterField
        label="Framework"
        options={FrameworkId.options}
        labelOf={(option) => frameworkLabels[option]}
        value={framework}
        onChange={(chosen) => onChange({ framework: chosen })}
      />
      <SearchBox label="Tenant" placeholder="Name or domain" value={tenant ?? ''} onChange={searchTenants} />
      <GroupFilter value={groupId} onChange={(chosen) => onChange({ groupId: chosen })} />
      <BaselineFilter value={baselineId} onChange={(chosen) => onChange({ baselineId: chosen })} />
      <FilterField
        label="Mode"
        options={modes}
        labelOf={(option) => modeLabels[option]}
        value={mode}
        onChange={(chosen) => onChange({ mode: chosen })}
      />
      {isFiltered && (
        <Button
          icon={<DismissRegular />}
          appearance="subtle"
          className={styles.clear}
          onClick={() => onChange(nothing)}
        >
          Clear filters
        </Button>
      )}
    </search>
  );
}
