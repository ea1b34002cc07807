import { Field, Radio, RadioGroup } from '@fluentui/react-components';
import { type PickedTenant, TenantPicker } from '../../blocks/tenant-picker.tsx';

type Props = {
  /** Null: all tenants. */
  value: readonly PickedTenant[] | null;
  onChange: (value: PickedTenant[] | null) => void;
  error?: string | undefined;
};

/** For which tenants a rule holds. */
export function RuleTenants({ value, onChange, error }: Props) {
  return (
    <>
      <Field label="Tenants">
        <RadioGroup
          value={value === null ? 'all' : 'chosen'}
          onChange={(_, data) => onChange(data.value === 'all' ? null : [])}
        >
          <Radio value="all" label="All tenants" />
          <Radio value="chosen" label="Chosen tenants" />
        </RadioGroup>
      </Field>
      {value !== null && <TenantPicker label="Which tenants" value={value} onChange={onChange} error={error} />}
    </>
  );
}
