import { readTab, storeTab, tabKeys } from './storage.ts';

/** The changed forms that are on the screen, by name. */
const changed = new Map<string, object>();

/** What stands in a form that was changed, until it is sent or closed (null). */
export function trackForm(name: string, values: object | null): void {
  if (values === null) changed.delete(name);
  else changed.set(name, values);
}

type Kept = { userId: string; forms: Record<string, unknown> };

/** Keeps in this tab what is half typed, for when this user has signed in again. */
export function keepDrafts(userId: string): void {
  if (changed.size === 0) return;
  storeTab(tabKeys.drafts, JSON.stringify({ userId, forms: Object.fromEntries(changed) } satisfies Kept));
}

function keptDrafts(): Kept | null {
  const text = readTab(tabKeys.drafts);
  // Nobody but `keepDrafts` writes it.
  return text === null ? null : (JSON.parse(text) as Kept);
}

/** Whether something is kept of a form. */
export function hasDraft(name: string): boolean {
  return keptDrafts()?.forms[name] !== undefined;
}

/** What is kept of a form, where its fields still are of the same kind; `initial` for the others. */
export function draftOver<Values extends object>(name: string, initial: Values): Values {
  const kept = keptDrafts()?.forms[name];
  if (typeof kept !== 'object' || kept === null) return initial;
  const fitting = Object.entries(kept).filter(
    ([field, value]) => field in initial && typeof value === typeof initial[field as keyof Values],
  );
  return { ...initial, ...Object.fromEntries(fitting) };
}

/** Forgets what was kept of a form: it is on the screen again. */
export function forgetDraft(name: string): void {
  const kept = keptDrafts();
  if (kept === null || kept.forms[name] === undefined) return;
  const { [name]: _, ...forms } = kept.forms;
  storeTab(tabKeys.drafts, Object.keys(forms).length === 0 ? null : JSON.stringify({ ...kept, forms }));
}

/** Forgets what was kept for anybody else; for everybody where nobody is named. */
export function forgetDraftsOfOthers(userId: string | null): void {
  if (keptDrafts()?.userId !== userId) storeTab(tabKeys.drafts, null);
}
