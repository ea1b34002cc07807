import { useQuery } from '@tanstack/react-query';
import { FilterField } from '../ui/select-field.tsx';
import { tenantGroupsQuery } from './tenant-groups-query.ts';

type Props = { value: string | undefined; onChange: (groupId: string | undefined) => void };

/** Narrows a list over tenants to a group of them; nothing where there is none. */
export function GroupFilter({ value, onChange }: Props) {
  const { data } = useQuery(tenantGroupsQuery());
  const names = new Map(data?.groups.map(({ id, name }) => [id, name]));
  // An address may name a group that is gone: it can still be taken away.
  if (value !== undefined && !names.has(value)) names.set(value, data === undefined ? '…' : 'Deleted group');
  if (names.size === 0) return null;
  return (
    <FilterField
      label="Group"
      options={[...names.keys()]}
      labelOf={(id) => names.get(id) ?? id}
      value={value}
      onChange={onChange}
    />
  );
}
