import { Combobox, Field, makeStyles, Option } from '@fluentui/react-components';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { listApprovalAssignees } from '@tenantry/contract/approval-decisions';
import { useEffect, useState } from 'react';
import { callQuery } from '../lib/call-query.ts';
import { queryKey } from '../lib/query-client.ts';

const useStyles = makeStyles({
  whole: { minWidth: 0, width: '100%' },
  list: { maxHeight: '320px' },
});

const typingPauseMs = 250;

/** Who may be given tasks of several tenants. */
const assigneesQuery = (search: string) =>
  callQuery(queryKey('approval-assignees', null, { search }), listApprovalAssignees, {
    query: { search: search === '' ? undefined : search, limit: 20 },
    tenantId: null,
    placeholderData: keepPreviousData,
  });

export type Assignee = { userId: string; name: string };

type Props = {
  /** Null for nobody. */
  value: Assignee | null;
  onChange: (value: Assignee | null) => void;
  error?: string;
};

/** Who does tasks of several tenants, searched on the server: they need not look after every tenant. */
export function AssigneeCombobox({ value, onChange, error }: Props) {
  const styles = useStyles();
  const [typed, setTyped] = useState<string | null>(null);
  const [search, setSearch] = useState('');
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSearch((typed ?? '').trim()), typingPauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data, isError } = useQuery(assigneesQuery(search));
  const found = data?.items ?? [];
  const choose = (userId: string | undefined) => {
    setTyped(null);
    onChange(found.find((one) => one.userId === userId) ?? null);
  };
  return (
    <Field
      label="Assignee"
      className={styles.whole}
      validationMessage={error}
      hint={hintOf(isError, data?.hasMore === true)}
    >
      <Combobox
        className={styles.whole}
        input={{ className: styles.whole }}
        listbox={{ className: styles.list }}
        value={typed ?? value?.name ?? 'Nobody'}
        selectedOptions={[value?.userId ?? '']}
        open={isOpen}
        onChange={(event) => {
          setTyped(event.target.value);
          setOpen(true);
        }}
        onOpenChange={(_, { open }) => {
          setOpen(open);
          // What is typed opens it too, and stays.
          setTyped((before) => (open ? (before ?? '') : null));
        }}
        onOptionSelect={(_, { optionValue }) => choose(optionValue)}
      >
        {(typed ?? '').trim() === '' && (
          <Option value="" text="Nobody">
            Nobody
          </Option>
        )}
        {found.map(({ userId, name }) => (
          <Option key={userId} value={userId} text={name}>
            {name}
          </Option>
        ))}
        {data !== undefined && found.length === 0 && (
          <Option disabled value="none" text="">
            Nobody is called that
          </Option>
        )}
      </Combobox>
    </Field>
  );
}

function hintOf(isError: boolean, hasMore: boolean): string | undefined {
  if (isError) return 'The people who could do it could not be loaded.';
  return hasMore ? 'Type to find more people.' : undefined;
}
