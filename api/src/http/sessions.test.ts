import { beforeEach, describe, expect, it } from 'vitest';
import { claimStorage } from '../../testing/test-storage.ts';
import { openTableStateStore } from '../adapters/azure-storage/table-state-store.ts';
import { openSqliteRecordStore } from '../adapters/sqlite/sqlite-record-store.ts';
import { emptyOutbox } from '../domain/audit-trail/outbox.ts';
import { containers, globalPartition } from '../store/containers.ts';
import type { UserRecord } from '../store/users.ts';
import type { RequestFacts } from './route.ts';
import { createSessionService, type SessionEntity, type SessionService } from './sessions.ts';

const minuteMs = 60_000;
const user: UserRecord = {
  id: 'ada',
  username: 'ada',
  usernameKey: 'ada',
  email: null,
  emailKey: '#ada',
  m365Id: null,
  m365Key: '#ada',
  displayName: 'Ada',
  role: 'admin',
  roleSource: 'manual',
  scope: { kind: 'all' },
  passwordHash: null,
  isDisabled: false,
  createdAt: '2026-11-20T12:00:00.000Z',
  ...emptyOutbox,
};

describe('a session', () => {
  let nowMs: number;
  let sessions: SessionService;
  let request: (isBackground?: boolean) => RequestFacts;
  const laterBy = (minutes: number) => {
    nowMs += minutes * minuteMs;
  };
  beforeEach(async () => {
    nowMs = Date.parse('2026-11-20T12:00:00Z');
    const state = openTableStateStore({ kind: 'connectionString', value: await claimStorage() });
    const users = openSqliteRecordStore(':memory:').partition<UserRecord>(containers.users, globalPartition);
    await users.create(user);
    sessions = createSessionService({
      sessions: state.table<SessionEntity>('sessions'),
      users,
      clock: { now: () => new Date(nowMs) },
      settings: { cookieName: 'session', idleMs: 30 * minuteMs, maxMs: 100 * minuteMs },
    });
    const anonymous: RequestFacts = { id: 'r', clientAddress: '203.0.113.7', cookie: () => undefined };
    const { value } = await sessions.start(user, anonymous);
    request = (isBackground = false) => ({ ...anonymous, cookie: () => value, isBackground });
  });

  it('lasts while it is used, and ends at its absolute limit all the same', async () => {
    for (let n = 0; n < 4; n += 1) {
      laterBy(24);
      expect((await sessions.identify(request()))?.userId).toBe('ada');
    }
    laterBy(5);
    expect(await sessions.identify(request())).toBeNull();
  });

  it('ends when it is not used', async () => {
    laterBy(31);
    expect(await sessions.identify(request())).toBeNull();
  });

  it('is not kept alive by what a page asks by itself', async () => {
    laterBy(20);
    expect(await sessions.identify(request(true))).not.toBeNull();
    laterBy(11);
    expect(await sessions.identify(request(true))).toBeNull();
  });
});
