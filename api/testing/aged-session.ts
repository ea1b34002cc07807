import { createHash } from 'node:crypto';
import { openTableStateStore } from '../src/adapters/azure-storage/table-state-store.ts';
import type { SessionEntity } from '../src/http/sessions.ts';
import { shapedState } from '../src/store/shaped-state.ts';
import type { TestApp } from './test-app.ts';

/**
 * Lets it be so many minutes since the user of a session last proved who they are.
 * @param session what its cookie holds
 */
export async function ageSessionIn(connectionString: string, session: string, minutes: number): Promise<void> {
  const [userId = '', secret = ''] = session.split('.');
  const table = shapedState(openTableStateStore({ kind: 'connectionString', value: connectionString }));
  const sessions = table.table<SessionEntity>('sessions');
  const key = createHash('sha256').update(secret).digest('hex');
  for (;;) {
    const stored = await sessions.get(userId, key);
    if (!stored) throw new Error('There is no such session');
    const verifiedAt = new Date(Date.now() - minutes * 60_000).toISOString();
    // Its last use may be written at the same time.
    if (await sessions.replace(userId, key, { ...stored.value, verifiedAt }, stored.etag)) return;
  }
}

/** The same within a test of the API. @param cookie of the session */
export async function ageSession({ app, connectionString }: TestApp, cookie: string, minutes: number): Promise<void> {
  const value = cookie.split('; ').find((one) => one.startsWith(`${app.config.session.cookieName}=`));
  await ageSessionIn(connectionString, value?.split('=')[1] ?? '', minutes);
}
