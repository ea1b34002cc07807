import { offboardTenant } from '@tenantry/contract/managed-tenants';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { everythingKept } from '../../../testing/where-named.ts';
import { everyTenant } from '../../store/scope.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import { jane, openScheduledStack, type ScheduledStack, weak } from './testing/scheduled-stack.ts';

describe('a schedule over many tenants', () => {
  let stack: ScheduledStack;
  beforeEach(async () => {
    stack = await openScheduledStack();
  });
  afterEach(() => stack.close());

  /** Tenants that nobody has scanned yet. */
  async function addTenants(count: number): Promise<void> {
    const { tenant } = await stack.tenant();
    for (let at = 0; at < count; at += 1) {
      const id = crypto.randomUUID();
      const name = `Client ${String(at).padStart(5, '0')}`;
      const made: TenantRecord = { ...tenant, id, name, nameKey: name.toLowerCase(), displayName: name, audit: null };
      await stack.app.stores.tenants.create({ ...made, contacts: [], outbox: [], hasOutbox: false });
    }
  }

  it('is planned in pieces, each tenant once, also where a worker dies in the middle of one', async () => {
    await stack.scan();
    await stack.contacts([jane]);
    await addTenants(230);
    const total = (await stack.app.stores.tenants.ofScope(everyTenant)).length;
    const { id } = await stack.create();
    await stack.runNow(id);
    const { stores } = stack.app;
    let planned = 0;
    const recordsOf = stores.tenants.recordsOf;
    const dying = vi.spyOn(stores.tenants, 'recordsOf').mockImplementation((tenant) => {
      planned += 1;
      if (planned === 150) throw new Error('The process is killed');
      return recordsOf(tenant);
    });
    await expect(stack.app.reportScheduleWorker.work('1')).rejects.toThrow('killed');
    dying.mockRestore();
    const period = '2026-11-20';
    const count = async () => {
      const states = ['waiting', 'held', 'sending', 'sent', 'not-sent'] as const;
      const counts = await Promise.all(
        states.map((state) => stores.reportDeliveries.count(everyTenant, id, period, state)),
      );
      return counts.reduce((sum, one) => sum + one, 0);
    };
    expect(await count()).toBe(100);
    await stack.at('2026-11-20T10:03:00Z');
    await Promise.all(['1', '2', '3'].map((lane) => stack.app.reportScheduleWorker.work(lane)));
    await stack.minute();
    expect(await count()).toBe(total);
    expect(await stores.reportDeliveries.count(everyTenant, id, period, 'sent')).toBe(1);
    // Nobody at these clients gets reports: that is told, and no mail for each of them.
    expect(await stores.reportDeliveries.count(everyTenant, id, period, 'not-sent')).toBe(total - 1);
    await stack.at('2026-11-20T10:20:00Z');
    await Promise.all(['1', '1', '2', '3'].map((lane) => stack.app.reportScheduleWorker.work(lane)));
    const told = stack.sent.filter(({ subject }) => subject.includes('not sent'));
    expect(told).toHaveLength(1);
    expect(told[0]?.subject).toBe(`${total - 1} scheduled reports were not sent`);
    expect(stack.sent).toHaveLength(2);
  }, 120_000);

  it('keeps nothing of a contact or of what they were sent once the tenant is offboarded, but for the trail', async () => {
    await stack.scan();
    await stack.contacts([jane]);
    const { id } = await stack.create({ staff: [] });
    await stack.runNow(id);
    await stack.minute();
    expect(stack.sent).toHaveLength(1);
    const { tenant } = await stack.tenant();
    const gone = await stack.test.call(offboardTenant, {
      params: { id: weak },
      body: { name: tenant.name },
      cookie: stack.cookie,
    });
    expect(gone.status).toBeLessThan(300);
    for (const minutes of [1, 10, 30, 60]) {
      await stack.at(new Date(Date.parse('2026-11-20T10:00:00Z') + minutes * 60_000).toISOString());
      await stack.app.offboarding.finishWaiting();
      await stack.app.offboarding.sweepLeftovers();
      await stack.test.drainQueue();
    }
    const named = (await everythingKept(stack.test)).filter(({ text }) => text.includes(jane.address));
    expect(named.filter(({ where }) => !where.includes('audit_logs'))).toEqual([]);
  }, 60_000);
});
