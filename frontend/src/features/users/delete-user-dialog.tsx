import { Text } from '@fluentui/react-components';
import type { DirectoryUser } from '@tenantry/contract/users';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useUsers } from './use-users.ts';

/** Asks before a user is deleted. */
export function DeleteUserDialog({ user, onClose }: { user: DirectoryUser; onClose: () => void }) {
  const { remove } = useUsers();
  return (
    <FormDialog
      open
      title="Delete user"
      submitLabel="Delete User"
      submittingLabel="Deleting…"
      onSubmit={async () => {
        await remove(user);
      }}
      onClose={onClose}
    >
      <Text>
        Delete <strong>{user.displayName}</strong>
        {user.username === null ? '' : ` (${user.username})`}? Their sessions end, and what they have under way is
        stopped. This cannot be undone. The audit trail keeps what they did.
      </Text>
    </FormDialog>
  );
}
