import { Combobox, Field, makeStyles, Option } from '@fluentui/react-components';
import { useState } from 'react';
import { useSignedIn } from '../lib/session.ts';

const useStyles = makeStyles({
  whole: { minWidth: 0, width: '100%' },
});

/** As many are listed; the others are found by typing. */
const maxListed = 50;

export type Choice = { id: string; name: string };

export type TenantChoiceProps = {
  label: string;
  /** What nothing chosen is called. */
  allLabel: string;
  /** Choices before the tenants. */
  first?: readonly Choice[];
  value: string | undefined;
  onChange: (tenantId: string | undefined) => void;
  required?: boolean;
  error?: string;
};

/** One of many tenants, found by typing. */
export function TenantCombobox({ label, allLabel, first = [], value, onChange, required, error }: TenantChoiceProps) {
  const styles = useStyles();
  const { tenants } = useSignedIn();
  const [typed, setTyped] = useState<string | null>(null);
  const all: readonly Choice[] = [...first, ...tenants.map(({ id, displayName: name }) => ({ id, name }))];
  const wanted = (typed ?? '').trim().toLowerCase();
  const found = all.filter(({ name }) => name.toLowerCase().includes(wanted));
  const shown = found.slice(0, maxListed);
  const chosen = value === undefined ? allLabel : (all.find(({ id }) => id === value)?.name ?? value);
  return (
    <Field label={label} required={required} validationMessage={error} className={styles.whole}>
      <Combobox
        className={styles.whole}
        input={{ className: styles.whole }}
        value={typed ?? chosen}
        selectedOptions={[value ?? '']}
        onChange={(event) => setTyped(event.target.value)}
        onOpenChange={(_, { open }) => setTyped(open ? '' : null)}
        onOptionSelect={(_, { optionValue }) => {
          setTyped(null);
          onChange(optionValue === '' ? undefined : optionValue);
        }}
      >
        {wanted === '' && (
          <Option value="" text={allLabel}>
            {allLabel}
          </Option>
        )}
        {shown.map(({ id, name }) => (
          <Option key={id} value={id} text={name}>
            {name}
          </Option>
        ))}
        {shown.length === 0 && (
          <Option disabled value="none" text="">
            No tenant is called that
          </Option>
        )}
        {found.length > shown.length && (
          <Option disabled value="more" text="">
            {`${shown.length} of ${found.length} are listed. Type to find more.`}
          </Option>
        )}
      </Combobox>
    </Field>
  );
}
