import { ProhibitedRegular } from '@fluentui/react-icons/svg/prohibited';
import { paths } from '../lib/paths.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { MessagePage } from './message-page.tsx';

function reasonFor(pathname: string): string {
  const path = pathname.toLowerCase();
  if (path === paths.adminOnboard) return 'Administrator privileges required to onboard Microsoft 365 tenants.';
  return `You don't have permission to access ${path.startsWith(paths.admin) ? 'the admin panel' : 'this page'}`;
}

const forAllTenants = 'This page is for administrators of all tenants. You manage only some of them.';

type Props = { pathname: string; isForAllTenants?: boolean };

/** For a signed-in user whose role, or whose tenants, do not open the page at this address. */
export function AccessDeniedPage({ pathname, isForAllTenants = false }: Props) {
  return (
    <MessagePage
      icon={<ProhibitedRegular />}
      title="Access Denied"
      body={isForAllTenants ? forAllTenants : reasonFor(pathname)}
      actions={
        <LinkButton to={paths.dashboard} appearance="primary">
          Return to Dashboard
        </LinkButton>
      }
    />
  );
}
