import {
  Toaster as FluentToaster,
  Link,
  Toast,
  ToastBody,
  ToastTitle,
  useId,
  useToastController,
} from '@fluentui/react-components';
import { useEffect, useRef } from 'react';
import { attachToastHost, type ToastMessage, toastTimeoutMs } from './toast.ts';

/** Shows what `showToast` is given. Loaded when the first toast is shown. */
export function Toaster() {
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
  return <FluentToaster toasterId={toasterId} limit={1} position="top-end" offset={{ vertical: 56 }} />;
}
