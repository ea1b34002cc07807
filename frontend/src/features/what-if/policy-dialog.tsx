import { Checkbox } from '@fluentui/react-components';
import { useState } from 'react';
import { useForm } from '../../lib/use-form.ts';
import { ChoiceSet, toggled } from '../../ui/choice-set.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Muted } from '../../ui/muted.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import {
  controlLabel,
  grantOf,
  type Names,
  nameOf,
  offeredControls,
  type Policy,
  pastedPolicies,
  peopleFrom,
  peopleLines,
  policyStates,
  stateLabels,
  stateOf,
  withForm,
} from './draft-policy.ts';

const ways = ['form', 'json'] as const;
const wayLabels = { form: 'Form', json: 'JSON of Microsoft Graph' } as const;
const operatorLabels = { OR: 'One of these is enough', AND: 'All of these' } as const;

type Props = { policy: Policy; names: Names; onSave: (policy: Policy) => void; onClose: () => void };

/** Changes one policy of a draft: by a form for what is changed most, or as JSON. */
export function PolicyDialog({ policy, names, onSave, onClose }: Props) {
  const [way, setWay] = useState<(typeof ways)[number]>('form');
  const grant = grantOf(policy);
  const { values, change, field, errors, sendChecked } = useForm(
    () => ({
      name: nameOf(policy),
      state: stateOf(policy) ?? ('disabled' as const),
      include: peopleLines(policy, 'include', names).join('\n'),
      exclude: peopleLines(policy, 'exclude', names).join('\n'),
      operator: grant.operator,
      controls: grant.controls,
      json: JSON.stringify(policy, null, 2),
    }),
    ['name', 'include', 'exclude', 'controls', 'json'],
  );
  const people = { include: peopleFrom(values.include, names), exclude: peopleFrom(values.exclude, names) };
  const pasted = pastedPolicies(values.json);
  const found = (): Record<string, string> => {
    if (way === 'json') {
      if (typeof pasted === 'string') return { json: pasted };
      return pasted.length === 1 ? {} : { json: 'This is more than one policy: add the others by Paste JSON.' };
    }
    return {
      ...(values.name.trim() === '' && { name: 'Give the policy a name' }),
      ...(typeof people.include === 'string' && { include: people.include }),
      ...(typeof people.exclude === 'string' && { exclude: people.exclude }),
      ...(values.controls.includes('block') &&
        values.controls.length > 1 && { controls: 'Block access stands alone: take the other controls away.' }),
    };
  };
  const send = () =>
    sendChecked(found(), async () => {
      if (way === 'json') {
        if (typeof pasted !== 'string' && pasted[0]) onSave({ ...pasted[0], id: policy.id });
        return;
      }
      if (typeof people.include === 'string' || typeof people.exclude === 'string') return;
      onSave(
        withForm(policy, {
          name: values.name.trim(),
          state: values.state,
          people: { include: people.include, exclude: people.exclude },
          grant: { operator: values.operator, controls: values.controls },
        }),
      );
    });
  return (
    <FormDialog open title={`Edit ${nameOf(policy)}`} submitLabel="Apply to draft" onSubmit={send} onClose={onClose}>
      <SelectField label="Edit as" options={ways} labelOf={(one) => wayLabels[one]} value={way} onChange={setWay} />
      {way === 'json' ? (
        <TextArea label="Policy as JSON" rows={16} {...field('json')} />
      ) : (
        <>
          <TextField label="Name" required isProse {...field('name')} />
          <SelectField
            label="State"
            options={policyStates}
            labelOf={(state) => stateLabels[state]}
            value={values.state}
            onChange={(state) => change({ state })}
          />
          <TextArea
            label="Included"
            rows={3}
            hint="One a line: All users, an account's address, 'group: name', 'role: name', or an object id. Guests stay as they are."
            {...field('include')}
          />
          <TextArea label="Excluded" rows={3} {...field('exclude')} />
          <ChoiceSet label="Grant" error={errors.controls}>
            {offeredControls.map((control) => (
              <Checkbox
                key={control}
                label={controlLabel(control)}
                checked={values.controls.includes(control)}
                onChange={(_, data) => change({ controls: toggled(values.controls, control, data.checked === true) })}
              />
            ))}
          </ChoiceSet>
          <SelectField
            label="Where several are chosen"
            options={['OR', 'AND']}
            labelOf={(one) => operatorLabels[one]}
            value={values.operator}
            onChange={(operator) => change({ operator })}
          />
          <Muted size={200}>Conditions, resources and session controls are changed as JSON.</Muted>
        </>
      )}
    </FormDialog>
  );
}
