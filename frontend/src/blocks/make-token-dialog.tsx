import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Role } from '@tenantry/contract/auth';
import { makeOwnToken, makeServiceToken, type TokenKind } from '@tenantry/contract/tokens';
import { useRef } from 'react';
import { call } from '../lib/api-client.ts';
import { formErrors } from '../lib/form-errors.ts';
import { countOf } from '../lib/format.ts';
import { useSignedIn } from '../lib/session.ts';
import { useForm } from '../lib/use-form.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { TextField } from '../ui/text-field.tsx';
import { roleLabels } from './role-labels.ts';
import { TenantCombobox } from './tenant-combobox.tsx';
import { tenantGroupsQuery } from './tenant-groups-query.ts';
import { linesOf } from './token-texts.ts';
import { tokensQuery } from './tokens-query.ts';

const days = ['30', '90', '180', '365'] as const;
const dayMs = 24 * 3_600_000;
const groupPrefix = 'group:';
const calls = { personal: makeOwnToken, service: makeServiceToken } as const;
const fields = ['name', 'role', 'tenantIds', 'groupId', 'expiresAt', 'addresses'];

type Values = { name: string; role: Role; reach: string | undefined; days: (typeof days)[number]; addresses: string };

const bodyOf = ({ name, role, reach, days: chosen, addresses }: Values) => ({
  name,
  role,
  expiresAt: new Date(Date.now() + Number(chosen) * dayMs).toISOString(),
  addresses: linesOf(addresses),
  ...(reach?.startsWith(groupPrefix) ? { groupId: reach.slice(groupPrefix.length) } : {}),
  ...(reach === undefined || reach.startsWith(groupPrefix) ? {} : { tenantIds: [reach] }),
});

/** What was half typed when the session ended, or Microsoft was asked who is there, is there again. */
export const tokenDraft = (kind: TokenKind): string => `token-${kind}`;

type Props = { kind: TokenKind; onMade: (made: { name: string; secret: string }) => void; onClose: () => void };

/** Makes a token within what the user may: their role, their tenants, a year. */
export function MakeTokenDialog({ kind, onMade, onClose }: Props) {
  const { user } = useSignedIn();
  const client = useQueryClient();
  const groups = useQuery(tenantGroupsQuery()).data?.groups ?? [];
  const isMade = useRef(false);
  const { values, field, change, errors, sendChecked } = useForm<Values>(
    { name: '', role: 'viewer', reach: undefined, days: '90', addresses: '' },
    fields,
    { name: tokenDraft(kind) },
  );
  // The widest comes first: what follows the user's own is no more than it.
  const roles = Role.options.slice(Role.options.indexOf(user.role));
  const send = () =>
    sendChecked(formErrors(calls[kind].body, bodyOf(values)), async () => {
      const { token, secret } = await call(calls[kind], { body: bodyOf(values), tenantId: null });
      isMade.current = true;
      onMade({ name: token.name, secret });
      await client.invalidateQueries({ queryKey: tokensQuery(kind).queryKey });
    });
  const addressError = Object.entries(errors).find(([path]) => path.startsWith('addresses'))?.[1];
  return (
    <FormDialog
      open
      title={kind === 'personal' ? 'New token' : 'New service token'}
      submitLabel="Make token"
      submittingLabel="Making…"
      onSubmit={send}
      // The token has taken the place of this dialog.
      onClose={() => !isMade.current && onClose()}
    >
      <TextField label="Name" required hint="What uses it. The audit trail names it." {...field('name')} />
      <SelectField
        label="Role"
        options={roles}
        labelOf={(role) => roleLabels[role]}
        hint="A token reads and proposes. It decides nothing, whatever its role."
        {...field('role')}
      />
      <TenantCombobox
        label="Reaches"
        allLabel="All tenants that you see now"
        first={groups.map(({ id, name, tenants }) => ({
          id: `${groupPrefix}${id}`,
          name: `Group ${name} (${countOf(tenants, 'tenant')})`,
        }))}
        value={values.reach}
        onChange={(reach) => change({ reach })}
        error={errors.tenantIds ?? errors.groupId}
      />
      <SelectField
        label="Ends after"
        options={days}
        labelOf={(count) => countOf(Number(count), 'day')}
        value={values.days}
        onChange={(chosen) => change({ days: chosen })}
        error={errors.expiresAt}
      />
      <TextArea
        label="Addresses that may use it"
        rows={2}
        hint="One on each line: 203.0.113.7, 203.0.113.0/24 or 2001:db8::/48. Empty: every address."
        value={values.addresses}
        onChange={(addresses) => change({ addresses })}
        error={addressError}
      />
    </FormDialog>
  );
}
