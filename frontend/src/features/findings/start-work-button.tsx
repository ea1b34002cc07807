import { Button } from '@fluentui/react-components';
import { messageOf } from '../../lib/api-error.ts';
import { showToast } from '../../lib/toast.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { type ChangeableFinding, useSetStatus } from './use-set-status.ts';

/** Says of a finding that somebody is at work on it. */
export function StartWorkButton({ finding }: { finding: ChangeableFinding }) {
  const setStatus = useSetStatus(finding);
  const { submit, pending } = useSubmit(async () => {
    try {
      await setStatus('in-progress');
    } catch (error) {
      showToast({ title: 'The finding was not changed', body: messageOf(error), intent: 'error' });
    }
  });
  return (
    <Button onClick={() => void submit()} disabledFocusable={pending}>
      Start work
    </Button>
  );
}
