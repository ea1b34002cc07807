import { Field, Radio, RadioGroup } from '@fluentui/react-components';
import { type PickedTenant, TenantPicker } from '../../blocks/tenant-picker.tsx';

/** `none`: no organization is chosen, which is all of them (design, "Roles and scope"). */
export type ScopeChoice = { kind: 'none' | 'tenants' | 'nothing'; tenants: readonly PickedTenant[] };

export const allOrganizations: ScopeChoice = { kind: 'none', tenants: [] };

/** What a choice is for the API; null where it stays as it was. */
export function scopeBody({ kind, tenants }: ScopeChoice): { tenantId: null } | { tenantIds: string[] } | null {
  if (kind === 'nothing') return null;
  return kind === 'none' ? { tenantId: null } : { tenantIds: tenants.map(({ id }) => id) };
}

type Props = {
  value: ScopeChoice;
  onChange: (value: ScopeChoice) => void;
  error?: string | undefined;
  /** Why it cannot be changed. */
  disabledBecause?: string | null;
};

/** Which organizations a user may see. */
export function ScopeField({ value, onChange, error, disabledBecause = null }: Props) {
  const disabled = disabledBecause !== null;
  return (
    <>
      <Field label="Organizations" hint={disabledBecause ?? undefined}>
        <RadioGroup
          value={value.kind}
          disabled={disabled}
          onChange={(_, data) => onChange({ ...value, kind: data.value as ScopeChoice['kind'] })}
        >
          <Radio value="none" label="None: not limited, sees all organizations" />
          <Radio value="tenants" label="Only chosen organizations" />
          {value.kind === 'nothing' && <Radio value="nothing" label="No access to any organization yet" />}
        </RadioGroup>
      </Field>
      {value.kind === 'tenants' && (
        <TenantPicker
          label="Chosen organizations"
          value={value.tenants}
          onChange={(tenants) => onChange({ ...value, tenants })}
          error={error}
          disabled={disabled}
        />
      )}
    </>
  );
}
