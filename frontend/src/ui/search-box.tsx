import { Field, Input, makeStyles } from '@fluentui/react-components';
import { SearchRegular } from '@fluentui/react-icons/svg/search';
import { useEffect, useState } from 'react';

const useStyles = makeStyles({
  // Fluent gives it a width of its own, and a grid's tracks would be wider than a phone.
  control: { minWidth: 0, width: '100%' },
});

const typingPauseMs = 300;

type Props = {
  label: string;
  placeholder: string;
  /** What is searched for, as the address has it. */
  value: string;
  onChange: (value: string | undefined) => void;
};

/** Searches once typing pauses. It follows the address where that changes by something else. */
export function SearchBox({ label, placeholder, value, onChange }: Props) {
  const styles = useStyles();
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  if (value !== known) {
    setKnown(value);
    if (value !== text.trim()) setText(value);
  }
  useEffect(() => {
    const wanted = text.trim();
    if (wanted === known) return;
    const timer = setTimeout(() => onChange(wanted === '' ? undefined : wanted), typingPauseMs);
    return () => clearTimeout(timer);
  }, [text, known, onChange]);
  return (
    <Field label={label} className={styles.control}>
      <Input
        type="search"
        className={styles.control}
        value={text}
        maxLength={200}
        onChange={(_, data) => setText(data.value)}
        contentBefore={<SearchRegular />}
        placeholder={placeholder}
      />
    </Field>
  );
}
