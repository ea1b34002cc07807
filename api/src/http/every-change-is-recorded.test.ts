import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { endpoints } from '@tenantry/contract/endpoints';
import { guardedEffects } from '@tenantry/contract/guarded-effects';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { endpointOf, type RecordedStack, recordedCalls } from '../../testing/recorded-calls.ts';
import { type Call, createTestApp } from '../../testing/test-app.ts';
import { all } from '../ports/collection.ts';
import type { EntryRecord } from '../store/audit-log.ts';
import { containers } from '../store/containers.ts';

/** What a call that hands out no file and changes nothing shows of secrets or of somebody's data. */
const sensitiveReads = ['oauth-debug'];

/** Calls that leave no entry when they succeed, and why that is so. */
const silent: Record<string, string> = {
  'connect-start': 'It only begins a consent; what comes of it is recorded when Microsoft sends the browser back.',
  'reconnect-start': 'As connect-start.',
  'client-link':
    'A worker finds out whether the address is anybody’s, and records what it sends (features/client-room/client-room.test.ts).',
  'project-plan-preview': 'It tells what a plan would hold, and changes nothing.',
  'baseline-preview': 'It tells what a baseline would require, and changes nothing.',
  'notices-read': 'What somebody has read is theirs alone, and nobody else is shown it.',
  'notices-read-all': 'What somebody has read is theirs alone, and nobody else is shown it.',
  'changes-seen': 'What somebody has seen is theirs alone, and nobody else is shown it.',
  'reset-link-check': 'It tells whether a link still holds, and changes nothing.',
  'audit-trail-verify': 'It asks for the trail to be read; who asked stands in the state of the verification.',
  'system-health-check':
    'It probes the services as a timer does every five minutes, and keeps nothing but how they answered.',
  'what-if-evaluate': 'It tells what a draft would do, and neither keeps nor changes anything.',
  mcp: 'It carries calls of others; what a tool changes is a call of its own, which leaves its entry (features/mcp/mcp-tools.test.ts).',
  'profile-authenticator-begin': 'A key that no code has confirmed protects nothing yet; turning it on is recorded.',
};

/** Calls that need Microsoft, an authenticator app or a stack without users, with the test that holds their entry. */
const heldElsewhere: Record<string, readonly [file: string, title: string]> = {
  'client-sign-in': [
    'features/client-room/client-room.test.ts',
    'a contact signs in by a link that works once, also for two at once, and the trail of the tenant tells all of it',
  ],
  'connect-continue': [
    'features/connections/late-consent.test.ts',
    'ends connected where the consent takes 40 seconds to arrive, and the trail tells who did it',
  ],
  'auth-callback': [
    'features/auth/microsoft-sign-in.test.ts',
    'lets nobody in who is disabled, and says so in the trail',
  ],
  'auth-local-code': [
    'features/auth/authenticator.test.ts',
    'takes each recovery code once, however it is written, also by two at once, and tells the trail',
  ],
  'profile-authenticator-confirm': [
    'features/auth/authenticator.test.ts',
    'is turned on once where two confirm at once',
  ],
  'profile-recovery-codes': [
    'features/auth/authenticator.test.ts',
    'gives ten new recovery codes for a code, and the ones before count no more',
  ],
  'profile-authenticator-off': [
    'features/auth/authenticator.test.ts',
    'is turned off by password and code together, and which of them is wrong is not told',
  ],
  'user-authenticator-reset': [
    'features/auth/authenticator.test.ts',
    'is taken off by an administrator of all tenants, not their own, and ends the user’s sessions',
  ],
  'auth-register': ['http/every-change-is-recorded.test.ts', 'the first administrator is recorded by either way in'],
  'setup-first-admin': [
    'http/every-change-is-recorded.test.ts',
    'the first administrator is recorded by either way in',
  ],
  'auth-settings-change': [
    'features/auth/microsoft-sign-in.test.ts',
    'can be the only way in once an administrator has used it',
  ],
  'partner-sync': [
    'features/connections/partner-sync.test.ts',
    'brings in every customer of every page, each under a name of its own',
  ],
  'audit-delete': [
    'features/audits/managed-audits.test.ts',
    'stand in the trail when they are deleted, with the figures before and after',
  ],
  'ticket-system-test': [
    'features/tickets/ticket-systems.test.ts',
    'are tested with what answered, which stands in the trail without a secret',
  ],
  'ticket-companies-match': [
    'features/tickets/company-matching.test.ts',
    'are matched by a person in bulk, which the trail tells for each tenant, and unmatched again',
  ],
  'task-ticket-open': [
    'features/tickets/ticket-requests.test.ts',
    'each step of a ticket stands in the trail: asked for, opened, noted, closed',
  ],
  'ticket-retry': [
    'features/tickets/ticket-requests.test.ts',
    'one that was refused is given up, says why, and is tried again by a person, which the trail tells',
  ],
  'what-if-draft-create': [
    'features/what-if/what-if.test.ts',
    'keeps a draft once, however often it is sent, and refuses a change of what somebody else changed',
  ],
  'what-if-draft-change': [
    'features/what-if/what-if.test.ts',
    'keeps a draft once, however often it is sent, and refuses a change of what somebody else changed',
  ],
  'what-if-draft-delete': [
    'features/what-if/what-if.test.ts',
    'keeps a draft once, however often it is sent, and refuses a change of what somebody else changed',
  ],
  'what-if-draft-propose': [
    'features/what-if/what-if.test.ts',
    'asks once for approval, holds the draft, and says after the change whether it is what was approved',
  ],
  'scan-run-retry': [
    'features/scans/scan-runs.test.ts',
    'that is over keeps its counts, and answers one retry however often it is asked for',
  ],
};

const toRecord = endpoints.filter(
  ({ name, changes, download }) => changes || download || sensitiveReads.includes(name),
);

describe('every change, and every file that is handed out, leaves an entry in the audit trail', () => {
  let stack: RecordedStack;

  beforeAll(async () => {
    // Exports are jobs, so that their download is one call too.
    const app = await createTestApp({ EXPORT_ANSWER_MAX_BYTES: '0' });
    const cookie = await app.registerAdmin();
    // Rendering is a worker of the built bundle (report-renderer.test.ts).
    vi.spyOn(app.app.reportQueue, 'render').mockResolvedValue(Buffer.from('%PDF-1.7'));
    vi.spyOn(app.app.reportQueue, 'renderJob').mockResolvedValue(Buffer.from('%PDF-1.7'));
    const [tenantId = '', other = ''] = await app.tenantIds();
    const done = async (name: string, call: Call = {}) => {
      const answer = await app.call(endpointOf(name), { cookie, ...call });
      if (answer.status >= 400)
        throw new Error(`${name} was to succeed, and answered ${answer.status}: ${answer.text}`);
      return answer;
    };
    const started = await done('scan-start', { body: { tenant_id: tenantId } });
    await app.drainQueue();
    stack = { app, cookie, tenantId, other, scanLogId: String(started.json.scanLogId), done };
  });
  afterAll(() => stack.app.close());

  /** The type of each entry of the trail, by its id. */
  async function entries(): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    const trail = stack.app.app.records.across<EntryRecord>(containers.auditLogs);
    for await (const { id, eventType } of all(trail, { where: [{ field: 'kind', op: 'eq', value: 'entry' }] })) {
      found.set(id, eventType);
    }
    return found;
  }

  it('is held for each of them: here, in a test of its own, or with a reason why not', () => {
    const known = [recordedCalls, silent, heldElsewhere].flatMap((calls) => Object.keys(calls));
    expect(known.toSorted()).toEqual([...new Set(known)].toSorted());
    const missing = toRecord.map(({ name }) => name).filter((name) => !known.includes(name));
    expect(
      missing,
      'New calls that change something or hand out data: say in api/testing/recorded-calls.ts how a successful call of each is made. It has to leave an entry in the audit trail (withEntry and settleOutbox, or trail.record).',
    ).toEqual([]);
    const gone = known.filter((name) => !toRecord.some((endpoint) => endpoint.name === name));
    expect(gone, 'These calls are not there any more, or change nothing: take them out.').toEqual([]);
  });

  it.each(Object.entries(heldElsewhere))('%s has its test', (_, [file, title]) => {
    const text = readFileSync(join(import.meta.dirname, '..', file), 'utf8');
    expect(text).toContain(`it('${title}'`);
    expect(text).toMatch(/trail|entr|auditLogs|eventType/i);
  });

  it.each(toRecord.filter(({ name }) => Object.hasOwn(recordedCalls, name)).map(({ name }) => name))(
    '%s leaves one, and none of an effect for which it would have to ask who is there',
    async (name) => {
      const call = await recordedCalls[name]?.(stack);
      const before = await entries();
      await stack.done(name, call);
      const left = [...(await entries())].filter(([id]) => !before.has(id)).map(([, eventType]) => eventType);
      expect(
        left,
        `A successful call of ${name} left no entry in the audit trail. Write one with the change (withEntry, settleOutbox), or trail.record before a file is handed out.`,
      ).not.toEqual([]);
      for (const { what, events, calls, unasked } of guardedEffects) {
        if (!left.some((event) => events.includes(event))) continue;
        expect(
          [...calls, ...Object.keys(unasked)],
          `${name} is a way to "${what}". It has to ask who is there: name it in contract/src/guarded-effects.ts and declare stepUp.`,
        ).toContain(name);
      }
    },
  );

  it('the first administrator is recorded by either way in', async () => {
    for (const name of ['auth-register', 'setup-first-admin']) {
      const app = await createTestApp();
      const body = { username: 'first', email: 'f@msp.example', displayName: 'First', password: 'Str0ng!passw0rd' };
      const answer = await app.call(endpointOf(name), { body });
      const where = [{ field: 'eventType', op: 'eq' as const, value: 'user_created' }];
      const created = await app.app.records.across(containers.auditLogs).count(where);
      await app.close();
      expect([name, answer.status < 400, created]).toEqual([name, true, 1]);
    }
  });
});
