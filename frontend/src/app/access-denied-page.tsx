import { ProhibitedRegular } from '@fluentui/react-icons/svg/prohibited';
import { paths } from '../lib/paths.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { MessagePage } from './message-page.tsx';

/** For a signed-in user whose role does not open this page. */
export function AccessDeniedPage({ isAdminPanel }: { isAdminPanel: boolean }) {
  return (
    <MessagePage
      icon={<ProhibitedRegular />}
      title="Access Denied"
      body={`You don't have permission to access ${isAdminPanel ? 'the admin panel' : 'this page'}`}
      actions={
        <LinkButton to={paths.dashboard} appearance="primary">
          Return to Dashboard
        </LinkButton>
      }
    />
  );
}
