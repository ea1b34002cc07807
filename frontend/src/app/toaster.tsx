import {
  Button,
  Link,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
  makeStyles,
  tokens,
} from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons/svg/dismiss';
import { useEffect, useRef, useState } from 'react';
import { useSession } from '../lib/session.ts';
import { attachToastHost, type ToastMessage, toastTimeoutMs } from '../lib/toast.ts';

const useStyles = makeStyles({
  layer: {
    position: 'fixed',
    insetInlineEnd: tokens.spacingHorizontalL,
    bottom: tokens.spacingVerticalL,
    zIndex: 1_000_000,
    width: 'min(380px, calc(100vw - 32px))',
  },
  toast: { boxShadow: tokens.shadow16 },
  body: { display: 'block' },
});

type Shown = { message: ToastMessage; number: number };

/**
 * Shows what `showToast` is given, one at a time. Not Fluent's Toaster: its focus guards are hidden from assistive
 * technology and yet focusable, which fails WCAG 4.1.2 as axe reads it.
 */
export function Toaster() {
  const styles = useStyles();
  const [shown, setShown] = useState<Shown | null>(null);
  const [isHeld, setHeld] = useState(false);
  const current = useRef<Shown | null>(null);
  current.current = shown;
  const { status } = useSession();

  useEffect(
    () =>
      attachToastHost((message) => {
        if (message.yields && current.current !== null) return;
        setShown((before) => ({ message, number: (before?.number ?? 0) + 1 }));
      }),
    [],
  );
  useEffect(() => {
    if (status !== 'signed-in') setShown((before) => (before?.message.isForSignedOut ? before : null));
  }, [status]);
  useEffect(() => {
    if (shown === null || isHeld) return;
    const timer = setTimeout(() => setShown(null), toastTimeoutMs(shown.message));
    return () => clearTimeout(timer);
  }, [shown, isHeld]);

  return (
    <section
      className={styles.layer}
      aria-label="Notifications"
      aria-live={shown?.message.intent === 'error' ? 'assertive' : 'polite'}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
    >
      {shown && <ToastCard key={shown.number} message={shown.message} onDismiss={() => setShown(null)} />}
    </section>
  );
}

function ToastCard({ message, onDismiss }: { message: ToastMessage; onDismiss: () => void }) {
  const styles = useStyles();
  const { title, body, intent, action } = message;
  return (
    <MessageBar className={styles.toast} intent={intent} layout="multiline">
      <MessageBarBody>
        <MessageBarTitle>{title}</MessageBarTitle>
        {body !== undefined && <span className={styles.body}>{body}</span>}
      </MessageBarBody>
      <MessageBarActions
        containerAction={
          <Button appearance="transparent" aria-label="Dismiss" icon={<DismissRegular />} onClick={onDismiss} />
        }
      >
        {action && (
          <Link as="button" onClick={action.run}>
            {action.label}
          </Link>
        )}
      </MessageBarActions>
    </MessageBar>
  );
}
