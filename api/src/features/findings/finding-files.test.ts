import { downloadFindings, exportFindings, type FindingDetails } from '@tenantry/contract/findings';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../http/caller.ts';
import type { FindingStore } from '../../store/findings.ts';
import { createFindingFiles } from './finding-files.ts';
import { type FindingApp, openFindingApp, unlicensed, weak } from './testing/finding-app.ts';

it('more findings than a file holds are refused by their number, with nothing read and nothing said of it in the trail', async () => {
  const never = () => {
    throw new Error('This was not to be asked');
  };
  const findings = { matching: async () => 10_001, matches: never, count: never } as unknown as FindingStore;
  const others = { tenants: {}, trail: { record: never }, clock: {} } as unknown as Omit<
    Parameters<typeof createFindingFiles>[0],
    'findings'
  >;
  const files = createFindingFiles({ ...others, findings });
  const wanted = exportFindings.query.parse({}) as Parameters<typeof files.ofScope>[0];
  const by = { scope: { kind: 'all' } } as unknown as Caller;
  await expect(files.ofScope(wanted, by)).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: '10,001 findings match, and a file holds 10,000 at most. Filter them, then export again.',
  });
});

describe('findings as a file', () => {
  let world: FindingApp;
  beforeAll(async () => {
    world = await openFindingApp();
    for (const tenantId of [weak, unlicensed]) await world.scan(tenantId);
    const [first] = (await world.list({}, { tenantId: weak })).items;
    await world.set(first?.id ?? '', { status: 'resolved', reason: '=HYPERLINK("http://x")' });
  });
  afterAll(() => world.close());

  const download = (query: Record<string, string>) =>
    world.app.call(downloadFindings, { params: { id: weak }, query, cookie: world.cookie });
  const all = (query: Record<string, string>, cookie = world.cookie) =>
    world.app.call(exportFindings, { query, cookie });
  const idsOf = (json: Record<string, unknown>) => (json.findings as FindingDetails[]).map(({ id }) => id);

  const countedOf = (json: Record<string, unknown>) =>
    (json.findings as FindingDetails[]).filter(({ isCounted }) => isCounted).map(({ id }) => id);

  it.each<Record<string, string>>([{}, { status: 'open' }, { severity: 'high', sort: 'title', direction: 'desc' }])(
    'hold by %j what the list shows as rows, in its order, and each finding that a row stands for',
    async (query) => {
      for (const [file, list] of [
        [await download(query), await world.list(query, { tenantId: weak })],
        [await all(query), await world.list(query)],
      ] as const) {
        expect(countedOf(file.json).slice(0, 200)).toEqual(list.items.map(({ id }) => id));
        expect(countedOf(file.json)).toHaveLength(list.total);
      }
      const [lead] = (await world.list({}, { tenantId: unlicensed })).items.filter(({ countsWith }) => countsWith > 0);
      const group = (await world.list({ group: lead?.id ?? '' }, { tenantId: unlicensed })).items;
      expect(group).toHaveLength((lead?.countsWith ?? 0) + 1);
      const whole = idsOf((await all({})).json);
      expect(group.every(({ id }) => whole.includes(id))).toBe(true);
    },
  );

  it.each<Record<string, string>>([
    { remedy: 'require-mfa', sort: 'affected' },
    { search: 'mail', category: 'mail-flow' },
  ])('hold what the list shows by %j, in its order', async (query) => {
    const ofTenant = (await world.list(query, { tenantId: weak })).items.map(({ id }) => id);
    expect(idsOf((await download(query)).json)).toEqual(ofTenant);
    const ofAll = (await world.list(query)).items.map(({ id }) => id);
    expect(idsOf((await all(query)).json).slice(0, 200)).toEqual(ofAll);
  });

  it('say who took out how many, by which filters, and name no tenant where there are several', async () => {
    await download({ status: 'resolved', format: 'csv' });
    const answer = await all({ severity: 'critical', format: 'csv' });
    expect(answer.headers['content-disposition']).toContain('Findings.csv');
    const entries = await world.entries('findings_exported');
    expect(entries).toContainEqual(
      expect.objectContaining({
        user: 'ada',
        tenantId: weak,
        details: { format: 'csv', count: 1, status: 'resolved' },
      }),
    );
    expect(entries.at(-1)).toMatchObject({ tenantId: null, details: { format: 'csv', severity: 'critical' } });
  });

  it('have note, remedy, article and history in words, and no formula of a note', async () => {
    const { text } = await download({ status: 'resolved', format: 'csv' });
    const [header = '', ...lines] = text.slice(1).split('\r\n');
    for (const name of ['Remedy', 'Help article', 'Note', 'History (UTC)']) expect(header).toContain(`"${name}"`);
    const line = lines.join('\r\n');
    expect(line).toContain(`"'=HYPERLINK(""http://x"")"`);
    expect(line).toMatch(/"\/help\?article=[a-z-]+"/);
    expect(line).toMatch(/Resolved \(Ada Lovelace\): =HYPERLINK/);
    expect(line).toContain('"Resolved by hand, not verified"');
    expect(line).toMatch(/First seen \(scanner\)"/);
    for (const field of line.split('","')) expect(field).not.toMatch(/^[=+@-]/);
  });

  it('are one with another tenant in it only for those who may see it', async () => {
    const viewer = await world.app.signInAs('viewer', { kind: 'tenants', tenantIds: [unlicensed] });
    const { json } = await all({ severity: 'high' }, viewer);
    expect(new Set((json.findings as FindingDetails[]).map(({ tenantId }) => tenantId))).toEqual(new Set([unlicensed]));
    const foreign = { params: { id: weak }, cookie: viewer };
    expect((await world.app.call(downloadFindings, foreign)).status).toBe(404);
  });
});
