import { Spinner } from '@fluentui/react-components';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { LinkButton } from '../../ui/link-button.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { destinationAfterSignIn } from './destination.ts';
import { finishReturn, type ReturnOutcome } from './finish-return.ts';
import { FormNotice } from './form-notice.tsx';
import { useAfter } from './use-after.ts';
import { usedSignInPage } from './used-sign-in-page.ts';

const successDelayMs = 1500;
const failureDelayMs = 3000;

/** Where Microsoft sends the browser back to, after a sign-in as after a consent. */
export function CallbackPage() {
  const outcome = useReturn();
  const navigate = useNavigate();
  const isThere = outcome?.step === 'signed-in' || outcome?.step === 'confirmed';
  useAfter(isThere ? successDelayMs : null, () => navigate(destinationAfterSignIn(), { replace: true }));
  useAfter(outcome?.step === 'failed' ? failureDelayMs : null, () => navigate(usedSignInPage(), { replace: true }));
  if (isThere) {
    return (
      <AuthLayout
        title="Authentication Successful"
        subtitle={outcome.step === 'confirmed' ? 'Taking you back to where you were' : 'Signing you in'}
      >
        <LinkButton to={destinationAfterSignIn()}>Continue</LinkButton>
      </AuthLayout>
    );
  }
  if (outcome?.step === 'failed') {
    return (
      <AuthLayout title="Authentication Failed" subtitle="Taking you back to sign-in">
        <FormNotice kind="error">{outcome.message}</FormNotice>
        <LinkButton to={usedSignInPage()}>Back to sign-in</LinkButton>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title="Authenticating">
      <Spinner label="One moment, please" labelPosition="below" />
    </AuthLayout>
  );
}

/** What came of the return; null until it is known. What the address carries is handed over once. */
function useReturn(): ReturnOutcome | null {
  const [search] = useSearchParams();
  const [outcome, setOutcome] = useState<ReturnOutcome | null>(null);
  const isHandedOver = useRef(false);
  useEffect(() => {
    // React runs effects twice in development, and a code is good for one use.
    if (isHandedOver.current) return;
    isHandedOver.current = true;
    void finishReturn(search).then(setOutcome);
  }, [search]);
  return outcome;
}
