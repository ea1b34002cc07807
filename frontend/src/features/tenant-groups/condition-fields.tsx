import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { AddRegular } from '@fluentui/react-icons/svg/add';
import { DismissRegular } from '@fluentui/react-icons/svg/dismiss';
import { EntraLicense, entraLicenseLabels, type GroupCondition, TenantOrigin } from '@tenantry/contract/tenant-groups';
import { useRef } from 'react';
import { SelectField } from '../../ui/select-field.tsx';
import { Stack } from '../../ui/stack.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { fieldLabels, modeLabels, providerLabels } from './rule-texts.ts';

const useStyles = makeStyles({
  row: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 2fr) auto',
    gap: tokens.spacingHorizontalS,
    alignItems: 'end',
    border: 'none',
    margin: 0,
    padding: 0,
  },
  add: { justifySelf: 'start' },
});

const fields = ['tag', 'license', 'domain', 'provider', 'mode'] as const;
const starts: Record<GroupCondition['field'], GroupCondition> = {
  tag: { field: 'tag', value: '' },
  license: { field: 'license', value: 'none' },
  domain: { field: 'domain', value: '' },
  provider: { field: 'provider', value: 'partner' },
  mode: { field: 'mode', value: 'live' },
};

type ValueProps = { condition: GroupCondition; onChange: (condition: GroupCondition) => void; error?: string };

function ValueField({ condition, onChange, error }: ValueProps) {
  switch (condition.field) {
    case 'tag':
      return (
        <TextField
          label="Tag"
          value={condition.value}
          onChange={(value) => onChange({ field: 'tag', value })}
          error={error}
        />
      );
    case 'domain':
      return (
        <TextField
          label="Domain"
          hint="One that Microsoft has verified for the tenant, or lies beneath it"
          value={condition.value}
          onChange={(value) => onChange({ field: 'domain', value })}
          error={error}
        />
      );
    case 'license':
      return (
        <SelectField
          label="License"
          options={EntraLicense.options}
          labelOf={(option) => entraLicenseLabels[option]}
          value={condition.value}
          onChange={(value) => onChange({ field: 'license', value })}
        />
      );
    case 'provider':
      return (
        <SelectField
          label="Connected by"
          options={TenantOrigin.options}
          labelOf={(option) => providerLabels[option]}
          value={condition.value}
          onChange={(value) => onChange({ field: 'provider', value })}
        />
      );
    case 'mode':
      return (
        <SelectField
          label="Data"
          options={['live', 'simulated']}
          labelOf={(option) => modeLabels[option]}
          value={condition.value}
          onChange={(value) => onChange({ field: 'mode', value })}
        />
      );
  }
}

/** Conditions with the key by which each row stays itself while others come and go. */
export type KeyedCondition = { key: string; condition: GroupCondition };
export const keyedCondition = (condition: GroupCondition = starts.tag): KeyedCondition => ({
  key: crypto.randomUUID(),
  condition,
});

type Props = {
  conditions: readonly KeyedCondition[];
  onChange: (conditions: KeyedCondition[]) => void;
  /** What is wrong with a condition, by its place. */
  errorOf: (place: number) => string | undefined;
};

/** What has to be so of a tenant, a row each. */
export function ConditionFields({ conditions, onChange, errorOf }: Props) {
  const styles = useStyles();
  const add = useRef<HTMLButtonElement>(null);
  const remove = (key: string) => {
    onChange(conditions.filter((one) => one.key !== key));
    // The button that had the keyboard goes with its row.
    add.current?.focus();
  };
  const replace = (key: string, condition: GroupCondition) =>
    onChange(conditions.map((one) => (one.key === key ? { key, condition } : one)));
  return (
    <Stack gap="S">
      {conditions.map(({ key, condition }, place) => (
        <fieldset key={key} className={styles.row} aria-label={`Condition ${place + 1}`}>
          <SelectField
            label="What"
            options={fields}
            labelOf={(field) => fieldLabels[field]}
            value={condition.field}
            onChange={(field) => replace(key, starts[field])}
          />
          <ValueField condition={condition} onChange={(next) => replace(key, next)} error={errorOf(place)} />
          <Button
            icon={<DismissRegular />}
            appearance="subtle"
            aria-label={`Remove condition ${place + 1}`}
            disabled={conditions.length === 1}
            onClick={() => remove(key)}
          />
        </fieldset>
      ))}
      <Button
        ref={add}
        icon={<AddRegular />}
        className={styles.add}
        onClick={() => onChange([...conditions, keyedCondition()])}
      >
        Add condition
      </Button>
    </Stack>
  );
}
