import { Spinner, Tab, TabList, Text } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { getStepUpOptions, startMicrosoftStepUp, stepUp } from '@tenantry/contract/step-up';
import { useState } from 'react';
import { call } from '../lib/api-client.ts';
import { callQuery } from '../lib/call-query.ts';
import type { IdentityQuestion } from '../lib/confirm-identity.ts';
import { keepDrafts } from '../lib/form-drafts.ts';
import { formErrors } from '../lib/form-errors.ts';
import { queryKey } from '../lib/query-client.ts';
import { keepReturnAddress } from '../lib/return-address.ts';
import { useSignedIn } from '../lib/session.ts';
import { useForm } from '../lib/use-form.ts';
import { ErrorPanel } from '../ui/error-panel.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { ServerLinkButton } from '../ui/server-link-button.tsx';
import { TextField } from '../ui/text-field.tsx';

type Way = 'password' | 'code';

/** How this user can say who they are: asked each time, for a switch of the profile may have changed it. */
const optionsQuery = () =>
  callQuery(queryKey('step-up-options', null), getStepUpOptions, { tenantId: null, staleTime: 0, gcTime: 0 });

/** @param address of the page, to which a sign-in with Microsoft comes back */
export function IdentityDialog({ question, address }: { question: IdentityQuestion; address: string }) {
  const options = useQuery(optionsQuery());
  const [chosen, setChosen] = useState<Way | null>(null);
  const { values, field, sendChecked } = useForm({ password: '', code: '' }, ['password', 'code']);
  const ways = options.data ?? { password: false, code: false, microsoft: false };
  const way: Way = chosen ?? (ways.password ? 'password' : 'code');
  const canSubmit = way === 'password' ? values.password !== '' : values.code.trim() !== '';
  const confirm = async () => {
    const body = way === 'password' ? { password: values.password } : { code: values.code };
    await sendChecked(formErrors(stepUp.body, body), () => call(stepUp, { body, tenantId: null, renewsSession: true }));
    question.settle(true);
  };
  return (
    <FormDialog
      open
      title="Confirm it’s you"
      submitLabel="Confirm"
      submittingLabel="Confirming…"
      submitDisabled={!(ways.password || ways.code) || !canSubmit}
      onSubmit={confirm}
      onClose={() => question.settle(false)}
    >
      <Text>Confirm who you are to continue. You are asked at most once every 10 minutes.</Text>
      {options.isPending && <Spinner label="Loading" />}
      {options.isError && (
        <ErrorPanel error={options.error} title="This could not be loaded" onRetry={() => void options.refetch()} />
      )}
      {ways.password && ways.code && (
        <TabList selectedValue={way} onTabSelect={(_, { value }) => setChosen(value as Way)} aria-label="Confirm with">
          <Tab value="password">Password</Tab>
          <Tab value="code">Authenticator code</Tab>
        </TabList>
      )}
      {ways.password && way === 'password' && (
        <PasswordField label="Password" autoComplete="current-password" {...field('password')} />
      )}
      {ways.code && way === 'code' && (
        <TextField
          label="Code"
          autoComplete="one-time-code"
          hint="6 digits from your authenticator app"
          {...field('code')}
        />
      )}
      {ways.microsoft && <MicrosoftWay address={address} />}
    </FormDialog>
  );
}

/** Leaves for Microsoft and comes back to this page. What waited is not sent by itself then: nothing of it is kept. */
function MicrosoftWay({ address }: { address: string }) {
  const { user } = useSignedIn();
  return (
    <>
      <Text>You sign in with Microsoft again and come back here. Then repeat what you were doing.</Text>
      <ServerLinkButton
        href={startMicrosoftStepUp.path}
        icon={<img src="/microsoft.svg" alt="" width={20} height={20} />}
        onLeave={() => {
          keepDrafts(user.id);
          keepReturnAddress(address, user.id);
        }}
      >
        Sign in with Microsoft
      </ServerLinkButton>
    </>
  );
}
