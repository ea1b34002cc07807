import { useEffect, useRef, useState } from 'react';
import { hasDraft } from '../../lib/form-drafts.ts';

/**
 * A button that opens a dialog. After Cancel the keyboard is on the button again; after what was done `onDone` says where it
 * goes, since the button may go away with it.
 * @param draft names what is half typed in the dialog: it is open again after the end of a session
 */
export function useDialogButton(draft: string | null, onDone?: () => void) {
  const [state, setState] = useState<'idle' | 'open' | 'cancelled' | 'done'>(() =>
    draft !== null && hasDraft(draft) ? 'open' : 'idle',
  );
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // Not set to idle where it is: an effect that waits its turn would take back the click that came meanwhile.
    if (state === 'idle' || state === 'open') return;
    if (state === 'cancelled') button.current?.focus();
    else onDone?.();
    setState('idle');
  }, [state, onDone]);
  return {
    button,
    isOpen: state === 'open',
    open: () => setState('open'),
    close: (isDone: boolean) => setState(isDone ? 'done' : 'cancelled'),
  };
}
