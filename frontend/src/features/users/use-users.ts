import { useQueryClient } from '@tanstack/react-query';
import type { Unparsed } from '@tenantry/contract/endpoint';
import {
  changeUser,
  createUser,
  type DirectoryUser,
  deleteUser,
  initiateReset,
  resetAuthenticator,
  resetPassword,
} from '@tenantry/contract/users';
import { call } from '../../lib/api-client.ts';
import { messageOf, wasCanceled } from '../../lib/api-error.ts';
import { queryKey } from '../../lib/query-client.ts';
import { showToast } from '../../lib/toast.ts';

type Told = { done: string; failed: string; fallback: string };

const lastAdmin = {
  title: 'Cannot Delete Last Admin',
  body: 'Cannot delete the final admin user. Please create another admin first.',
};

function tellFailure(error: unknown, { failed, fallback }: Told): void {
  if (wasCanceled(error)) return;
  const message = messageOf(error) || fallback;
  const isLastAdmin = failed === 'Delete Failed' && message.includes('last admin');
  showToast({ ...(isLastAdmin ? lastAdmin : { title: failed, body: message }), intent: 'error' });
}

/** Changes to users. What goes wrong is said in a toast and thrown for the form that asked. */
export function useUsers() {
  const client = useQueryClient();

  async function changing<T>(told: Told, send: () => Promise<T>): Promise<T> {
    let answer: T;
    try {
      answer = await send();
    } catch (error) {
      tellFailure(error, told);
      throw error;
    }
    showToast({ title: told.done, intent: 'success' });
    void client.invalidateQueries({ queryKey: queryKey('users', null).slice(0, 2) });
    return answer;
  }

  return {
    create: (body: Unparsed<typeof createUser.body>) =>
      changing({ done: 'User Created', failed: 'Error', fallback: 'Failed to create user' }, () =>
        call(createUser, { body, tenantId: null }),
      ),
    change: ({ id }: DirectoryUser, body: Unparsed<typeof changeUser.body>) =>
      changing({ done: 'User Updated', failed: 'Update Failed', fallback: 'Failed to update user' }, () =>
        call(changeUser, { params: { id }, body, tenantId: null }),
      ),
    resetPassword: ({ id }: DirectoryUser, newPassword: string) =>
      changing(
        { done: 'Password Reset Successfully', failed: 'Password Reset Failed', fallback: 'Failed to reset password' },
        () => call(resetPassword, { body: { userId: id, newPassword }, tenantId: null }),
      ),
    createLink: ({ email }: DirectoryUser) =>
      changing(
        { done: 'One-Time Link Created', failed: 'Password Reset Failed', fallback: 'Failed to initiate reset' },
        () => call(initiateReset, { body: { email: email ?? '' }, tenantId: null }),
      ),
    removeAuthenticator: async ({ id }: DirectoryUser) => {
      await changing(
        {
          done: 'Authenticator App Removed',
          failed: 'Remove Failed',
          fallback: 'Failed to remove the authenticator app',
        },
        () => call(resetAuthenticator, { params: { id }, tenantId: null }),
      );
    },
    remove: ({ id }: DirectoryUser) =>
      changing({ done: 'User Deleted', failed: 'Delete Failed', fallback: 'Failed to delete user' }, () =>
        call(deleteUser, { params: { id }, tenantId: null }),
      ),
  };
}
