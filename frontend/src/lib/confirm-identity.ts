import { useSyncExternalStore } from 'react';

/** What waits for users to say who they are. `settle`: whether they did. */
export type IdentityQuestion = { settle: (isConfirmed: boolean) => void };

let question: IdentityQuestion | null = null;
let answer: Promise<boolean> | null = null;
const listeners = new Set<() => void>();

function setQuestion(next: IdentityQuestion | null): void {
  question = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Asks users to confirm who they are, in one dialog however many calls wait for it, as soon as the page shows it. False where they
 * do not want to, or sign out.
 */
export function confirmIdentity(): Promise<boolean> {
  answer ??= new Promise<boolean>((resolve) => {
    setQuestion({
      settle: (isConfirmed) => {
        if (answer === null) return;
        answer = null;
        setQuestion(null);
        resolve(isConfirmed);
      },
    });
  });
  return answer;
}

/** For the place that shows the dialog: what waits, or null. */
export const useIdentityQuestion = (): IdentityQuestion | null => useSyncExternalStore(subscribe, () => question);
