import { sessionState } from './session.ts';

export type ToastMessage = {
  title: string;
  body?: string;
  intent: 'success' | 'error' | 'warning' | 'info';
  /** By default 3 s for success, 5 s for everything else (specification, section 9). */
  timeoutMs?: number;
  action?: { label: string; run: () => void };
  /** Says nothing while another toast is on the screen: for notices that are no answer to what the user did. */
  yields?: boolean;
  /** For people who are not signed in. All other toasts end with the session. */
  isForSignedOut?: boolean;
};

type Host = (message: ToastMessage) => void;
let host: Host | null = null;
let waiting: ToastMessage | null = null;
const arrivals = new Set<() => void>();

export const toastTimeoutMs = (message: ToastMessage) =>
  message.timeoutMs ?? (message.intent === 'success' ? 3000 : 5000);

/** Whether a message has outlived the session that it was about, or answers a call of it that came back too late. */
const isOver = (message: ToastMessage) => sessionState().status === 'signed-out' && !message.isForSignedOut;

/** Shows a message in the corner; it takes the place of the one that is there, so only one is ever visible. */
export function showToast(message: ToastMessage): void {
  if (isOver(message)) return;
  if (host !== null) {
    host(message);
    return;
  }
  if (waiting !== null && message.yields) return;
  waiting = message;
  for (const arrival of arrivals) arrival();
}

/** For the toaster: takes over showing, beginning with what came before it was loaded. */
export function attachToastHost(next: Host): () => void {
  host = next;
  if (waiting !== null && !isOver(waiting)) next(waiting);
  waiting = null;
  return () => {
    if (host === next) host = null;
  };
}

/** For the place that loads the toaster once there is something to show. */
export function onFirstToast(listener: () => void): () => void {
  if (waiting !== null) listener();
  arrivals.add(listener);
  return () => arrivals.delete(listener);
}
