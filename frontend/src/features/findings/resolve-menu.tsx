import {
  Button,
  type ButtonProps,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
} from '@fluentui/react-components';
import { MoreHorizontalRegular } from '@fluentui/react-icons/svg/more-horizontal';
import { onDemand } from '../../ui/on-demand.tsx';
import { useDialogButton } from './use-dialog-button.ts';
import { type ChangeableFinding, useSetStatus } from './use-set-status.ts';

const StatusDialog = onDemand(async () => (await import('./status-dialog.tsx')).StatusDialog);

type AskProps = {
  findings: readonly ChangeableFinding[];
  label: string;
  draft: string | null;
  size?: ButtonProps['size'];
  isDisabled?: boolean;
  onSend: (reason: string) => Promise<void>;
  /** Once the dialog has closed: the menu may go away with what it did. */
  onDone?: () => void;
};

/** The menu in which resolving by hand stands: that something is mended is better shown by its check. */
export function AskResolveMenu({ findings, label, draft, size, isDisabled = false, onSend, onDone }: AskProps) {
  const { button, isOpen, open, close } = useDialogButton(draft, onDone);
  return (
    <>
      <Menu>
        <MenuTrigger disableButtonEnhancement>
          <Button ref={button} size={size} appearance="subtle" icon={<MoreHorizontalRegular />} aria-label={label} />
        </MenuTrigger>
        <MenuPopover>
          <MenuList>
            <MenuItem onClick={open} disabled={isDisabled}>
              Resolve
            </MenuItem>
          </MenuList>
        </MenuPopover>
      </Menu>
      {isOpen && <StatusDialog findings={findings} status="resolved" draft={draft} onSend={onSend} onClose={close} />}
    </>
  );
}

type Props = Pick<AskProps, 'size' | 'onDone'> & {
  finding: ChangeableFinding;
  /** Beside other findings: what the menu calls the one that it is for. */
  listedAs?: string;
};

/** The same for one finding. */
export function ResolveMenu({ finding, size, listedAs, onDone }: Props) {
  const setStatus = useSetStatus(finding);
  return (
    <AskResolveMenu
      findings={[finding]}
      label={listedAs === undefined ? 'More actions' : `More actions: ${listedAs}`}
      draft={`resolved:${listedAs === undefined ? 'details' : 'list'}:${finding.id}`}
      size={size}
      onSend={(reason) => setStatus('resolved', reason)}
      onDone={onDone}
    />
  );
}
