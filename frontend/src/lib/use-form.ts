import { useEffect, useState } from 'react';
import { draftOver, forgetDraft, trackForm } from './form-drafts.ts';
import { useFieldErrors } from './use-field-errors.ts';

type Draft<Values> = {
  /** Names the form and what it is about: what was half typed when the session ended is there again after sign-in. */
  name: string;
  /** Fields that are not kept. */
  secrets?: readonly (keyof Values & string)[];
};

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

function useDraft<Values extends object>(draft: Draft<Values> | undefined, start: Values, values: Values): void {
  const name = draft?.name;
  const secrets = draft?.secrets;
  useEffect(() => {
    if (name === undefined) return;
    const kept = Object.entries(values).filter(([field]) => !secrets?.some((secret) => secret === field));
    const isChanged = kept.some(([field, value]) => value !== start[field as keyof Values]);
    trackForm(name, isChanged ? Object.fromEntries(kept) : null);
  }, [name, secrets, start, values]);
  useEffect(() => {
    if (name === undefined) return;
    forgetDraft(name);
    return () => trackForm(name, null);
  }, [name]);
}
