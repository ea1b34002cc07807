import { useEffect } from 'react';
import type { RouterProviderProps } from 'react-router-dom';
import { useIdentityQuestion } from '../lib/confirm-identity.ts';
import { useSession } from '../lib/session.ts';
import { onDemand } from '../ui/on-demand.tsx';

const IdentityDialog = onDemand(async () => (await import('./identity-dialog.tsx')).IdentityDialog);

/** Shows the dialog in which users confirm who they are, whatever page it is that a call waits on. */
export function IdentityCheck({ router }: Pick<RouterProviderProps, 'router'>) {
  const question = useIdentityQuestion();
  const { status } = useSession();
  useEffect(() => {
    // Nobody is left to be asked.
    if (status === 'signed-out') question?.settle(false);
  }, [status, question]);
  if (question === null || status !== 'signed-in') return null;
  const { pathname, search, hash } = router.state.location;
  return <IdentityDialog question={question} address={`${pathname}${search}${hash}`} />;
}
