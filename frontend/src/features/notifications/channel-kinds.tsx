import { useQuery } from '@tanstack/react-query';
import type { ChannelInput, ChannelView, NoticeChannelKind } from '@tenantry/contract/notice-channel-kinds';
import { ticketSystemsQuery } from '../../blocks/ticket-systems-query.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';

/** What stands in the form, for every kind: each takes what it has a field for. */
type ChannelValues = { name: string; url: string; recipients: string; systemId: string };
type Fields = {
  values: ChannelValues;
  change: (patch: Partial<ChannelValues>) => void;
  errors: Readonly<Record<string, string | undefined>>;
  /** Whether what is stored stays where nothing is entered. */
  isKept: boolean;
};

/** A kind of channel on this page: its name, its fields, what is sent of them, and how it is told in a line. */
type KindOfChannel<K extends NoticeChannelKind> = {
  label: string;
  fields: (props: Fields) => React.ReactNode;
  inputOf: (values: ChannelValues) => Extract<ChannelInput, { kind: K }>;
  told: (settings: Extract<ChannelView, { kind: K }>) => string;
};

const errorAt = (errors: Fields['errors'], ...paths: readonly string[]) => {
  const error = paths.map((path) => errors[path]).find((one) => one !== undefined);
  return error === undefined ? {} : { error };
};

function AddressField({ label, hint, ...props }: Fields & { label: string; hint: string }) {
  const { values, change, errors, isKept } = props;
  return (
    <TextField
      label={label}
      required={!isKept}
      hint={isKept ? 'It is stored and not shown. Enter another one to replace it.' : hint}
      value={values.url}
      onChange={(url) => change({ url })}
      {...errorAt(errors, 'settings.url')}
    />
  );
}

const mail: KindOfChannel<'mail'> = {
  label: 'Mail',
  fields: ({ values, change, errors }) => (
    <TextArea
      label="Recipients"
      required
      hint="One address a line"
      value={values.recipients}
      onChange={(recipients) => change({ recipients })}
      {...errorAt(errors, 'settings.recipients', ...Array.from({ length: 50 }, (_, at) => `settings.recipients.${at}`))}
    />
  ),
  inputOf: ({ recipients }) => ({
    kind: 'mail',
    recipients: recipients.split(/[\s,;]+/).filter((one) => one !== ''),
  }),
  told: ({ recipients }) => recipients.join(', '),
};

const teams: KindOfChannel<'teams'> = {
  label: 'Microsoft Teams',
  fields: (props) => (
    <AddressField
      {...props}
      label="Workflow address"
      hint="Of the workflow “When a Teams webhook request is received”. Whoever has it can post: it is kept as a secret."
    />
  ),
  inputOf: ({ url }) => ({ kind: 'teams', url }),
  told: ({ host }) => host,
};

const webhook: KindOfChannel<'webhook'> = {
  label: 'Signed webhook',
  fields: (props) => (
    <AddressField {...props} label="Address" hint="https, in the public Internet. It is kept as a secret." />
  ),
  inputOf: ({ url }) => ({ kind: 'webhook', url }),
  told: ({ host, oldSecretUntil }) => (oldSecretUntil === null ? host : `${host}, signed with two secrets`),
};

function TicketSystemField({ values, change, errors }: Fields) {
  const { data, isError } = useQuery(ticketSystemsQuery());
  const systems = data?.systems ?? [];
  const hint = isError ? 'The ticket systems could not be loaded.' : 'None yet? Connect one under Tickets.';
  return (
    <SelectField
      label="Ticket system"
      required
      options={['', ...systems.map(({ id }) => id)]}
      labelOf={(id) => systems.find((one) => one.id === id)?.name ?? 'Choose one'}
      value={systems.some(({ id }) => id === values.systemId) ? values.systemId : ''}
      onChange={(systemId) => change({ systemId })}
      hint={systems.length === 0 ? hint : 'Events about the work of a tenant open a ticket there, or are noted on it.'}
      {...errorAt(errors, 'settings.systemId')}
    />
  );
}

const ticket: KindOfChannel<'ticket'> = {
  label: 'Ticket',
  fields: (props) => <TicketSystemField {...props} />,
  inputOf: ({ systemId }) => ({ kind: 'ticket', systemId }),
  told: () => 'Opens tickets, and notes on them',
};

export const channelKinds: { readonly [K in NoticeChannelKind]: KindOfChannel<K> } = { mail, teams, webhook, ticket };

/** The settings of a channel in a line. */
export function toldSettings(settings: ChannelView): string {
  switch (settings.kind) {
    case 'mail':
      return mail.told(settings);
    case 'teams':
      return teams.told(settings);
    case 'webhook':
      return webhook.told(settings);
    case 'ticket':
      return ticket.told(settings);
  }
}
