import { listAuditTrail } from '@tenantry/contract/audit-trail';
import {
  createReportSchedule,
  listReportDeliveries,
  listReportSchedules,
  type ReportDelivery,
  type ReportSchedule,
  runReportSchedule,
} from '@tenantry/contract/report-schedules';
import { startScan } from '@tenantry/contract/scans';
import { changeTenantContacts } from '@tenantry/contract/tenant-contacts';
import { goodProfile } from '@tenantry/simulator/profiles/good-profile';
import { weakProfile } from '@tenantry/simulator/profiles/weak-profile';
import { vi } from 'vitest';
import { createTestApp, firstAdmin } from '../../../../testing/test-app.ts';
import { update } from '../../../ports/collection.ts';
import type { DeliveryOutcome, Mail } from '../../../ports/mail.ts';
import { everyTenant } from '../../../store/scope.ts';
import type { UserRecord } from '../../../store/users.ts';

export const weak = weakProfile.id;
export const good = goodProfile.id;
const pdf = Buffer.from('%PDF-1.7 a report');

export const jane = {
  id: '11111111-1111-4111-8111-111111111111',
  name: 'Jane Doe',
  address: 'jane@bracken.example',
  gets: ['reports'],
};
export const monthly = {
  ...{ name: 'Monthly', groupId: null, form: 'summary', day: { every: 'month', day: 1 }, hour: 8, timeZone: 'UTC' },
  ...{ toContacts: true, staff: [], release: 'send', isOn: true },
};

/** An installation whose mail is caught, and a hand that turns its clock. */
export async function openScheduledStack(settings: Record<string, string> = {}) {
  const test = await createTestApp(settings);
  const cookie = await test.registerAdmin();
  const { app } = test;
  let now = new Date('2026-11-20T10:00:00Z');
  vi.spyOn(app.clock, 'now').mockImplementation(() => now);
  const rendering = vi.spyOn(app.reportQueue, 'renderJob').mockResolvedValue(pdf);
  const sent: Mail[] = [];
  let answer: (mail: Mail) => DeliveryOutcome = () => ({ kind: 'delivered', reference: '250 OK' });
  const known = vi.spyOn(app.mail, 'unavailable').mockResolvedValue(null);
  const sending = vi.spyOn(app.mail, 'send').mockImplementation(async (mail) => {
    const outcome = answer(mail);
    if (outcome.kind === 'delivered') sent.push(mail);
    return outcome;
  });

  async function session(username: string = firstAdmin.username): Promise<string> {
    const [user] = await app.stores.users.named([username]);
    if (!user) throw new Error(`The user ${username} is gone`);
    const request = { id: 'test', clientAddress: '203.0.113.7', cookie: () => undefined };
    const made = await app.sessions.start(user, request);
    return `${made.name}=${made.value}`;
  }
  let current = cookie;

  const stack = {
    test,
    app,
    sent,
    sending,
    rendering,
    get cookie() {
      return current;
    },
    now: () => now,
    /** From now on mail is not caught. */
    sendsByItself(): void {
      sending.mockRestore();
      known.mockRestore();
    },
    answers: (how: (mail: Mail) => DeliveryOutcome) => {
      answer = how;
    },
    /** It is this late now; who was signed in signs in again. */
    async at(instant: string): Promise<void> {
      now = new Date(instant);
      current = await session();
    },
    /** The same, where nobody is to be signed in. */
    move(instant: string): void {
      now = new Date(instant);
    },
    signedInAs: session,
    async scan(tenantId = weak): Promise<void> {
      await test.call(startScan, { body: { tenant_id: tenantId }, cookie: current });
      await test.drainQueue();
    },
    contacts: (contacts: object[], tenantId = weak, revision = 0) =>
      test.call(changeTenantContacts, { params: { id: tenantId }, body: { revision, contacts }, cookie: current }),
    async create(fields: object = {}, by = current): Promise<ReportSchedule> {
      const body = { ...monthly, key: crypto.randomUUID(), ...fields };
      const made = await test.call(createReportSchedule, { body, cookie: by });
      if (made.status !== 201) throw new Error(`${made.status} ${made.text}`);
      return made.json as unknown as ReportSchedule;
    },
    async schedules(): Promise<ReportSchedule[]> {
      return (await test.call(listReportSchedules, { cookie: current })).json.schedules as ReportSchedule[];
    },
    async deliveries(query: Record<string, string> = {}, by = current): Promise<ReportDelivery[]> {
      return (await test.call(listReportDeliveries, { query, cookie: by })).json.items as ReportDelivery[];
    },
    runNow: (scheduleId: string, by = current) => test.call(runReportSchedule, { params: { scheduleId }, cookie: by }),
    /** What the timer and the queue do in a minute. */
    async minute(): Promise<void> {
      await app.reportScheduleWorker.sweep();
      await test.drainQueue();
    },
    async tenant(tenantId = weak) {
      const found = await app.stores.tenants.open(everyTenant, tenantId);
      if (!found) throw new Error('The tenant is gone');
      return found;
    },
    async owner(change: Partial<UserRecord>): Promise<void> {
      const [user] = await app.stores.users.named([firstAdmin.username]);
      if (user) await update(app.stores.users, user.id, (one) => ({ ...one, ...change }));
    },
    async trail(tenantId: string): Promise<string> {
      return (await test.call(listAuditTrail, { cookie: current, query: { tenantId } })).text;
    },
    async close(): Promise<void> {
      vi.restoreAllMocks();
      await test.close();
    },
  };
  return stack;
}

export type ScheduledStack = Awaited<ReturnType<typeof openScheduledStack>>;

/** The settings of a mail server on this machine, as the call takes them. */
export const serverSettings = (port: number) => ({
  ...{ revision: 0, way: 'smtp', fromAddress: 'reports@msp.example', fromName: 'Lantern', host: '127.0.0.1', port },
  ...{ security: 'starttls', signIn: 'none', user: '' },
});
