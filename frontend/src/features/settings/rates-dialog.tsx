import { Field, Input, makeStyles, Text, tokens } from '@fluentui/react-components';
import { workKindLabels } from '@tenantry/contract/labels';
import { changePriceList, type PriceList } from '@tenantry/contract/price-list';
import { useState } from 'react';
import { formErrors } from '../../lib/form-errors.ts';
import { useFieldErrors } from '../../lib/use-field-errors.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { numberOf, usePriceListChange } from './use-price-list-change.ts';

const useStyles = makeStyles({
  fields: {
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    gap: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalL}`,
    '@media (max-width: 519px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  input: { minWidth: 0 },
});

type Props = { list: PriceList; onClose: () => void };

/** Edits what an hour of each kind of work costs. */
export function RatesDialog({ list: { revision, rates }, onClose }: Props) {
  const styles = useStyles();
  const change = usePriceListChange();
  const [rows, setRows] = useState(() => rates.map(({ kind, hourlyRate }) => ({ kind, text: String(hourlyRate) })));
  const { errors, sendChecked } = useFieldErrors(rows.map((_, index) => `rates.${index}.hourlyRate`));
  const body = { revision, rates: rows.map(({ kind, text }) => ({ kind, hourlyRate: numberOf(text) })) };
  return (
    <FormDialog
      open
      title="Edit hourly rates"
      submitLabel="Save"
      onSubmit={() => sendChecked(formErrors(changePriceList.body, body), () => change(body))}
      onClose={onClose}
    >
      <Text>US dollars an hour. Revenue of all plans is by these rates from now on.</Text>
      <div className={styles.fields}>
        {rows.map(({ kind, text }, index) => (
          <Field key={kind} label={workKindLabels[kind]} validationMessage={errors[`rates.${index}.hourlyRate`]}>
            <Input
              className={styles.input}
              inputMode="numeric"
              autoComplete="off"
              contentBefore="$"
              value={text}
              onChange={(_, { value }) =>
                setRows((before) => before.map((row, at) => (at === index ? { kind, text: value } : row)))
              }
            />
          </Field>
        ))}
      </div>
    </FormDialog>
  );
}
