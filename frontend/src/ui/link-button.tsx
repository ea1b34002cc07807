import { Button, type ButtonProps } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useHref, useLinkClickHandler } from 'react-router-dom';
import { useInTenant } from '../lib/tenant-address.ts';

type LinkButtonProps = {
  to: string;
  appearance?: ButtonProps['appearance'];
  icon?: ButtonProps['icon'];
  size?: ButtonProps['size'];
  /** Says more than the text on it, where several on a page have the same. */
  'aria-label'?: string;
  children: ReactNode;
};

/** A link within the application that looks like a button; on a page of a tenant it leads to that tenant. */
export function LinkButton({ to, children, ...button }: LinkButtonProps) {
  const address = useInTenant()(to);
  const href = useHref(address);
  const onClick = useLinkClickHandler<HTMLAnchorElement>(address);
  return (
    <Button as="a" href={href} onClick={onClick} {...button}>
      {children}
    </Button>
  );
}
