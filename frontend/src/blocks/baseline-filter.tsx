import { useQuery } from '@tanstack/react-query';
import { FilterField } from '../ui/select-field.tsx';
import { baselinesQuery } from './baselines-query.ts';

type Props = { value: string | undefined; onChange: (baselineId: string | undefined) => void };

/** Narrows a list to the tenants and checks of a baseline that holds for some of them. */
export function BaselineFilter({ value, onChange }: Props) {
  const { data } = useQuery(baselinesQuery());
  const held = data?.baselines.filter(({ id, tenants }) => tenants > 0 || id === value) ?? [];
  const names = new Map(held.map(({ id, name }) => [id, name]));
  // An address may name a baseline that is gone: it can still be taken away.
  if (value !== undefined && !names.has(value)) names.set(value, data === undefined ? '…' : 'Deleted baseline');
  if (names.size === 0) return null;
  return (
    <FilterField
      label="Baseline"
      options={[...names.keys()]}
      labelOf={(id) => names.get(id) ?? id}
      value={value}
      onChange={onChange}
    />
  );
}
