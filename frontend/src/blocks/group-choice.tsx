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
  const { data, isError } = useQuery(tenantGroupsQuery());
  if (isError) return <Hint role="alert">The groups could not be loaded. Close this and open it again.</Hint>;
  if (data === undefined) return <Hint role="status">Loading groups…</Hint>;
  const gone = value.filter((id) => !data.groups.some((group) => group.id === id));
  if (data.groups.length === 0 && gone.length === 0) return <Hint>{noneYet}</Hint>;
  return (
    <ChoiceSet label={label} error={error}>
      {gone.map((id) => (
        <div key={id}>
          <Checkbox label="A group that is gone" checked onChange={() => onChange(toggled(value, id, false))} />
        </div>
      ))}
      {data.groups.map(({ id, name, tenants }) => (
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
