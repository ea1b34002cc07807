import { exportFindings, type Finding, FindingOrder, listFindings } from '@tenantry/contract/findings';
import { Severity } from '@tenantry/contract/verdicts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { remedyOf } from '../../audit/findings/remedies/remedies.ts';
import { update } from '../../ports/collection.ts';
import { type FindingApp, openFindingApp, unlicensed, weak } from './testing/finding-app.ts';

const good = '7c2d9e14-51f3-4b6a-8e27-0a9b3c4d5e02';

describe('lists of findings', () => {
  let world: FindingApp;
  let both: string;
  beforeAll(async () => {
    world = await openFindingApp();
    for (const tenantId of [weak, unlicensed, good]) await world.scan(tenantId);
    const { items } = await world.list({}, { tenantId: weak });
    const [first, second, third] = items.map(({ id }) => id);
    await world.set(first ?? '', { status: 'in-progress' });
    await world.setAll([second ?? '', third ?? ''], { status: 'resolved', reason: '=HYPERLINK("x")' });
    both = await world.app.signInAs('viewer', { kind: 'tenants', tenantIds: [weak, unlicensed] });
  });
  afterAll(() => world.close());

  /** Every page of a list, of so few that equal keys lie on both sides of a page's end. */
  async function paged(
    query: Record<string, string>,
    more: { tenantId?: string; cookie?: string },
  ): Promise<Finding[]> {
    const found: Finding[] = [];
    let cursor: string | undefined;
    do {
      const page = await world.list({ ...query, limit: '7', ...(cursor === undefined ? {} : { cursor }) }, more);
      found.push(...page.items);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    return found;
  }

  const statuses = ['unresolved', 'in-progress', 'accepted', 'resolved'];
  const keyOf: Record<Exclude<FindingOrder, 'urgency'>, (finding: Finding) => string | number> = {
    severity: ({ severity }: Finding) => -Severity.options.indexOf(severity),
    title: ({ title }: Finding) => title.toLowerCase(),
    status: ({ status }: Finding) => statuses.indexOf(status),
    affected: ({ affectedCount }: Finding) => affectedCount,
    'first-detected': ({ firstDetected }: Finding) => firstDetected,
    'last-detected': ({ lastDetected }: Finding) => lastDetected,
  };
  const isSorted = (values: readonly (string | number)[]) =>
    values.every((value, index) => index === 0 || (values[index - 1] ?? value) <= value);

  it.each(FindingOrder.options.flatMap((sort) => ['asc', 'desc'].map((direction) => [sort, direction] as const)))(
    'by %s, %s, have each finding once, of a tenant as of a scope',
    async (sort, direction) => {
      for (const more of [{ tenantId: weak }, { cookie: both }, { cookie: world.cookie }]) {
        const { items, total } = await world.list({}, more);
        const all = await paged({ sort, direction }, more);
        expect(all).toHaveLength(total);
        expect(new Set(all.map(({ id }) => id)).size).toBe(total);
        if (total <= 200) expect(all.map(({ id }) => id).toSorted()).toEqual(items.map(({ id }) => id).toSorted());
        if (sort === 'urgency') continue;
        const values = all.map(keyOf[sort]);
        expect(isSorted(direction === 'asc' ? values : values.toReversed())).toBe(true);
      }
    },
  );

  it('begin with what is most urgent, whatever direction is said', async () => {
    const ids = async (query: Record<string, string>) =>
      (await world.list(query, { tenantId: weak })).items.map(({ id }) => id);
    expect(await ids({ sort: 'urgency', direction: 'desc' })).toEqual(await ids({}));
  });

  it('order titles without regard to case and accents', async () => {
    const [one] = (await world.list({ sort: 'title', direction: 'desc' }, { tenantId: good })).items;
    const { findings } = await world.tenant(good);
    await update(findings, one?.id ?? '', (finding) => ({ ...finding, title: 'äardvark' }));
    const [first] = (await world.list({ sort: 'title' }, { tenantId: good })).items;
    expect(first?.id).toBe(one?.id);
    await update(findings, one?.id ?? '', (finding) => ({ ...finding, title: one?.title ?? '' }));
  });

  it.each([
    [{ status: 'open' }, (one: Finding) => one.status === 'unresolved' || one.status === 'in-progress'],
    [{ status: 'resolved' }, (one: Finding) => one.status === 'resolved'],
    [{ severity: 'high' }, (one: Finding) => one.severity === 'high'],
    [
      { category: 'mail-flow', status: 'open' },
      (one: Finding) => one.category === 'mail-flow' && one.status !== 'resolved',
    ],
    [
      { remedy: 'limit-external-sharing' },
      (one: Finding) => remedyOf('limit-external-sharing')?.checks.includes(one.checkId) === true,
    ],
    [
      { status: 'open', severity: 'critical' },
      (one: Finding) => one.severity === 'critical' && one.status !== 'resolved',
    ],
    [{ category: 'conditional-access' }, (one: Finding) => one.category === 'conditional-access'],
    [
      { search: 'mfa', severity: 'critical', remedy: 'require-mfa' },
      (one: Finding) =>
        one.remedy?.id === 'require-mfa' &&
        one.severity === 'critical' &&
        /mfa/i.test(`${one.title} ${one.description}`),
    ],
  ])('narrowed by %j have all that fit and nothing else, and the same counters', async (query, fits) => {
    for (const more of [{ tenantId: weak }, { cookie: both }]) {
      const whole = await world.list({}, more);
      const narrowed = await world.list(query, more);
      const expected = (await paged({}, more)).filter(fits);
      expect(expected.length).toBeGreaterThan(0);
      expect(narrowed.items.map(({ id }) => id)).toEqual(expected.slice(0, 200).map(({ id }) => id));
      expect(narrowed.total).toBe(expected.length);
      expect(narrowed.summary).toEqual(whole.summary);
      const byTitle = await paged({ ...query, sort: 'title' }, more);
      expect(byTitle.map(({ id }) => id).toSorted()).toEqual(expected.map(({ id }) => id).toSorted());
    }
  });

  it('keep to the scope, with and without filters, and in files', async () => {
    const tenants = async (query: Record<string, string>) =>
      new Set((await paged(query, { cookie: both })).map(({ tenantId }) => tenantId));
    expect(await tenants({})).toEqual(new Set([weak, unlicensed]));
    expect(await tenants({ severity: 'high', sort: 'affected' })).toEqual(new Set([weak, unlicensed]));
    const none = await world.app.signInAs('viewer', { kind: 'none' });
    expect(await world.list({ severity: 'high' }, { cookie: none })).toMatchObject({ items: [], total: 0 });
    const file = await world.app.call(exportFindings, { cookie: none, query: { format: 'json' } });
    expect(file.json).toMatchObject({ count: 0, findings: [] });
    const narrow = await world.app.call(exportFindings, { cookie: both, query: { format: 'json' } });
    expect(new Set((narrow.json.findings as Finding[]).map(({ tenantId }) => tenantId))).toEqual(
      new Set([weak, unlicensed]),
    );
  });

  it('refuse a remedy that nobody knows, and an order of another name', async () => {
    const call = (query: Record<string, string>) => world.app.call(listFindings, { query, cookie: world.cookie });
    expect((await call({ remedy: 'pray' })).json).toMatchObject({ fields: [{ path: 'remedy' }] });
    const others: Record<string, string>[] = [
      { remedy: '' },
      { sort: 'sortKey' },
      { direction: 'up' },
      { status: 'OPEN' },
    ];
    for (const query of others) expect((await call(query)).status).toBe(400);
  });
});
