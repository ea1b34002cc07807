import { Text } from '@fluentui/react-components';
import type { ClientGuest } from '@tenantry/contract/client-room';
import { wasCanceled } from '../../lib/api-error.ts';
import { showToast } from '../../lib/toast.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useClientRoom } from './use-client-room.ts';

type Props = { tenantId: string; guest: ClientGuest; onClose: () => void };

/** Asks before a guest loses their access. */
export function EndAccessDialog({ tenantId, guest, onClose }: Props) {
  const { endAccess } = useClientRoom(tenantId);
  const end = async () => {
    try {
      await endAccess(guest);
      showToast({ title: 'Access ended', body: guest.name, intent: 'success' });
    } catch (error) {
      // Who did not want to say who they are knows that nothing was done.
      if (!wasCanceled(error)) throw error;
    }
  };
  return (
    <FormDialog
      open
      title={`End the access of ${guest.name}?`}
      submitLabel="End access now"
      submittingLabel="Ending…"
      onSubmit={end}
      onClose={onClose}
    >
      <Text>
        They are signed out at once, and links that were sent open nothing. What they answered and asked stays.
      </Text>
    </FormDialog>
  );
}
