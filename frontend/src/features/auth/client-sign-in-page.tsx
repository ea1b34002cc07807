import { Spinner } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { startClientMicrosoftSignIn } from '@tenantry/contract/client-sign-in';
import { Navigate, useSearchParams } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { FullPageSpinner } from '../../ui/full-page-spinner.tsx';
import { Muted } from '../../ui/muted.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { ServerLinkButton } from '../../ui/server-link-button.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { FormNotice } from './form-notice.tsx';
import { OtherAccountNotice } from './other-account-notice.tsx';
import { keepSignInPage } from './used-sign-in-page.ts';
import { signInOptionsQuery } from './ways-to-sign-in-query.ts';

const AskForLink = onDemand(async () => (await import('./ask-for-link.tsx')).AskForLink);

/** Where contacts of a client sign in to their room: with Microsoft in their own directory, or by a link that is mailed to them. */
export function ClientSignInPage() {
  const session = useSession();
  const [search] = useSearchParams();
  const options = useQuery(signInOptionsQuery());
  if (session.status === 'loading') return <FullPageSpinner />;
  if (session.status === 'signed-in' && session.user.clientTenantId !== null) {
    return <Navigate to={paths.client} replace />;
  }
  const isUnavailable = session.status === 'signed-out' && session.reason === 'unavailable';
  return (
    <AuthLayout title="Client room" subtitle="Sign in to see how your Microsoft 365 is protected">
      {isUnavailable && <FormNotice kind="error">Your session could not be checked. Try signing in again.</FormNotice>}
      {search.get('message') === 'session-expired' && (
        <FormNotice kind="info">You are signed out. Where your access has ended, ask your service provider.</FormNotice>
      )}
      <OtherAccountNotice />
      {options.isPending ? (
        <Spinner label="Loading the ways to sign in" labelPosition="below" />
      ) : (
        <>
          {/* Where it could not be asked, the server says which ways there are. */}
          {options.data?.microsoft !== false && <MicrosoftWay />}
          {options.data?.microsoft !== false && options.data?.clientLinks !== false && <Muted align="center">or</Muted>}
          {options.data?.clientLinks !== false && <AskForLink />}
          {options.data?.microsoft === false && !options.data.clientLinks && (
            <FormNotice kind="error">There is no way to sign in yet. Ask your service provider.</FormNotice>
          )}
        </>
      )}
    </AuthLayout>
  );
}

function MicrosoftWay() {
  return (
    <ServerLinkButton
      href={startClientMicrosoftSignIn.path}
      size="large"
      icon={<img src="/microsoft.svg" alt="" width={20} height={20} />}
      onLeave={() => keepSignInPage(paths.clientSignIn)}
    >
      Sign in with Microsoft
    </ServerLinkButton>
  );
}
