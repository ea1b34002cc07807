import { Button, Combobox, Field, makeStyles, Option, Text, tokens } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons/svg/dismiss';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { listScopeTenants } from '@tenantry/contract/users';
import { useEffect, useState } from 'react';
import { call } from '../lib/api-client.ts';
import { messageOf } from '../lib/api-error.ts';
import { queryKey } from '../lib/query-client.ts';

/** A tenant as far as choosing it needs. */
export type PickedTenant = { id: string; name: string };

const listed = 20;
const typingPauseMs = 250;

const useStyles = makeStyles({
  whole: { minWidth: 0, width: '100%' },
  chosen: {
    listStyle: 'none',
    margin: 0,
    padding: 0,
    display: 'flex',
    flexWrap: 'wrap',
    gap: tokens.spacingHorizontalXS,
    maxHeight: '160px',
    overflowY: 'auto',
  },
  name: { overflowWrap: 'anywhere' },
  list: { maxHeight: '320px' },
});

const tenantsQuery = (search: string) => ({
  queryKey: queryKey('scope-tenants', null, { search }),
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call(listScopeTenants, { query: { search: search || undefined, limit: listed }, tenantId: null, signal }),
  placeholderData: keepPreviousData,
  staleTime: 30_000,
});

type Props = {
  value: readonly PickedTenant[];
  onChange: (value: PickedTenant[]) => void;
  label: string;
  error?: string | undefined;
  disabled?: boolean;
};

/** Several tenants, searched on the server: there may be thousands. */
export function TenantPicker({ value, onChange, label, error, disabled = false }: Props) {
  const styles = useStyles();
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), typingPauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const query = useQuery(tenantsQuery(search));
  const found = query.data?.items ?? [];
  const toggle = (id: string | undefined) => {
    const tenant = found.find((each) => each.id === id);
    if (!tenant) return;
    const isChosen = value.some((each) => each.id === tenant.id);
    onChange(
      isChosen ? value.filter((each) => each.id !== tenant.id) : [...value, { id: tenant.id, name: tenant.name }],
    );
  };
  const more = (query.data?.total ?? 0) - found.length;
  const hint = more > 0 ? `${found.length} of ${query.data?.total} listed. Type to find more.` : undefined;
  return (
    <div>
      <Field
        label={label}
        hint={hint}
        validationMessage={error ?? (query.isError ? messageOf(query.error) : undefined)}
      >
        <Combobox
          className={styles.whole}
          multiselect
          disabled={disabled}
          value={typed}
          placeholder="Search by name or domain"
          selectedOptions={value.map(({ id }) => id)}
          open={isOpen}
          input={{ className: styles.whole }}
          listbox={{ className: styles.list }}
          onChange={(event) => {
            setTyped(event.target.value);
            setOpen(true);
          }}
          onOptionSelect={(_, data) => toggle(data.optionValue)}
          onOpenChange={(_, data) => {
            setOpen(data.open);
            if (!data.open) setTyped('');
          }}
        >
          {found.map(({ id, name, domain }) => (
            <Option key={id} value={id} text={name}>
              {`${name} (${domain})`}
            </Option>
          ))}
          {query.isSuccess && found.length === 0 && (
            <Option disabled text="">
              No tenants match
            </Option>
          )}
        </Combobox>
      </Field>
      {value.length > 0 && (
        <ul className={styles.chosen} aria-label="Chosen tenants">
          {value.map(({ id, name }) => (
            <li key={id}>
              <Button
                size="small"
                icon={<DismissRegular />}
                iconPosition="after"
                disabled={disabled}
                aria-label={`Remove ${name}`}
                onClick={() => onChange(value.filter((each) => each.id !== id))}
              >
                <Text size={200} className={styles.name}>
                  {name}
                </Text>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
