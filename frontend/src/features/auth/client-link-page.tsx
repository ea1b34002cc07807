import { Button } from '@fluentui/react-components';
import { signInByClientLink } from '@tenantry/contract/client-sign-in';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { call } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { FullPageSpinner } from '../../ui/full-page-spinner.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { AskForLink } from './ask-for-link.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { enterAnew } from './enter-anew.ts';
import { FormNotice } from './form-notice.tsx';
import { OtherAccountNotice } from './other-account-notice.tsx';
import { signInErrorText } from './sign-in-error.ts';

/**
 * Where the one-time link of a mail leads. Nothing is sent before somebody presses the button, for what scans mail opens links
 * too. The token stands behind the '#', which no browser sends, and leaves the address at once.
 */
export function ClientLinkPage() {
  const { status } = useSession();
  const token = useTokenOfAddress();
  if (status === 'loading') return <FullPageSpinner />;
  if (token === '') return <WithoutToken />;
  return <OpenRoom token={token} />;
}

function useTokenOfAddress(): string {
  const { hash, pathname } = useLocation();
  const navigate = useNavigate();
  const [token] = useState(() => hash.slice(1));
  useEffect(() => {
    if (hash !== '') navigate(pathname, { replace: true });
  }, [hash, pathname, navigate]);
  return token;
}

/** The server said no to this link; what it could not be asked, or broke down over, may be tried again. */
const isRefusal = (error: unknown) => error instanceof ApiError && error.status >= 400 && error.status < 500;

function OpenRoom({ token }: { token: string }) {
  const navigate = useNavigate();
  const { submit, pending, error } = useSubmit(async () => {
    const { user } = await call(signInByClientLink, { body: { token }, tenantId: null, isSignInCall: true });
    await enterAnew(user);
    navigate(paths.client, { replace: true });
  });
  if (isRefusal(error)) {
    return (
      <AuthLayout title="This link does not open" subtitle="Have a new one sent to your address">
        <FormNotice kind="error">{signInErrorText(error, 'Authentication')}</FormNotice>
        <AskForLink />
        <LinkButton to={paths.clientSignIn}>Other ways to sign in</LinkButton>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title="Your client room" subtitle="This link works once">
      <OtherAccountNotice />
      {error !== null && <FormNotice kind="error">{signInErrorText(error, 'Authentication')}</FormNotice>}
      <Button appearance="primary" size="large" onClick={() => void submit()} disabledFocusable={pending}>
        {pending ? 'Opening…' : 'Open your room'}
      </Button>
    </AuthLayout>
  );
}

function WithoutToken() {
  return (
    <AuthLayout title="This link is not whole" subtitle="Open it from the mail again, or get a new one">
      <AskForLink />
      <LinkButton to={paths.clientSignIn}>Other ways to sign in</LinkButton>
    </AuthLayout>
  );
}
