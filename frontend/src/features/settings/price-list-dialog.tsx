import { Field, Input, makeStyles, Text, tokens } from '@fluentui/react-components';
import { useQueryClient } from '@tanstack/react-query';
import { workKindLabels } from '@tenantry/contract/labels';
import { changePriceList, type PriceList } from '@tenantry/contract/price-list';
import { useState } from 'react';
import { call } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { formErrors } from '../../lib/form-errors.ts';
import { showToast } from '../../lib/toast.ts';
import { useFieldErrors } from '../../lib/use-field-errors.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { priceListQuery } from './settings-queries.ts';

const useStyles = makeStyles({
  row: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
    gap: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalL}`,
    border: 'none',
    margin: 0,
    padding: 0,
    minWidth: 0,
  },
  kind: { gridColumn: '1 / -1', padding: 0, fontWeight: tokens.fontWeightSemibold },
  input: { minWidth: 0 },
});

type Row = { kind: PriceList['work'][number]['kind']; hours: string; hourlyRate: string };

/** An empty field is no number: it is not read as 0. */
const numberOf = (text: string) => (text.trim() === '' ? Number.NaN : Number(text));

type Props = { list: PriceList; onClose: () => void };

/** Edits the price list as it was when the dialog was opened: where somebody else changed it since, that is told. */
export function PriceListDialog({ list, onClose }: Props) {
  const client = useQueryClient();
  const [rows, setRows] = useState<readonly Row[]>(() =>
    list.work.map(({ kind, hours, hourlyRate }) => ({ kind, hours: String(hours), hourlyRate: String(hourlyRate) })),
  );
  const fields = rows.flatMap((_, index) => [`work.${index}.hours`, `work.${index}.hourlyRate`]);
  const { errors, sendChecked } = useFieldErrors(fields);
  const body = {
    revision: list.revision,
    work: rows.map(({ kind, hours, hourlyRate }) => ({
      kind,
      hours: numberOf(hours),
      hourlyRate: numberOf(hourlyRate),
    })),
  };
  const save = async () => {
    try {
      const saved = await call(changePriceList, { body, tenantId: null });
      client.setQueryData(priceListQuery().queryKey, saved);
    } catch (error) {
      // Below the dialog, what is there now.
      if (error instanceof ApiError && error.code === 'CONFLICT') void client.invalidateQueries(priceListQuery());
      throw error;
    }
    showToast({ title: 'Settings Updated', body: 'The price list was saved.', intent: 'success' });
    // Plans and readiness of every tenant are priced by it.
    await client.invalidateQueries({
      predicate: ({ queryKey }) => queryKey[0] === 'project-plan' || queryKey[0] === 'project-readiness',
    });
  };
  const change = (index: number, patch: Partial<Row>) =>
    setRows((before) => before.map((row, at) => (at === index ? { ...row, ...patch } : row)));
  return (
    <FormDialog
      open
      title="Edit price list"
      submitLabel="Save"
      onSubmit={() => sendChecked(formErrors(changePriceList.body, body), save)}
      onClose={onClose}
    >
      <Text>Hours of tasks that are there already stay as they are. Revenue is by these rates from now on.</Text>
      {rows.map((row, index) => (
        <PriceRow
          key={row.kind}
          row={row}
          errors={{ hours: errors[`work.${index}.hours`], hourlyRate: errors[`work.${index}.hourlyRate`] }}
          onChange={(patch) => change(index, patch)}
        />
      ))}
    </FormDialog>
  );
}

type RowProps = {
  row: Row;
  errors: { hours: string | undefined; hourlyRate: string | undefined };
  onChange: (patch: Partial<Row>) => void;
};

function PriceRow({ row, errors, onChange }: RowProps) {
  const styles = useStyles();
  return (
    <fieldset className={styles.row}>
      <legend className={styles.kind}>{workKindLabels[row.kind]}</legend>
      <Field label="Hours" validationMessage={errors.hours}>
        <Input
          className={styles.input}
          inputMode="decimal"
          autoComplete="off"
          value={row.hours}
          onChange={(_, { value }) => onChange({ hours: value })}
        />
      </Field>
      <Field label="USD per hour" validationMessage={errors.hourlyRate}>
        <Input
          className={styles.input}
          inputMode="numeric"
          autoComplete="off"
          contentBefore="$"
          value={row.hourlyRate}
          onChange={(_, { value }) => onChange({ hourlyRate: value })}
        />
      </Field>
    </fieldset>
  );
}
