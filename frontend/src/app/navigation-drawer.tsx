import { DrawerBody, OverlayDrawer } from '@fluentui/react-components';
import type { ReactNode } from 'react';

type Props = { isOpen: boolean; onClose: () => void; children: ReactNode };

/** The navigation over the page, where there is no room beside it. Loaded when it is first opened. */
export function NavigationDrawer({ isOpen, onClose, children }: Props) {
  return (
    <OverlayDrawer
      open={isOpen}
      onOpenChange={(_, data) => !data.open && onClose()}
      position="start"
      size="small"
      aria-label="Main navigation"
    >
      <DrawerBody>{children}</DrawerBody>
    </OverlayDrawer>
  );
}
