import {
  Button,
  makeStyles,
  Popover,
  PopoverSurface,
  Text,
  tokens,
  useRestoreFocusTarget,
} from '@fluentui/react-components';
import { type ButtonHTMLAttributes, cloneElement, type MouseEvent, type ReactElement, useState } from 'react';
import { useSubmit } from '../lib/use-submit.ts';
import { ErrorPanel } from './error-panel.tsx';

const useStyles = makeStyles({
  surface: { display: 'grid', gap: tokens.spacingVerticalM, maxWidth: '320px' },
  actions: { display: 'flex', gap: tokens.spacingHorizontalS, justifyContent: 'flex-end' },
});

type Props = {
  /** The button that asks. */
  trigger: ReactElement<ButtonHTMLAttributes<HTMLButtonElement>>;
  question: string;
  confirmLabel: string;
  /** The popover closes when it resolves, and stays with the error when it rejects. */
  onConfirm: () => Promise<void>;
};

/**
 * Asks before something that is not easily undone.
 *
 * The popover is mounted when it is first opened: Fluent's puts focus guards into the page as soon as it is mounted,
 * which a page with a button in each row would have from the start, for a popover that nobody opens.
 */
export function ConfirmPopover({ trigger, question, confirmLabel, onConfirm }: Props) {
  const styles = useStyles();
  const restoreFocus = useRestoreFocusTarget();
  const [button, setButton] = useState<HTMLElement | null>(null);
  const [open, setOpen] = useState(false);
  const { submit, pending, error, clearError } = useSubmit(async () => {
    await onConfirm();
    setOpen(false);
  });
  const change = (next: boolean) => {
    if (pending) return;
    clearError();
    setOpen(next);
  };
  return (
    <>
      {cloneElement(trigger, {
        ...restoreFocus,
        'aria-expanded': open,
        'aria-haspopup': 'dialog',
        onClick: (event: MouseEvent<HTMLButtonElement>) => {
          setButton(event.currentTarget);
          change(!open);
        },
      })}
      {button !== null && (
        <Popover
          open={open}
          onOpenChange={(event, data) => {
            // The button itself opens and closes. The keyboard cannot leave by itself: what takes the focus is a dialog or
            // another popover that only now gives it back, and this question has just been asked.
            const isOfButton = event.target instanceof Node && button.contains(event.target);
            if (!isOfButton && event.type !== 'focusin') change(data.open);
          }}
          positioning={{ target: button }}
          trapFocus
          withArrow
        >
          <PopoverSurface className={styles.surface} aria-label={question}>
            <Text>{question}</Text>
            {error !== null && <ErrorPanel error={error} />}
            <div className={styles.actions}>
              <Button size="small" onClick={() => setOpen(false)} disabled={pending}>
                Cancel
              </Button>
              <Button size="small" appearance="primary" onClick={() => void submit()} disabledFocusable={pending}>
                {confirmLabel}
              </Button>
            </div>
          </PopoverSurface>
        </Popover>
      )}
    </>
  );
}
