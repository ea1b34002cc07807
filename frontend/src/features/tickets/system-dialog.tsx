import { Switch } from '@fluentui/react-components';
import { useQueryClient } from '@tanstack/react-query';
import {
  changeTicketSystem,
  createTicketSystem,
  type TicketSystem,
  TicketSystemKind,
  ticketAccountFields,
  ticketAddressExamples,
  ticketSystemLabels,
} from '@tenantry/contract/ticket-systems';
import { call } from '../../lib/api-client.ts';
import { formErrors } from '../../lib/form-errors.ts';
import { showToast } from '../../lib/toast.ts';
import { useForm } from '../../lib/use-form.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';

type Values = {
  kind: TicketSystemKind;
  name: string;
  address: string;
  isOn: boolean;
  account: Record<string, string>;
  /** Those that are typed; '' keeps what there is. */
  secrets: Record<string, string>;
};

const fields = [
  'name',
  'address',
  ...Object.values(ticketAccountFields).flatMap((all) =>
    all.map(({ name, isSecret }) => `${isSecret ? 'secrets' : 'account'}.${name}`),
  ),
];

function valuesOf(system: TicketSystem | null): Values {
  if (system === null) return { kind: 'halopsa', name: '', address: '', isOn: true, account: {}, secrets: {} };
  const { kind, name, address, isOn, account } = system;
  return { kind, name, address, isOn, account: { ...account }, secrets: {} };
}

/** What is typed, without the fields of another kind and without secrets that stay. */
function partsOf({ kind, account, secrets }: Values) {
  const of = (values: Record<string, string>, wantsSecrets: boolean) =>
    Object.fromEntries(
      ticketAccountFields[kind].flatMap(({ name, isSecret }) =>
        isSecret === wantsSecrets && (values[name] ?? '') !== '' ? [[name, values[name] ?? '']] : [],
      ),
    );
  return { account: of(account, false), secrets: of(secrets, true) };
}

const forgets =
  'Another one is another system: what was set up, companies and what is known here of tickets are forgotten.';

/** Connects a ticket system, or changes how it is reached. What is secret is typed anew, and never shown. */
export function SystemDialog({ system, onClose }: { system: TicketSystem | null; onClose: () => void }) {
  const client = useQueryClient();
  const { values, change, field, errors, sendChecked } = useForm(() => valuesOf(system), fields);
  const { kind, name, address, isOn } = values;
  const { account, secrets } = partsOf(values);
  const body = { kind, name: name.trim(), address: address.trim(), account, secrets };
  const send = () =>
    sendChecked(formErrors(createTicketSystem.body, body), async () => {
      if (system === null) await call(createTicketSystem, { body, tenantId: null });
      else {
        const { kind: _kind, secrets: typed, ...rest } = body;
        const given = Object.keys(typed).length === 0 ? {} : { secrets: typed };
        const patch = { ...rest, ...given, isOn, revision: system.revision };
        await call(changeTicketSystem, { params: { systemId: system.id }, body: patch, tenantId: null });
      }
      showToast({
        title: system === null ? 'Ticket system connected' : 'Ticket system changed',
        body: name,
        intent: 'success',
      });
      await client.invalidateQueries({ queryKey: ['ticket-systems'] });
    });
  return (
    <FormDialog
      open
      title={system === null ? 'Connect ticket system' : `Edit ${system.name}`}
      submitLabel={system === null ? 'Connect' : 'Save'}
      onSubmit={send}
      onClose={onClose}
    >
      {system === null && (
        <SelectField
          label="Kind"
          required
          options={TicketSystemKind.options}
          labelOf={(option) => ticketSystemLabels[option]}
          {...field('kind')}
        />
      )}
      <TextField label="Name" required isProse hint="As it is called here." {...field('name')} />
      <TextField
        label="Address"
        required
        hint={`https and the host, for example ${ticketAddressExamples[kind]}.${system === null ? '' : ` A new address asks for the secrets again. ${forgets}`}`}
        {...field('address')}
      />
      {ticketAccountFields[kind].map(({ name: key, label, hint, isSecret, isRequired, isPlace }) =>
        isSecret ? (
          <PasswordField
            key={key}
            label={label}
            required={system === null}
            hint={system?.secretsKept.includes(key) ? `${hint} Leave it empty to keep it.` : hint}
            autoComplete="new-password"
            value={values.secrets[key] ?? ''}
            onChange={(text) => change({ secrets: { ...values.secrets, [key]: text } })}
            {...(errors[`secrets.${key}`] !== undefined && { error: errors[`secrets.${key}`] })}
          />
        ) : (
          <TextField
            key={key}
            label={label}
            required={isRequired}
            hint={system !== null && isPlace ? `${hint} ${forgets}` : hint}
            value={values.account[key] ?? ''}
            onChange={(text) => change({ account: { ...values.account, [key]: text } })}
            {...(errors[`account.${key}`] !== undefined && { error: errors[`account.${key}`] })}
          />
        ),
      )}
      {system !== null && (
        <Switch label="In use" checked={isOn} onChange={(_, data) => change({ isOn: data.checked })} />
      )}
    </FormDialog>
  );
}
