import { describe, expect, it } from 'vitest';
import { memoryStateTable } from '../../../testing/memory-state-table.ts';
import { openSqliteRecordStore } from '../../adapters/sqlite/sqlite-record-store.ts';
import type { ThrottleEntity } from '../../domain/attempts/attempt-buckets.ts';
import { emptyOutbox } from '../../domain/audit-trail/outbox.ts';
import type { RequestFacts } from '../../http/route.ts';
import { shapedRecords } from '../../store/shaped-records.ts';
import { openUserStore, type UserRecord } from '../../store/users.ts';
import { createAuthService } from './auth-service.ts';
import { createKnownDevices, type DeviceEntity } from './known-devices.ts';
import { createPasswords } from './password-hash.ts';
import { createPendingSignIns, type PendingSignInEntity } from './pending-sign-ins.ts';
import { createSignInThrottle } from './sign-in-throttle.ts';
import type { TurnKeyEntity } from './turns.ts';

const clock = { now: () => new Date('2026-11-22T12:00:00Z') };

/** The same object, which notes the name of each call that is made of it. */
function noted<T extends object>(object: T, label: string, calls: string[]): T {
  return new Proxy(object, {
    get(target, name) {
      const found: unknown = Reflect.get(target, name);
      if (typeof found !== 'function') return found;
      return (...given: unknown[]) => {
        calls.push(`${label}.${String(name)}`);
        return Reflect.apply(found, target, given);
      };
    },
  });
}

const account = (name: string, more: Partial<UserRecord>): UserRecord => ({
  id: name,
  username: name,
  usernameKey: name,
  email: `${name}@msp.example`,
  emailKey: `${name}@msp.example`,
  m365Id: null,
  m365Key: `#${name}`,
  displayName: name,
  role: 'viewer',
  roleSource: 'manual',
  scope: { kind: 'none' },
  passwordHash: null,
  isDisabled: false,
  createdAt: '2026-11-20T12:00:00.000Z',
  ...emptyOutbox,
  ...more,
});

// As password-hash.ts writes it, of some password.
const passwordHash = `scrypt$131072$8$1$${Buffer.alloc(16, 1).toString('base64')}$${Buffer.alloc(32, 2).toString('base64')}`;

describe('a sign-in that fails', () => {
  async function open() {
    const calls: string[] = [];
    const records = shapedRecords(openSqliteRecordStore(':memory:'));
    const users = openUserStore(records);
    await users.create(account('grace', { passwordHash }));
    await users.create(account('disabled', { passwordHash, isDisabled: true }));
    await users.create(account('microsoft', {}));
    const attempts = noted(memoryStateTable<ThrottleEntity>(), 'throttles', calls);
    const turnKey = noted(memoryStateTable<TurnKeyEntity>(), 'turnKey', calls);
    const trail = { record: async () => void calls.push('trail.record'), recordOutbox: async () => undefined };
    const auth = createAuthService({
      users: noted(users, 'users', calls),
      throttle: createSignInThrottle({ attempts, turnKey }, clock, 'turn'),
      devices: createKnownDevices(noted(memoryStateTable<DeviceEntity>(), 'devices', calls), clock, 'device'),
      passwords: {
        hash: async () => passwordHash,
        verify: async () => {
          calls.push('hash');
          return false;
        },
      },
      pendingSignIns: createPendingSignIns(memoryStateTable<PendingSignInEntity>(), clock, 'pending'),
      authenticators: { take: async () => null },
      trail,
      activityLog: { add: async () => undefined },
      clock,
      setupCode: null,
      organizationName: null,
      isLocalSignInAllowed: async () => true,
    });
    return { auth, calls };
  }

  const cookies: Record<string, (name: string) => string | undefined> = {
    'in a new browser': () => undefined,
    'in a browser that was signed in to some account': (name) => (name === 'device' ? 'd'.repeat(43) : undefined),
  };

  it.each(Object.entries(cookies))('%s costs the same work and tells the same, whoever it is', async (_, cookie) => {
    const seen: { name: string; work: string[]; answer: unknown }[] = [];
    for (const name of ['nobody-at-all', 'grace', 'grace@msp.example', 'disabled', 'microsoft']) {
      const { auth, calls } = await open();
      const request: RequestFacts = { id: 'r', clientAddress: '203.0.113.7', cookie };
      for (let attempt = 1; attempt <= 7; attempt += 1) {
        const answer: unknown = await auth.signIn(name, 'Wr0ng!pass', request).catch((error: unknown) => error);
        seen.push({ name: `${attempt}`, work: [...calls], answer: String(answer) });
        calls.length = 0;
      }
    }
    for (const { name, work, answer } of seen) {
      const first = seen.find((one) => one.name === name);
      expect([name, work, answer]).toEqual([name, first?.work, first?.answer]);
    }
    // Five of seven are let through to the password.
    expect(seen.filter(({ work }) => work.includes('hash'))).toHaveLength(5 * 5);
  });
});

it('a password takes as long to look at where there is no hash to hold it against', async () => {
  // The best of some: what else runs on the machine makes a run longer, never shorter.
  const bestMs = async (hash: string | null) => {
    let best = Number.POSITIVE_INFINITY;
    for (let run = 0; run < 3; run += 1) {
      const beganMs = performance.now();
      expect(await createPasswords().verify('Wr0ng!pass', hash)).toBe(false);
      best = Math.min(best, performance.now() - beganMs);
    }
    return best;
  };
  const [known, unknown] = [await bestMs(passwordHash), await bestMs(null)];
  expect(unknown / known).toBeGreaterThan(1 / 4);
  expect(unknown / known).toBeLessThan(4);
});
