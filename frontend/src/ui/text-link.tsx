import { Link } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useHref, useLinkClickHandler } from 'react-router-dom';
import { useInTenant } from '../lib/tenant-address.ts';

/** A link within the application in running text; on a page of an organization it leads to that organization. */
export function TextLink({ to, children }: { to: string; children: ReactNode }) {
  const address = useInTenant()(to);
  const href = useHref(address);
  const onClick = useLinkClickHandler<HTMLAnchorElement>(address);
  return (
    <Link href={href} onClick={onClick}>
      {children}
    </Link>
  );
}
