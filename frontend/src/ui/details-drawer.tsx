import {
  Button,
  DrawerBody,
  DrawerFooter,
  DrawerHeader,
  DrawerHeaderTitle,
  makeStyles,
  OverlayDrawer,
} from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons/svg/dismiss';
import type { ReactNode } from 'react';

const useStyles = makeStyles({ title: { overflowWrap: 'anywhere' } });

type Props = {
  title: string;
  /** Names the drawer for screen readers, where the title alone does not. */
  label?: string;
  /** At most; a narrower screen is filled. */
  widthPx: number;
  onClose: () => void;
  /** Stays in sight below the content. */
  footer?: ReactNode;
  children: ReactNode;
};

/** The details of one entry, over its list. */
export function DetailsDrawer({ title, label = title, widthPx, onClose, footer, children }: Props) {
  const styles = useStyles();
  return (
    <OverlayDrawer
      open
      position="end"
      style={{ width: `min(100vw, ${widthPx}px)` }}
      onOpenChange={(_, data) => !data.open && onClose()}
      aria-label={label}
    >
      <DrawerHeader>
        <DrawerHeaderTitle
          className={styles.title}
          action={<Button appearance="subtle" aria-label="Close" icon={<DismissRegular />} onClick={onClose} />}
        >
          {title}
        </DrawerHeaderTitle>
      </DrawerHeader>
      <DrawerBody>{children}</DrawerBody>
      {footer && <DrawerFooter>{footer}</DrawerFooter>}
    </OverlayDrawer>
  );
}
