import { Checkbox, Input, makeStyles, Text, tokens } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import type { BaselineCheck } from '@tenantry/contract/baselines';
import { severityLabels } from '@tenantry/contract/labels';
import { type ReactNode, useState } from 'react';
import { tenantGroupsQuery } from '../../blocks/tenant-groups-query.ts';
import { httpErrorTitle } from '../../lib/api-error.ts';
import { countOf } from '../../lib/format.ts';
import { Hint } from '../../ui/muted.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { baselineChecksQuery } from './baseline-queries.ts';

const useStyles = makeStyles({
  set: { border: 'none', margin: 0, padding: 0, minWidth: 0 },
  legend: { padding: 0, paddingBottom: tokens.spacingVerticalXXS },
  error: { color: tokens.colorPaletteRedForeground1 },
  list: {
    maxHeight: '220px',
    overflowY: 'auto',
    border: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
  },
});

type Props = {
  value: readonly string[];
  onChange: (chosen: string[]) => void;
  error?: string | undefined;
};

const toggled = (value: readonly string[], id: string, isOn: boolean): string[] =>
  isOn ? [...value, id] : value.filter((one) => one !== id);

const labelOf = ({ title, severity, needsEntraP1 }: BaselineCheck): string =>
  `${title} (${severityLabels[severity]}${needsEntraP1 ? ', needs Entra ID P1' : ''})`;

type SetProps = { label: string; required?: boolean; error?: string | undefined; children: ReactNode };

/** Boxes under one name. Within a field of the kit each of them would be called by the field's label instead of its own. */
function ChoiceSet({ label, required = false, error, children }: SetProps) {
  const styles = useStyles();
  return (
    <fieldset className={styles.set}>
      <legend className={styles.legend}>
        {label}
        {required && <span aria-hidden> *</span>}
      </legend>
      {children}
      {error !== undefined && (
        <Text role="alert" size={200} className={styles.error}>
          {error}
        </Text>
      )}
    </fieldset>
  );
}

/** Which checks a baseline is made of. */
export function CheckChoice({ value, onChange, error }: Props) {
  const styles = useStyles();
  const query = useQuery(baselineChecksQuery());
  const [search, setSearch] = useState('');
  return (
    <ChoiceSet label={`Checks (${value.length} chosen)`} required error={error}>
      <Input
        type="search"
        aria-label="Search checks"
        placeholder="Search checks"
        value={search}
        onChange={(_, data) => setSearch(data.value)}
      />
      <QueryState
        query={query}
        loading={<SkeletonRows rows={4} size={32} label="Loading checks" />}
        errorTitle={httpErrorTitle(query.error)}
      >
        {({ checks }) => {
          const shown = checks.filter((check) => check.title.toLowerCase().includes(search.trim().toLowerCase()));
          return (
            <div className={styles.list}>
              {shown.length === 0 && <Hint>No check has this in its title.</Hint>}
              {shown.map((check) => (
                <div key={check.checkId}>
                  <Checkbox
                    label={labelOf(check)}
                    checked={value.includes(check.checkId)}
                    onChange={(_, data) => onChange(toggled(value, check.checkId, data.checked === true))}
                  />
                </div>
              ))}
            </div>
          );
        }}
      </QueryState>
    </ChoiceSet>
  );
}

/** Which groups a baseline is assigned to. */
export function GroupChoice({ value, onChange, error }: Props) {
  const { data } = useQuery(tenantGroupsQuery());
  if (data?.groups.length === 0)
    return <Hint>There are no groups yet. Create one, and assign the baseline to it.</Hint>;
  return (
    <ChoiceSet label="Assigned to" error={error}>
      {data?.groups.map(({ id, name, tenants }) => (
        <div key={id}>
          <Checkbox
            label={`${name} (${countOf(tenants, 'tenant')})`}
            checked={value.includes(id)}
            onChange={(_, { checked }) => onChange(toggled(value, id, checked === true))}
          />
        </div>
      ))}
    </ChoiceSet>
  );
}
