import { Button, Checkbox, makeStyles, Text, tokens } from '@fluentui/react-components';
import { AddRegular } from '@fluentui/react-icons/svg/add';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { AdminTenant } from '@tenantry/contract/connections';
import {
  changeTenantContacts,
  contactGetsLabels,
  getTenantContacts,
  type TenantContact,
  type TenantContacts,
} from '@tenantry/contract/tenant-contacts';
import { useState } from 'react';
import { call } from '../lib/api-client.ts';
import { callQuery } from '../lib/call-query.ts';
import { formErrors } from '../lib/form-errors.ts';
import { queryKey } from '../lib/query-client.ts';
import { showToast } from '../lib/toast.ts';
import { useFieldErrors } from '../lib/use-field-errors.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { SkeletonRows } from '../ui/skeleton-rows.tsx';
import { TextField } from '../ui/text-field.tsx';

const contactsQuery = (tenantId: string) =>
  callQuery(queryKey('tenant-contacts', tenantId), getTenantContacts, {
    params: { id: tenantId },
    tenantId,
    staleTime: 0,
  });

const useStyles = makeStyles({
  contact: {
    display: 'grid',
    gap: tokens.spacingVerticalS,
    border: 'none',
    margin: 0,
    padding: 0,
    paddingBottom: tokens.spacingVerticalM,
    minWidth: 0,
  },
  start: { justifySelf: 'start' },
});

type Props = { tenant: Pick<AdminTenant, 'id' | 'orgName'>; onClose: () => void };

const title = ({ orgName }: Props['tenant']) => `Contacts of ${orgName}`;

/** Whom a tenant has at the client, and what they get. */
export function ContactsDialog({ tenant, onClose }: Props) {
  const query = useQuery(contactsQuery(tenant.id));
  const loading = <SkeletonRows rows={2} size={48} label="Loading contacts" />;
  if (query.data !== undefined && !query.isFetching)
    return <ContactsForm tenant={tenant} known={query.data} onClose={onClose} />;
  return (
    <FormDialog
      open
      title={title(tenant)}
      submitLabel="Save"
      submitDisabled
      onSubmit={async () => undefined}
      onClose={onClose}
    >
      <QueryState query={query} loading={loading} errorTitle="The contacts could not be loaded.">
        {() => loading}
      </QueryState>
    </FormDialog>
  );
}

const nobody = (): TenantContact => ({ id: crypto.randomUUID(), name: '', address: '', gets: ['reports'] });

function ContactsForm({ tenant, known, onClose }: Props & { known: TenantContacts }) {
  const client = useQueryClient();
  const styles = useStyles();
  const [contacts, setContacts] = useState<readonly TenantContact[]>(known.contacts);
  const shown = contacts.flatMap((_, at) => [`contacts.${at}.name`, `contacts.${at}.address`]);
  const { errors, sendChecked } = useFieldErrors(shown);
  const body = { revision: known.revision, contacts: [...contacts] };
  const set = (id: string, patch: Partial<TenantContact>) =>
    setContacts(contacts.map((one) => (one.id === id ? { ...one, ...patch } : one)));
  const send = () =>
    sendChecked(formErrors(changeTenantContacts.body, body), async () => {
      await call(changeTenantContacts, { params: { id: tenant.id }, body, tenantId: tenant.id });
      showToast({ title: 'Contacts saved', body: tenant.orgName, intent: 'success' });
      await client.invalidateQueries({ queryKey: contactsQuery(tenant.id).queryKey });
    });
  return (
    <FormDialog open title={title(tenant)} submitLabel="Save" onSubmit={send} onClose={onClose}>
      <Text size={200}>
        People at the client. They are no users of Tenantry. Reports by schedule go to them, and an administrator can
        invite them to the client room.
      </Text>
      {contacts.map((contact, at) => (
        <fieldset key={contact.id} className={styles.contact} aria-label={`Contact ${at + 1}`}>
          <TextField
            label="Name"
            isProse
            value={contact.name}
            onChange={(name) => set(contact.id, { name })}
            error={errors[`contacts.${at}.name`] ?? ''}
          />
          <TextField
            label="Mail address"
            type="email"
            value={contact.address}
            onChange={(address) => set(contact.id, { address })}
            error={errors[`contacts.${at}.address`] ?? ''}
          />
          <Checkbox
            label={contactGetsLabels.reports}
            checked={contact.gets.includes('reports')}
            onChange={(_, { checked }) => set(contact.id, { gets: checked === true ? ['reports'] : [] })}
          />
          <Button
            className={styles.start}
            size="small"
            aria-label={`Remove contact ${at + 1}`}
            onClick={() => setContacts(contacts.filter(({ id }) => id !== contact.id))}
          >
            Remove
          </Button>
        </fieldset>
      ))}
      <Button className={styles.start} icon={<AddRegular />} onClick={() => setContacts([...contacts, nobody()])}>
        Add contact
      </Button>
    </FormDialog>
  );
}
