import type { FindingEvent } from '@tenantry/contract/findings';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { maxHistory, newestFirst, withEvent } from '../../domain/finding/finding-history.ts';
import { writeFindingKeys } from '../../domain/finding/write-finding-keys.ts';
import { update } from '../../ports/collection.ts';
import type { FindingRecord } from '../../store/findings.ts';
import { fromStored } from '../../store/shape.ts';
import { shapes } from '../../store/shapes.ts';
import { type FindingApp, handled, openFindingApp, weak } from './testing/finding-app.ts';

const checkId = 'spo.reshare';

describe('the history of a finding', () => {
  let world: FindingApp;
  let id: string;
  beforeEach(async () => {
    world = await openFindingApp();
  });
  afterEach(() => world.close());

  async function found(): Promise<string> {
    const one = (await world.list({}, { tenantId: weak })).items.find((finding) => finding.checkId === checkId);
    return one?.id ?? '';
  }

  it('tells by which scan it was first seen, gone and back again, and says nothing where it stayed', async () => {
    const scans = [await world.scan(), await world.scan()];
    id = await found();
    world.mend();
    scans.push(await world.scan());
    world.break();
    scans.push(await world.scan());
    const { history, historyOmitted, firstDetected } = await world.details(id);
    expect(history.map(({ what, by, scanLogId }) => ({ what, by, scan: scans.indexOf(scanLogId ?? '') }))).toEqual([
      { what: 'back-again', by: 'scanner', scan: 3 },
      { what: 'resolved', by: 'scanner', scan: 2 },
      { what: 'first-seen', by: 'scanner', scan: 0 },
    ]);
    expect(history.at(-1)?.at).toBe(firstDetected);
    expect(historyOmitted).toBe(0);
  });

  it('tells by whom, and what they said, which a scan that opens it again clears from the finding alone', async () => {
    await world.scan();
    id = await found();
    await world.set(id, { status: 'in-progress' });
    await world.set(id, { status: 'resolved', reason: 'Turned off by the customer' });
    expect(await world.details(id)).toMatchObject({
      note: 'Turned off by the customer',
      resolvedBy: 'Ada Lovelace',
      isVerified: false,
    });
    await world.scan();
    const after = await world.details(id);
    expect(after).toMatchObject({ status: 'unresolved', change: 'reopened', note: '', isVerified: true });
    expect(after.history.map(({ what, by, note }) => [what, by, note])).toEqual([
      ['back-again', 'scanner', ''],
      ['resolved', 'Ada Lovelace', 'Turned off by the customer'],
      ['work-started', 'Ada Lovelace', ''],
      ['first-seen', 'scanner', ''],
    ]);
  });

  it('keeps what is said of work under way while scans still see it', async () => {
    await world.scan();
    id = await found();
    await world.set(id, { status: 'in-progress', note: 'Waits for the customer' });
    await world.scan();
    expect(await world.details(id)).toMatchObject({ status: 'in-progress', note: 'Waits for the customer' });
  });

  it('of a record of before is made of what it says, and its order is written at the next start', async () => {
    await world.scan();
    id = await found();
    await world.set(id, handled);
    const stored = (await world.stored().get(id))?.value;
    if (!stored) throw new Error('The finding is gone');
    const { history: _h, historyOmitted: _o, note: _n, ...before } = stored;
    const old = { ...before, occurrence: 3, shapeVersion: 3 } as object;
    const upgraded = fromStored<FindingRecord>('findings', shapes.findings, old);
    expect(upgraded).toMatchObject({ note: '', historyOmitted: 4 });
    expect(upgraded.history.map(({ what, at, by }) => [what, at, by])).toEqual([
      ['first-seen', upgraded.firstDetected, 'scanner'],
      ['resolved', upgraded.resolvedAt, 'Ada Lovelace'],
    ]);
    await update(world.stored(), id, ({ titleKey: _t, severityKey: _s, statusKey: _k, ...rest }) => rest);
    const { findings, tenants } = world.app.app.stores;
    expect(await writeFindingKeys(findings, tenants)).toBe(1);
    expect(await writeFindingKeys(findings, tenants)).toBe(0);
    expect((await world.stored().get(id))?.value).toMatchObject({
      titleKey: before.titleKey,
      severityKey: before.severityKey,
    });
  });
});

it('the history of a finding that comes and goes keeps the first event and the newest, and counts the others', () => {
  const event = (n: number): FindingEvent => ({
    at: `${n}`,
    what: 'resolved',
    by: 'scanner',
    note: '',
    scanLogId: null,
  });
  let past = { history: [] as FindingEvent[], historyOmitted: 0 };
  for (let n = 0; n < maxHistory; n += 1) past = withEvent(past, event(n));
  expect(past).toMatchObject({ historyOmitted: 0 });
  expect(past.history).toHaveLength(maxHistory);
  for (let n = maxHistory; n < 2 * maxHistory; n += 1) past = withEvent(past, event(n));
  expect(past.history).toHaveLength(maxHistory);
  expect(past.historyOmitted).toBe(maxHistory);
  const told = newestFirst(past).map(({ at }) => Number(at));
  expect(told).toEqual([...Array.from({ length: maxHistory - 1 }, (_, n) => 2 * maxHistory - 1 - n), 0]);
});
