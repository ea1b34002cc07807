import { Button, type ButtonProps } from '@fluentui/react-components';
import type { ReactNode } from 'react';

type Props = {
  /** A path of this origin that the server answers, usually with a redirect. */
  href: string;
  appearance?: ButtonProps['appearance'];
  icon?: ButtonProps['icon'];
  size?: ButtonProps['size'];
  /** Says more than the text on it, where several on a page have the same. */
  'aria-label'?: string;
  /** Before the page goes. */
  onLeave?: () => void;
  children: ReactNode;
};

/** Leaves the application for an address of the server's, as a link does, and looks like a button. */
export function ServerLinkButton({ children, onLeave, ...button }: Props) {
  return (
    <Button as="a" onClick={onLeave} {...button}>
      {children}
    </Button>
  );
}
