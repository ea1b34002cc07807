import { useState } from 'react';
import { useFieldErrors } from './use-field-errors.ts';

/**
 * What stands in a form, with the messages at its fields (see `useFieldErrors`).
 * `field` gives a field of the kit its value, its change and its message.
 */
export function useForm<Values extends object>(initial: Values | (() => Values), shown: readonly string[]) {
  const [values, setValues] = useState(initial);
  const { errors, sendChecked } = useFieldErrors(shown);
  const change = (patch: Partial<Values>) => setValues((before) => ({ ...before, ...patch }));
  const field = <Name extends keyof Values & string>(name: Name) => ({
    value: values[name],
    onChange: (value: Values[Name]) => setValues((before) => ({ ...before, [name]: value })),
    error: errors[name],
  });
  return { values, change, field, errors, sendChecked };
}
