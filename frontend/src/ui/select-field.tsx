import { Field, makeStyles, mergeClasses, Select } from '@fluentui/react-components';
import { fieldLabel } from './visually-hidden.tsx';

const useStyles = makeStyles({
  // Fluent gives a select the width of its longest option, which can be wider than a phone.
  whole: { minWidth: 0, width: '100%' },
});

type Common<T extends string> = {
  label: string;
  options: readonly T[];
  /** By default an option reads as its value. */
  labelOf?: (option: T) => string;
  className?: string;
  /** For screen readers alone: a table has the label in its head. */
  isLabelHidden?: boolean;
};

type SelectProps<T extends string> = Common<T> & {
  value: T;
  onChange: (value: T) => void;
  required?: boolean;
  hint?: string;
  error?: string;
};

const asIs = (option: string) => option;

/** One of some options. */
export function SelectField<T extends string>(props: SelectProps<T>) {
  const { label, options, labelOf = asIs, className, isLabelHidden, value, onChange, required, hint, error } = props;
  const styles = useStyles();
  const choose = (text: string) => {
    const chosen = options.find((option) => option === text);
    if (chosen !== undefined) onChange(chosen);
  };
  return (
    <Field
      label={fieldLabel(label, isLabelHidden)}
      required={required}
      hint={hint}
      validationMessage={error}
      className={mergeClasses(styles.whole, className)}
    >
      <Select select={{ className: styles.whole }} value={value} onChange={(_, data) => choose(data.value)}>
        {options.map((option) => (
          <option key={option} value={option}>
            {labelOf(option)}
          </option>
        ))}
      </Select>
    </Field>
  );
}

type FilterProps<T extends string> = Common<T> & {
  value: T | undefined;
  onChange: (value: T | undefined) => void;
  /** What the option that filters nothing is called. */
  allLabel?: string;
};

/** Narrows a list to one of some options; undefined is all of it. */
export function FilterField<T extends string>(props: FilterProps<T>) {
  const { options, labelOf = asIs, value, onChange, allLabel = 'All', ...rest } = props;
  return (
    <SelectField<T | ''>
      {...rest}
      options={['', ...options]}
      labelOf={(option) => (option === '' ? allLabel : labelOf(option))}
      value={value ?? ''}
      onChange={(option) => onChange(option === '' ? undefined : option)}
    />
  );
}
