import { changePriceList, getPriceList, type PriceList, type WorkKind } from '@tenantry/contract/price-list';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { defaultPrices, defaultRates } from '../../domain/price-list/default-prices.ts';
import { every, update } from '../../ports/collection.ts';
import type { TrailRecord } from '../../store/audit-log.ts';
import { containers } from '../../store/containers.ts';

const rated = (kind: WorkKind, hourlyRate: number) => ({ rates: [{ kind, hourlyRate }] });
const priced = (id: string, hours: number, sizeHours?: number) => ({
  work: [{ id, hours, ...(sizeHours !== undefined && { sizeHours }) }],
});

describe('the price list', () => {
  let app: TestApp;
  let cookie: string;
  beforeEach(async () => {
    app = await createTestApp();
    cookie = await app.registerAdmin();
  });
  afterEach(() => app.close());

  const read = async () => (await app.call(getPriceList, { cookie })).json as PriceList;
  const write = (revision: number, change: object) =>
    app.call(changePriceList, { cookie, body: { revision, ...change } });
  const hoursOf = async (id: string) => (await read()).work.find((price) => price.id === id);
  const changes = async () => {
    const rows = await every(app.app.records.across<TrailRecord>(containers.auditLogs), {
      where: [{ field: 'eventType', op: 'eq', value: 'price_list_changed' }],
    });
    return rows.flatMap((row) => ('details' in row ? [row.details] : []));
  };

  it('says that its prices are defaults until somebody edits them', async () => {
    expect(await read()).toEqual({
      currency: 'USD',
      rates: defaultRates,
      work: defaultPrices,
      carriedOver: [],
      isDefault: true,
      revision: 0,
      updatedAt: null,
      updatedBy: null,
    });
    expect((await write(0, { ...priced('safe-links', 5.25), ...rated('exchange', 95) })).status).toBe(200);
    expect(await read()).toMatchObject({ isDefault: false, revision: 1, updatedBy: 'ada' });
    expect(await hoursOf('safe-links')).toMatchObject({ hours: 5.25, size: null });
    expect((await read()).rates.filter(({ hourlyRate }) => hourlyRate !== 150)).toEqual([
      { kind: 'exchange', hourlyRate: 95 },
    ]);
  });

  it('changes what is named alone, hours by size with the others', async () => {
    await write(0, priced('require-mfa', 6, 0.5));
    await write(1, priced('safe-links', 2));
    await write(2, priced('require-mfa', 7));
    const size = { hours: 0.5, per: 100, each: '100 users' };
    expect(await hoursOf('require-mfa')).toMatchObject({ hours: 7, size });
    expect((await read()).work.filter(({ id }) => id !== 'require-mfa' && id !== 'safe-links')).toEqual(
      defaultPrices.filter(({ id }) => id !== 'require-mfa' && id !== 'safe-links'),
    );
  });

  it('has each change in the trail, with the figures that changed as they were and as they are', async () => {
    await write(0, { ...priced('require-mfa', 6, 2), ...rated('mail-dns', 120) });
    const names = {
      hours: 'hours require-mfa',
      bySize: 'hours require-mfa per 100 users',
      rate: 'hourlyRate mail-dns',
    };
    expect(await changes()).toEqual([
      {
        before: { [names.rate]: 150, [names.hours]: 4, [names.bySize]: 1 },
        after: { [names.rate]: 120, [names.hours]: 6, [names.bySize]: 2 },
        revision: 1,
      },
    ]);
  });

  it('that an earlier version kept by kind of work says what it was, and keeps it with the next change', async () => {
    const { priceList } = app.app.stores.systemConfig;
    await write(0, rated('exchange', 120));
    const hoursByKind = [{ kind: 'mail-dns' as const, hours: 4, defaultHours: 2 }];
    await update(priceList, 'price-list', (list) => ({ ...list, hoursByKind }));
    const before = await read();
    expect(before.carriedOver).toEqual(hoursByKind);
    expect(await hoursOf('dmarc-record')).toMatchObject({ hours: 4, size: { hours: 2 } });
    expect((await write(1, {})).json).toEqual({
      ...before,
      carriedOver: [],
      revision: 2,
      updatedAt: expect.any(String),
    });
    expect((await write(2, priced('dmarc-record', 3))).status).toBe(200);
    const after = await read();
    expect(after.work).toEqual(before.work.map((one) => (one.id === 'dmarc-record' ? { ...one, hours: 3 } : one)));
  });

  it('is not overwritten by somebody who has not seen the last change', async () => {
    await write(0, priced('spf-record', 4));
    const second = await write(0, priced('safe-links', 4));
    expect([second.status, second.json.code]).toEqual([409, 'CONFLICT']);
    expect(await hoursOf('safe-links')).toMatchObject({ hours: 1 });
    expect(await changes()).toHaveLength(1);
  });

  it('takes one of two changes that are made at once, and tells the other of it', async () => {
    const answers = await Promise.all([write(0, priced('spf-record', 4)), write(0, priced('safe-links', 4))]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await read()).toMatchObject({ revision: 1 });
  });

  it('takes the same change twice at once as one', async () => {
    const answers = await Promise.all([write(0, rated('sharing', 0)), write(0, rated('sharing', 0))]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await read()).revision).toBe(1);
    expect(await changes()).toHaveLength(1);
  });

  it.each([
    ['hours below a quarter', priced('safe-links', 0)],
    ['hours that are no quarters', priced('safe-links', 1.1)],
    ['too many hours', priced('safe-links', 401)],
    ['hours by size below nothing', priced('require-mfa', 4, -0.25)],
    ['hours by size of work of which size makes no difference', priced('safe-links', 1, 1)],
    ['work that there is not', priced('make-coffee', 1)],
    ['a remedy twice', { work: [...priced('safe-links', 1).work, ...priced('safe-links', 2).work] }],
    ['a rate below nothing', rated('sharing', -1)],
    ['a rate with cents', rated('sharing', 99.5)],
    ['a rate beyond reason', rated('sharing', 10_001)],
    ['a kind twice', { rates: [...rated('sharing', 1).rates, ...rated('sharing', 2).rates] }],
    ['a kind that there is not', { rates: [{ kind: 'coffee', hourlyRate: 1 }] }],
  ])('refuses %s, and stays as it is', async (_, change) => {
    expect((await write(0, change)).status).toBe(400);
    expect((await read()).isDefault).toBe(true);
  });

  it('is for administrators of all tenants', async () => {
    const [tenantId = ''] = await app.tenantIds();
    const ofSome = await app.signInAs('admin', { kind: 'tenants', tenantIds: [tenantId] });
    const technician = await app.signInAs('technician', { kind: 'all' });
    for (const other of [ofSome, technician]) {
      expect((await app.call(getPriceList, { cookie: other })).status).toBe(403);
      const body = { revision: 0, ...priced('safe-links', 4) };
      expect((await app.call(changePriceList, { cookie: other, body })).status).toBe(403);
    }
  });
});
