import { Combobox, Field, makeStyles, Option } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { assigneesQuery } from './approval-queries.ts';

const useStyles = makeStyles({
  whole: { minWidth: 0, width: '100%' },
  list: { maxHeight: '320px' },
});

const typingPauseMs = 250;

export type Assignee = { userId: string; name: string };

type Props = {
  /** Null for nobody. */
  value: Assignee | null;
  onChange: (value: Assignee | null) => void;
  error?: string;
};

/** Who does the tasks of a decision, searched on the server: they need not look after every tenant. */
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
