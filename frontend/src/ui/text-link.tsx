import { Link } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useHref, useLinkClickHandler } from 'react-router-dom';
import { useInTenant } from '../lib/tenant-address.ts';

type Props = {
  to: string;
  /** It stands within a sentence, and so is underlined. */
  inline?: boolean;
  children: ReactNode;
};

/** A link within the application in running text; on a page of a tenant it leads to that tenant. */
export function TextLink({ to, inline = false, children }: Props) {
  const address = useInTenant()(to);
  const href = useHref(address);
  const onClick = useLinkClickHandler<HTMLAnchorElement>(address);
  return (
    <Link href={href} onClick={onClick} inline={inline}>
      {children}
    </Link>
  );
}
