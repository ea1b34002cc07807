import { ProgressBar, Text } from '@fluentui/react-components';
import { useSearchParams } from 'react-router-dom';
import { paths } from '../../lib/paths.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { FormNotice } from './form-notice.tsx';
import { useConnection } from './use-connection.ts';

/** Between a consent and the first answer of Microsoft Graph that counts it: seconds, or a minute at most. */
export function AuthConnectingPage() {
  const [search] = useSearchParams();
  const waiting = useConnection(search.get('connection') ?? '');
  if (waiting.step === 'failed') {
    return (
      <AuthLayout title="Connection Failed">
        <FormNotice kind="error">{waiting.message}</FormNotice>
        <LinkButton to={paths.adminTenants} appearance="primary">
          Return to Admin Panel
        </LinkButton>
      </AuthLayout>
    );
  }
  const progress = waiting.step === 'waiting' ? waiting.progress : null;
  return (
    <AuthLayout
      title="Waiting for Microsoft to apply the consent"
      subtitle="The consent was given. It usually takes a few seconds until Microsoft Graph accepts it."
    >
      <ProgressBar
        aria-label="Waiting for Microsoft"
        {...(progress === null ? {} : { value: progress.waitedSeconds, max: progress.limitSeconds })}
      />
      <Text role="status">
        {progress === null
          ? 'Asking Microsoft…'
          : `${progress.waitedSeconds} of at most ${progress.limitSeconds} seconds. Leave this page open.`}
      </Text>
    </AuthLayout>
  );
}
