import { Field, Input, Text } from '@fluentui/react-components';
import { changePriceList, mostOfSize, type PriceList, type WorkPrice } from '@tenantry/contract/price-list';
import { useState } from 'react';
import { formErrors } from '../../lib/form-errors.ts';
import { useFieldErrors } from '../../lib/use-field-errors.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Hint } from '../../ui/muted.tsx';
import { numberOf, usePriceListChange } from './use-price-list-change.ts';

const hoursField = 'work.0.hours';
const sizeField = 'work.0.sizeHours';

type Props = { list: PriceList; price: WorkPrice; onClose: () => void };

/** Edits what one remedy takes. */
export function WorkHoursDialog({ list: { revision }, price: { id, title, why, size, ...price }, onClose }: Props) {
  const change = usePriceListChange();
  const [hours, setHours] = useState(String(price.hours));
  const [sizeHours, setSizeHours] = useState(String(size?.hours ?? 0));
  const { errors, sendChecked } = useFieldErrors([hoursField, sizeField]);
  const work = [{ id, hours: numberOf(hours), ...(size && { sizeHours: numberOf(sizeHours) }) }];
  const body = { revision, work };
  return (
    <FormDialog
      open
      title={`Edit hours: ${title}`}
      submitLabel="Save"
      onSubmit={() => sendChecked(formErrors(changePriceList.body, body), () => change(body))}
      onClose={onClose}
    >
      <Text>{why}</Text>
      <Field label="Hours" validationMessage={errors[hoursField]}>
        <Input inputMode="decimal" autoComplete="off" value={hours} onChange={(_, { value }) => setHours(value)} />
      </Field>
      {size && (
        <Field
          label={`Additional hours per ${size.each}`}
          hint={`By the number affected, at most ${mostOfSize} times the hours above`}
          validationMessage={errors[sizeField]}
        >
          <Input
            inputMode="decimal"
            autoComplete="off"
            value={sizeHours}
            onChange={(_, { value }) => setSizeHours(value)}
          />
        </Field>
      )}
      <Hint>Hours of tasks that are there already stay as they are.</Hint>
    </FormDialog>
  );
}
