import { Checkbox, Input, makeStyles, tokens } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import type { BaselineCheck } from '@tenantry/contract/baselines';
import { severityLabels } from '@tenantry/contract/labels';
import { useState } from 'react';
import { httpErrorTitle } from '../../lib/api-error.ts';
import { ChoiceSet, toggled } from '../../ui/choice-set.tsx';
import { Hint } from '../../ui/muted.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { baselineChecksQuery } from './baseline-queries.ts';

const useStyles = makeStyles({
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

const labelOf = ({ title, severity, needsEntraP1 }: BaselineCheck): string =>
  `${title} (${severityLabels[severity]}${needsEntraP1 ? ', needs Entra ID P1' : ''})`;

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
