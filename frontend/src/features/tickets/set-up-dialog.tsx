import { Switch } from '@fluentui/react-components';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { priorityLabels } from '@tenantry/contract/labels';
import { changeTicketSystem, type TicketChoiceList, type TicketSystem } from '@tenantry/contract/ticket-systems';
import { Priority } from '@tenantry/contract/verdicts';
import { GroupChoice } from '../../blocks/group-choice.tsx';
import { call } from '../../lib/api-client.ts';
import { messageOf } from '../../lib/api-error.ts';
import { formErrors } from '../../lib/form-errors.ts';
import { showToast } from '../../lib/toast.ts';
import { useForm } from '../../lib/use-form.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Hint } from '../../ui/muted.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { choicesQuery } from './ticket-queries.ts';

const fields = ['choices', 'rule.groupIds'];

type Values = { choices: Record<string, string>; isOn: boolean; from: Priority; groupIds: readonly string[] };

const valuesOf = ({ choices, rule }: TicketSystem): Values => ({
  choices: { ...choices },
  isOn: rule.isOn,
  from: rule.from,
  groupIds: rule.groupIds,
});

type ChoiceProps = { list: TicketChoiceList; value: string; onChange: (id: string) => void };

function Choice({ list: { label, options, isRequired }, value, onChange }: ChoiceProps) {
  const labels = new Map(options.map((option) => [option.id, option.label]));
  // What was chosen and is offered no more is shown by its id, and not lost.
  const known = labels.has(value) || value === '' ? [] : [value];
  return (
    <SelectField
      label={label}
      required={isRequired}
      options={['', ...known, ...labels.keys()]}
      labelOf={(id) => (id === '' ? (isRequired ? 'Choose…' : 'As the system decides') : (labels.get(id) ?? id))}
      value={value}
      onChange={onChange}
    />
  );
}

/** Chooses board, queue and statuses from what the system lists, and what opens tickets by itself. */
export function SetUpDialog({ system, onClose }: { system: TicketSystem; onClose: () => void }) {
  const client = useQueryClient();
  const { values, change, errors, sendChecked } = useForm(() => valuesOf(system), fields);
  const query = useQuery(choicesQuery(system.id, values.choices.boardId || undefined));
  const choices = Object.fromEntries(Object.entries(values.choices).filter(([, id]) => id !== ''));
  const rule = { isOn: values.isOn, from: values.from, groupIds: [...values.groupIds] };
  const body = { choices, rule, revision: system.revision };
  const send = () =>
    sendChecked(formErrors(changeTicketSystem.body, body), async () => {
      await call(changeTicketSystem, { params: { systemId: system.id }, body, tenantId: null });
      showToast({ title: 'Ticket system set up', body: system.name, intent: 'success' });
      await client.invalidateQueries({ queryKey: ['ticket-systems'] });
    });
  return (
    <FormDialog open title={`Set up ${system.name}`} submitLabel="Save" onSubmit={send} onClose={onClose}>
      {query.isPending && <Hint role="status">{`Asking ${system.name}…`}</Hint>}
      {query.isError && (
        <Notice intent="error" title={`${system.name} does not say what can be chosen.`}>
          {messageOf(query.error)}
        </Notice>
      )}
      {query.data?.lists.map((list) => (
        <Choice
          key={list.field}
          list={list}
          value={values.choices[list.field] ?? ''}
          onChange={(id) => change({ choices: { ...values.choices, [list.field]: id } })}
        />
      ))}
      <Switch
        label="Open a ticket for each new task"
        checked={values.isOn}
        onChange={(_, data) => change({ isOn: data.checked })}
      />
      {values.isOn && (
        <>
          <SelectField
            label="From severity"
            options={Priority.options}
            labelOf={(option) => priorityLabels[option]}
            hint="Tasks that were made before are not opened."
            value={values.from}
            onChange={(from) => change({ from })}
          />
          <GroupChoice
            label="Of these groups (none: all tenants)"
            noneYet="There are no groups yet: tickets are opened for all tenants."
            value={values.groupIds}
            onChange={(groupIds) => change({ groupIds })}
            error={errors['rule.groupIds']}
          />
        </>
      )}
    </FormDialog>
  );
}
