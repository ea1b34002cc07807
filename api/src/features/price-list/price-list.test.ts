import { changePriceList, getPriceList, type PriceList, type WorkKind } from '@tenantry/contract/price-list';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { defaultPrices } from '../../domain/price-list/default-prices.ts';
import { every } from '../../ports/collection.ts';
import type { TrailRecord } from '../../store/audit-log.ts';
import { containers } from '../../store/containers.ts';

const withPrice = (kind: WorkKind, price: { hours?: number; hourlyRate?: number }) =>
  defaultPrices.map((one) => (one.kind === kind ? { ...one, ...price } : one));

describe('the price list', () => {
  let app: TestApp;
  let cookie: string;
  beforeEach(async () => {
    app = await createTestApp();
    cookie = await app.registerAdmin();
  });
  afterEach(() => app.close());

  const read = async () => (await app.call(getPriceList, { cookie })).json as PriceList;
  const write = (revision: number, work: unknown) => app.call(changePriceList, { cookie, body: { revision, work } });
  const changes = async () => {
    const rows = await every(app.app.records.across<TrailRecord>(containers.auditLogs), {
      where: [{ field: 'eventType', op: 'eq', value: 'price_list_changed' }],
    });
    return rows.flatMap((row) => ('details' in row ? [row.details] : []));
  };

  it('says that its prices are defaults until somebody edits them', async () => {
    expect(await read()).toEqual({
      currency: 'USD',
      work: defaultPrices,
      isDefault: true,
      revision: 0,
      updatedAt: null,
      updatedBy: null,
    });
    expect((await write(0, withPrice('exchange', { hours: 5.25, hourlyRate: 95 }))).status).toBe(200);
    expect(await read()).toMatchObject({ isDefault: false, revision: 1, updatedBy: 'ada' });
    expect((await read()).work.find(({ kind }) => kind === 'exchange')).toEqual({
      kind: 'exchange',
      hours: 5.25,
      hourlyRate: 95,
    });
  });

  it('has each change in the trail, with the prices that changed as they were and as they are', async () => {
    await write(0, withPrice('mail-dns', { hours: 4 }));
    expect(await changes()).toEqual([
      {
        before: { 'mail-dns': { hours: 2, hourlyRate: 150 } },
        after: { 'mail-dns': { hours: 4, hourlyRate: 150 } },
        revision: 1,
      },
    ]);
  });

  it('is not overwritten by somebody who has not seen the last change', async () => {
    await write(0, withPrice('mail-dns', { hours: 4 }));
    const second = await write(0, withPrice('exchange', { hours: 4 }));
    expect([second.status, second.json.code]).toEqual([409, 'CONFLICT']);
    expect((await read()).work).toEqual(withPrice('mail-dns', { hours: 4 }));
    expect(await changes()).toHaveLength(1);
  });

  it('takes one of two changes that are made at once, and tells the other of it', async () => {
    const wanted = [withPrice('mail-dns', { hours: 4 }), withPrice('exchange', { hours: 4 })];
    const answers = await Promise.all(wanted.map((work) => write(0, work)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await read()).toMatchObject({ revision: 1 });
  });

  it('takes the same change twice at once as one', async () => {
    const wanted = withPrice('sharing', { hourlyRate: 0 });
    const answers = await Promise.all([write(0, wanted), write(0, wanted)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await read()).revision).toBe(1);
    expect(await changes()).toHaveLength(1);
  });

  it.each([
    ['hours below a quarter', withPrice('sharing', { hours: 0 })],
    ['hours that are no quarters', withPrice('sharing', { hours: 1.1 })],
    ['too many hours', withPrice('sharing', { hours: 401 })],
    ['a rate below nothing', withPrice('sharing', { hourlyRate: -1 })],
    ['a rate with cents', withPrice('sharing', { hourlyRate: 99.5 })],
    ['a rate beyond reason', withPrice('sharing', { hourlyRate: 10_001 })],
    ['a kind that is missing', defaultPrices.slice(1)],
    ['a kind twice', [...defaultPrices.slice(1), defaultPrices[1]]],
    ['a kind that there is not', [...defaultPrices.slice(1), { kind: 'coffee', hours: 1, hourlyRate: 1 }]],
  ])('refuses %s, and stays as it is', async (_, work) => {
    expect((await write(0, work)).status).toBe(400);
    expect((await read()).isDefault).toBe(true);
  });

  it('is for administrators of all tenants', async () => {
    const [tenantId = ''] = await app.tenantIds();
    const ofSome = await app.signInAs('admin', { kind: 'tenants', tenantIds: [tenantId] });
    const technician = await app.signInAs('technician', { kind: 'all' });
    for (const other of [ofSome, technician]) {
      expect((await app.call(getPriceList, { cookie: other })).status).toBe(403);
      const body = { revision: 0, work: [...defaultPrices] };
      expect((await app.call(changePriceList, { cookie: other, body })).status).toBe(403);
    }
  });
});
