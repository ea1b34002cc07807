import type { ReactNode } from 'react';
import { paths } from '../lib/paths.ts';
import { useHasRole } from '../lib/session.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { LinkButton } from '../ui/link-button.tsx';

type Props = { icon: ReactNode; title: string; body: string };

/** In the place of what comes from a scan, where there is none: why, and the way to a scan for those who can start one. */
export function NeedsScan(props: Props) {
  const isAdmin = useHasRole('admin');
  return (
    <EmptyState
      {...props}
      headingLevel="h2"
      actions={
        isAdmin && (
          <LinkButton to={paths.scan} appearance="primary">
            Scan Internal Policies
          </LinkButton>
        )
      }
    />
  );
}
