import { Text } from '@fluentui/react-components';
import { useQueryClient } from '@tanstack/react-query';
import type { DueDays } from '@tenantry/contract/baseline-list';
import { changeBaseline, createBaseline } from '@tenantry/contract/baselines';
import { priorityLabels } from '@tenantry/contract/labels';
import { Priority } from '@tenantry/contract/verdicts';
import { GroupChoice } from '../../blocks/group-choice.tsx';
import { call } from '../../lib/api-client.ts';
import { formErrors } from '../../lib/form-errors.ts';
import { showToast } from '../../lib/toast.ts';
import { useForm } from '../../lib/use-form.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Row } from '../../ui/row.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { BaselinePreview } from './baseline-preview.tsx';
import { CheckChoice } from './check-choice.tsx';
import type { Edited } from './edited-baseline.ts';

const fields = ['name', 'description', 'checkIds', 'groupIds', ...Priority.options.map((one) => `dueDays.${one}`)];
const usualDueDays: DueDays = { critical: 7, high: 14, medium: 30, low: 90 };

type Values = {
  name: string;
  description: string;
  minimumGravity: Priority;
  /** As they are typed. */
  dueDays: Record<Priority, string>;
  checkIds: readonly string[];
  groupIds: readonly string[];
};

function valuesOf(edited: Edited | null): Values {
  const { baseline, isCopy } = edited ?? {};
  const due = baseline?.dueDays ?? usualDueDays;
  return {
    name: baseline ? (isCopy ? `Copy of ${baseline.name}` : baseline.name) : '',
    description: baseline?.description ?? '',
    minimumGravity: baseline?.minimumGravity ?? 'low',
    dueDays: { critical: `${due.critical}`, high: `${due.high}`, medium: `${due.medium}`, low: `${due.low}` },
    checkIds: baseline?.checkIds ?? [],
    groupIds: isCopy ? [] : (baseline?.groupIds ?? []),
  };
}

/** What was typed as a number; what is none fits no schema. */
const numberOf = (text: string): number => (/^\d{1,4}$/.test(text.trim()) ? Number(text) : Number.NaN);

const bodyOf = ({ dueDays, ...values }: Values) => ({
  ...values,
  checkIds: [...values.checkIds],
  groupIds: [...values.groupIds],
  dueDays: {
    critical: numberOf(dueDays.critical),
    high: numberOf(dueDays.high),
    medium: numberOf(dueDays.medium),
    low: numberOf(dueDays.low),
  },
});

/** Makes a baseline, copies one or changes one; what it would require of whom is shown before it is saved. */
export function BaselineDialog({ edited, onClose }: { edited: Edited | null; onClose: () => void }) {
  const client = useQueryClient();
  const changed = edited?.isCopy === false ? edited.baseline : null;
  const isFixed = changed?.builtIn === true;
  const { values, change, field, errors, sendChecked } = useForm(() => valuesOf(edited), fields);
  const body = bodyOf(values);
  const send = () =>
    sendChecked(formErrors(createBaseline.body, body), async () => {
      const { dueDays, groupIds } = body;
      if (changed === null) await call(createBaseline, { body, tenantId: null });
      else {
        const patch = isFixed ? { dueDays, groupIds } : body;
        const input = { params: { baselineId: changed.id }, body: { ...patch, revision: changed.revision } };
        await call(changeBaseline, { ...input, tenantId: null });
      }
      showToast({
        title: changed === null ? 'Baseline created' : 'Baseline changed',
        body: body.name,
        intent: 'success',
      });
      await client.invalidateQueries();
    });
  return (
    <FormDialog
      open
      title={changed === null ? 'New baseline' : `Edit ${changed.name}`}
      submitLabel={changed === null ? 'Create' : 'Save'}
      onSubmit={send}
      onClose={onClose}
    >
      {isFixed ? (
        <Text>Comes with Tenantry: its groups and due days are yours to choose. Copy it to change its checks.</Text>
      ) : (
        <>
          <TextField label="Name" required isProse {...field('name')} />
          <TextField label="Description" isProse {...field('description')} />
          <SelectField
            label="Required from severity"
            options={Priority.options}
            labelOf={(option) => priorityLabels[option]}
            hint="Checks that are less grave are not required."
            {...field('minimumGravity')}
          />
          <CheckChoice value={values.checkIds} onChange={(checkIds) => change({ checkIds })} error={errors.checkIds} />
        </>
      )}
      <Row gap="M" role="group" aria-label="Due after days">
        {Priority.options.map((severity) => (
          <TextField
            key={severity}
            label={`${priorityLabels[severity]}: due after days`}
            value={values.dueDays[severity]}
            onChange={(text) => change({ dueDays: { ...values.dueDays, [severity]: text } })}
            {...(errors[`dueDays.${severity}`] !== undefined && { error: errors[`dueDays.${severity}`] })}
          />
        ))}
      </Row>
      <GroupChoice
        label="Assigned to"
        noneYet="There are no groups yet. Create one, and assign the baseline to it."
        value={values.groupIds}
        onChange={(groupIds) => change({ groupIds })}
        error={errors.groupIds}
      />
      <BaselinePreview checkIds={body.checkIds} minimumGravity={values.minimumGravity} groupIds={body.groupIds} />
    </FormDialog>
  );
}
