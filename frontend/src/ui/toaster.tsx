import {
  Toaster as FluentToaster,
  Link,
  makeStyles,
  Toast,
  ToastBody,
  ToastTitle,
  useId,
  useToastController,
} from '@fluentui/react-components';
import { useEffect, useRef } from 'react';
import { attachToastHost, type ToastMessage, toastTimeoutMs } from './toast.ts';

const useStyles = makeStyles({
  // Over everything, and in the way of nothing. In place rather than in a portal, so that it is part of a landmark.
  layer: { position: 'fixed', inset: 0, zIndex: 1_000_000, pointerEvents: 'none' },
});

/** Shows what `showToast` is given. Loaded when the first toast is shown. */
export function Toaster() {
  const styles = useStyles();
  const toasterId = useId('toaster');
  const { dispatchToast, dismissAllToasts } = useToastController(toasterId);
  const visible = useRef(0);

  useEffect(
    () =>
      attachToastHost((message: ToastMessage) => {
        if (message.yields && visible.current > 0) return;
        dismissAllToasts();
        dispatchToast(
          <Toast>
            <ToastTitle action={message.action && <Link onClick={message.action.run}>{message.action.label}</Link>}>
              {message.title}
            </ToastTitle>
            {message.body !== undefined && <ToastBody>{message.body}</ToastBody>}
          </Toast>,
          {
            intent: message.intent,
            timeout: toastTimeoutMs(message),
            pauseOnHover: true,
            pauseOnWindowBlur: true,
            onStatusChange: (_, { status }) => {
              if (status === 'visible') visible.current += 1;
              if (status === 'dismissed') visible.current -= 1;
            },
          },
        );
      }),
    [dispatchToast, dismissAllToasts],
  );
  return (
    <section className={styles.layer} aria-label="Notifications">
      <FluentToaster
        inline
        toasterId={toasterId}
        limit={1}
        position="bottom-end"
        offset={{ vertical: 16, horizontal: 16 }}
      />
    </section>
  );
}
