import type { getAuthStatus } from '@tenantry/contract/connection-status';
import { useLocation } from 'react-router-dom';
import type * as z from 'zod/mini';
import { secretEnd } from '../blocks/secret-expiry.ts';
import { countOf } from '../lib/format.ts';
import { paths } from '../lib/paths.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { DismissibleNotice } from './dismissible-notice.tsx';

type EndingSecrets = z.infer<typeof getAuthStatus.response>['endingSecrets'];

const namedAtMost = 3;

type Props = { secrets: EndingSecrets; onDismiss: () => void };

/** Says above every page, to administrators, which client secrets have to be replaced. */
export function SecretBanner({ secrets, onDismiss }: Props) {
  const [first] = secrets.soonest;
  const { pathname } = useLocation();
  // The credentials page lists these secrets itself.
  if (first === undefined || pathname === paths.credentials) return null;
  const now = new Date();
  const named = secrets.soonest.slice(0, namedAtMost);
  const more = secrets.total - named.length;
  const list = named.map(({ name, expiresAt }) => `${name}: ${secretEnd(expiresAt, now)}`).join('; ');
  const isOver = Date.parse(first.expiresAt) <= now.getTime();
  return (
    <DismissibleNotice
      intent={isOver ? 'error' : 'warning'}
      title={`A ${first.isCertificate ? 'certificate' : 'client secret'} ${isOver ? 'has expired' : 'expires soon'}`}
      dismissLabel="Dismiss client secret notice"
      onDismiss={onDismiss}
      action={
        <LinkButton to={first.tenantId === null ? paths.adminGraphSettings : paths.credentials} size="small">
          Replace
        </LinkButton>
      }
    >
      {list}
      {more > 0 && ` and ${countOf(more, 'more client secret')}`}. Without a new one, sign-ins and scans fail.
    </DismissibleNotice>
  );
}
