import { useEffect } from 'react';
import { forgetDraft, trackForm } from './form-drafts.ts';

export type Draft<Values> = {
  /** Names the form and what it is about: what was half typed when the session ended is there again after sign-in. */
  name: string;
  /** Fields that are not kept. */
  secrets?: readonly (keyof Values & string)[];
};

/**
 * Keeps what stands in a form, for when the session ends; it begins with `draftOver`.
 * @param start as it was before anything was typed
 */
export function useDraft<Values extends object>(draft: Draft<Values> | undefined, start: Values, values: Values): void {
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
