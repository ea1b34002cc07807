import { useState } from 'react';
import { draftOver } from './form-drafts.ts';
import { type Draft, useDraft } from './use-draft.ts';
import { useFieldErrors } from './use-field-errors.ts';

/**
 * What stands in a form, with the messages at its fields (see `useFieldErrors`).
 * `field` gives a field of the kit its value, its change and its message.
 */
export function useForm<Values extends object>(
  initial: Values | (() => Values),
  shown: readonly string[],
  draft?: Draft<Values>,
) {
  const [start] = useState(initial);
  const [values, setValues] = useState(() => (draft === undefined ? start : draftOver(draft.name, start)));
  useDraft(draft, start, values);
  const { errors, sendChecked } = useFieldErrors(shown);
  const change = (patch: Partial<Values>) => setValues((before) => ({ ...before, ...patch }));
  const field = <Name extends keyof Values & string>(name: Name) => ({
    value: values[name],
    onChange: (value: Values[Name]) => setValues((before) => ({ ...before, [name]: value })),
    error: errors[name],
  });
  return { values, change, field, errors, sendChecked };
}
