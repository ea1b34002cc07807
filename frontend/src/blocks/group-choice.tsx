import { Checkbox } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { countOf } from '../lib/format.ts';
import { ChoiceSet, toggled } from '../ui/choice-set.tsx';
import { Hint } from '../ui/muted.tsx';
import { tenantGroupsQuery } from './tenant-groups-query.ts';

type Props = {
  label: string;
  /** Said where there is no group to choose. */
  noneYet: string;
  value: readonly string[];
  onChange: (groupIds: string[]) => void;
  error?: string | undefined;
};

/** Which groups of tenants are meant. */
export function GroupChoice({ label, noneYet, value, onChange, error }: Props) {
  const { data } = useQuery(tenantGroupsQuery());
  if (data?.groups.length === 0) return <Hint>{noneYet}</Hint>;
  return (
    <ChoiceSet label={label} error={error}>
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
