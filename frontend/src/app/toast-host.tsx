import { useEffect, useState } from 'react';
import { onFirstToast } from '../lib/toast.ts';
import { onDemand } from '../ui/on-demand.tsx';

const Toaster = onDemand(async () => (await import('./toaster.tsx')).Toaster);

/** Loads the toaster when there is a first toast, so that pages without one do not carry it. */
export function ToastHost() {
  const [isNeeded, setNeeded] = useState(false);
  useEffect(() => onFirstToast(() => setNeeded(true)), []);
  return isNeeded ? <Toaster /> : null;
}
