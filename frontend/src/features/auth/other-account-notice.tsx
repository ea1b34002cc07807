import { useSession } from '../../lib/session.ts';
import { FormNotice } from './form-notice.tsx';

/** Before signing in to a room ends the session of somebody who works here. */
export function OtherAccountNotice() {
  const session = useSession();
  if (session.status !== 'signed-in' || session.user.clientTenantId !== null) return null;
  return (
    <FormNotice kind="info">
      You are signed in as {session.user.name}. Signing in to a client room ends that session in this browser.
    </FormNotice>
  );
}
