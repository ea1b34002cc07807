import { beforeEach, describe, expect, it } from 'vitest';
import { memoryStateTable } from '../../../testing/memory-state-table.ts';
import { createOneTimeLinks, type OneTimeLinkEntity, type OneTimeLinks } from './one-time-links.ts';

const userId = 'user-1';

describe('links that work once', () => {
  let nowMs: number;
  let links: OneTimeLinks;
  beforeEach(() => {
    nowMs = Date.parse('2026-11-20T12:00:00.000Z');
    links = createOneTimeLinks(memoryStateTable<OneTimeLinkEntity>(), { now: () => new Date(nowMs) });
  });
  const stateOf = async (token: string) => (await links.find(token)).state;

  it('end earlier ones, but where they are asked for those that were given out for longer', async () => {
    const invitation = await links.create(userId, 4320);
    const asked = await links.create(userId, 15, { leavesLonger: true });
    expect([await stateOf(invitation.token), await stateOf(asked.token)]).toEqual(['valid', 'valid']);
    const again = await links.create(userId, 15, { leavesLonger: true });
    expect([await stateOf(asked.token), await stateOf(again.token)]).toEqual(['unknown', 'valid']);
    await links.create(userId, 4320);
    expect([await stateOf(invitation.token), await stateOf(again.token)]).toEqual(['unknown', 'unknown']);
  });

  it('are mailed once in two minutes where they are asked for, by one of two at once', async () => {
    const both = await Promise.all([links.takeTurn(userId, 'asked'), links.takeTurn(userId, 'asked')]);
    expect(both.toSorted()).toEqual([false, true]);
    expect(await links.takeTurn(userId, 'invited')).toBe(true);
    nowMs += 119_000;
    expect(await links.takeTurn(userId, 'asked')).toBe(false);
    nowMs += 1000;
    expect(await links.takeTurn(userId, 'asked')).toBe(true);
  });

  it.each<[string, (token: string) => Promise<unknown>]>([
    ['was used', (token) => links.use(token)],
    ['was taken back', () => links.revokeAll(userId)],
    ['was not sent', () => links.endTurn(userId, 'asked')],
  ])('are mailed again at once where the one before %s', async (_, end) => {
    await links.takeTurn(userId, 'asked');
    const { token } = await links.create(userId, 15);
    expect(await links.takeTurn(userId, 'asked')).toBe(false);
    await end(token);
    expect(await links.takeTurn(userId, 'asked')).toBe(true);
  });
});
