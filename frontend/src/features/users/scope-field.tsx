import { Field, Radio, RadioGroup } from '@fluentui/react-components';
import { type PickedTenant, TenantPicker } from '../../blocks/tenant-picker.tsx';

/**
 * Which tenants a user may see. `open`: nobody has said yet. `nothing`: none, as the user had it.
 * All is what the specification calls `none`: no tenant is chosen (design, "Roles and scope").
 */
export type ScopeChoice = { kind: 'open' | 'all' | 'tenants' | 'nothing'; tenants: readonly PickedTenant[] };

export const noScopeYet: ScopeChoice = { kind: 'open', tenants: [] };

/** What a choice is for the API; null where it says nothing. */
export function scopeBody({ kind, tenants }: ScopeChoice): { tenantId: null } | { tenantIds: string[] } | null {
  if (kind === 'nothing' || kind === 'open') return null;
  return kind === 'all' ? { tenantId: null } : { tenantIds: tenants.map(({ id }) => id) };
}

type Props = {
  value: ScopeChoice;
  onChange: (value: ScopeChoice) => void;
  required?: boolean;
  error?: string | undefined;
};

/** Which tenants a user may see. */
export function ScopeField({ value, onChange, required = false, error }: Props) {
  return (
    <>
      <Field label="Tenants" required={required}>
        <RadioGroup
          value={value.kind}
          onChange={(_, data) => onChange({ ...value, kind: data.value as ScopeChoice['kind'] })}
        >
          <Radio value="all" label="All tenants, those that are added later too" />
          <Radio value="tenants" label="Only chosen tenants" />
          {value.kind === 'nothing' && <Radio value="nothing" label="No tenant yet" />}
        </RadioGroup>
      </Field>
      {value.kind === 'tenants' && (
        <TenantPicker
          label="Chosen tenants"
          value={value.tenants}
          onChange={(tenants) => onChange({ ...value, tenants })}
          error={error}
        />
      )}
    </>
  );
}
