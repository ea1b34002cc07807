import { useQueryClient } from '@tanstack/react-query';
import { type ConnectionTest, type Credential, testConnection } from '@tenantry/contract/connections';
import { useState } from 'react';
import { call } from '../../lib/api-client.ts';
import { messageOf } from '../../lib/api-error.ts';
import { queryKey } from '../../lib/query-client.ts';
import { showToast } from '../../lib/toast.ts';
import { credentialsQuery } from './connection-queries.ts';

/** What a test came to, as a sentence or two. */
const textOf = ({ message, whatToDo }: ConnectionTest) => [message, whatToDo].filter(Boolean).join(' ');

export type ShownTest = { at: string; ok: boolean; message: string };

/** Nothing is stored of how such a tenant is reached, and so no result of a test either. */
const hasNoCredentials = ({ clientId }: Credential) => clientId === null;

/**
 * Tests connections and keeps the results for the rows of the table. A result is stored with the credentials and ends with
 * them; for a tenant without any it is kept here.
 */
export function useConnectionTest() {
  const client = useQueryClient();
  const [shown, setShown] = useState<Readonly<Record<string, ShownTest>>>({});

  async function test({ tenantId }: Credential): Promise<void> {
    try {
      const tested = await call(testConnection, { params: { tenantId }, tenantId: null });
      const body = textOf(tested.test);
      const { ok, testedAt: at } = tested.test;
      if (hasNoCredentials(tested.credential)) {
        setShown((before) => ({ ...before, [tenantId]: { at, ok, message: body } }));
      }
      client.setQueryData(credentialsQuery().queryKey, (list) =>
        list === undefined
          ? list
          : { ...list, credentials: list.credentials.map((one) => (one.id === tenantId ? tested.credential : one)) },
      );
      void client.invalidateQueries({ queryKey: queryKey('m365-status', tenantId).slice(0, 2) });
      void client.invalidateQueries({ queryKey: ['auth-status'] });
      showToast(
        ok
          ? { title: 'Connection Works', body, intent: 'success' }
          : { title: 'Connection Test Failed', body, intent: 'error' },
      );
    } catch (error) {
      showToast({ title: 'Connection Not Tested', body: messageOf(error), intent: 'error' });
    }
  }

  const shownTest = (credential: Credential): ShownTest | null =>
    (hasNoCredentials(credential) ? shown[credential.tenantId] : null) ?? credential.lastTest;
  return { test, shownTest };
}
