import { useSignedIn } from '../lib/session.ts';
import { onDemand } from '../ui/on-demand.tsx';
import { SelectField } from '../ui/select-field.tsx';
import type { TenantChoiceProps } from './tenant-combobox.tsx';

const TenantCombobox = onDemand(async () => (await import('./tenant-combobox.tsx')).TenantCombobox);

/** More than these nobody looks through: then they are found by typing. */
const maxToLookThrough = 50;

/** One of the tenants in scope. */
export function TenantFilter(props: TenantChoiceProps) {
  const { label, allLabel, first = [], value, onChange, required, error } = props;
  const { tenants } = useSignedIn();
  if (tenants.length > maxToLookThrough) {
    return <TenantCombobox {...props} />;
  }
  const names = new Map(
    [...first, ...tenants.map(({ id, displayName: name }) => ({ id, name }))].map(({ id, name }) => [id, name]),
  );
  const isKnown = value === undefined || names.has(value);
  return (
    <SelectField
      label={label}
      options={['', ...names.keys(), ...(isKnown ? [] : [value])]}
      labelOf={(id) => (id === '' ? allLabel : (names.get(id) ?? id))}
      value={value ?? ''}
      onChange={(id) => onChange(id === '' ? undefined : id)}
      required={required}
      error={error}
    />
  );
}
