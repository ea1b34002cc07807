import { Field, Radio, RadioGroup } from '@fluentui/react-components';
import { GroupChoice } from '../../blocks/group-choice.tsx';
import { type PickedTenant, TenantPicker } from '../../blocks/tenant-picker.tsx';
import { useSeesAllTenants } from '../../lib/session.ts';

/**
 * Which tenants a user may see. `open`: nobody has said yet. `nothing`: none, as the user had it.
 * All is what the specification calls `none`: no tenant is chosen (design, "Roles and scope").
 */
export type ScopeChoice = {
  kind: 'open' | 'all' | 'tenants' | 'groups' | 'nothing';
  /** Those that are named: alone, or beside groups. */
  tenants: readonly PickedTenant[];
  groupIds: readonly string[];
};

export const noScopeYet: ScopeChoice = { kind: 'open', tenants: [], groupIds: [] };

/** What a choice is for the API; null where it says nothing. */
export function scopeBody({
  kind,
  tenants,
  groupIds,
}: ScopeChoice): { tenantId: null } | { tenantIds?: string[]; groupIds?: string[] } | null {
  if (kind === 'nothing' || kind === 'open') return null;
  if (kind === 'all') return { tenantId: null };
  const tenantIds = tenants.map(({ id }) => id);
  if (kind === 'tenants') return { tenantIds };
  return { groupIds: [...groupIds], ...(tenantIds.length > 0 && { tenantIds }) };
}

type Props = {
  value: ScopeChoice;
  onChange: (value: ScopeChoice) => void;
  required?: boolean;
  error?: string | undefined;
  groupError?: string | undefined;
};

/** Which tenants a user may see. */
export function ScopeField({ value, onChange, required = false, error, groupError }: Props) {
  const seesAll = useSeesAllTenants();
  return (
    <>
      <Field label="Tenants" required={required}>
        <RadioGroup
          value={value.kind}
          onChange={(_, data) => onChange({ ...value, kind: data.value as ScopeChoice['kind'] })}
        >
          <Radio value="all" label="All tenants, those that are added later too" />
          <Radio value="tenants" label="Only chosen tenants" />
          {(seesAll || value.kind === 'groups') && (
            <Radio value="groups" label="Tenants of chosen groups, whichever they are at the time" />
          )}
          {value.kind === 'nothing' && <Radio value="nothing" label="No tenant yet" />}
        </RadioGroup>
      </Field>
      {value.kind === 'groups' && (
        <GroupChoice
          label="Chosen groups"
          noneYet="There are no groups yet. Create one under Tenants, Groups."
          value={value.groupIds}
          onChange={(groupIds) => onChange({ ...value, groupIds })}
          error={groupError}
        />
      )}
      {(value.kind === 'tenants' || value.kind === 'groups') && (
        <TenantPicker
          label={value.kind === 'groups' ? 'More tenants (optional)' : 'Chosen tenants'}
          value={value.tenants}
          onChange={(tenants) => onChange({ ...value, tenants })}
          error={error}
        />
      )}
    </>
  );
}
