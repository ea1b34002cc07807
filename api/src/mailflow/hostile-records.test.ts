import { describe, expect, test } from 'vitest';
import { answerLimitBytes } from './bounded-answer.ts';
import { checkDomain } from './check-domain.ts';
import { type HostileDomain, hostileDomains, hostileName } from './testing/hostile-records.ts';
import { readZone, zoneResolver } from './zone-resolver.ts';

const now = new Date('2026-11-20T10:20:30.456Z');

function check({ zone, policy }: HostileDomain) {
  const text = policy ?? '';
  return checkDomain(hostileName, {
    dns: zoneResolver(readZone(zone)),
    fetchPolicy: () => Promise.resolve({ status: 'ok', text, contentType: text.slice(0, 16_000) }),
    now,
  });
}

/** The best of a few, so that other work on the machine does not count. */
async function bestMs(times: number, work: () => unknown): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < times; run++) {
    const startMs = performance.now();
    await work();
    best = Math.min(best, performance.now() - startMs);
  }
  return best;
}

/** So many plain passes over everything that was read may a check take: what grows with the square takes thousands. */
const passes = 100;
/** For the questions and the tables, which take the same time whatever the records hold. */
const fixedCharacters = 200_000;

function plainPass(characters: string): unknown {
  return JSON.parse(JSON.stringify(characters));
}

describe('records that are made to be hard to read', () => {
  test.each(hostileDomains)('$name', async (domain) => {
    const result = await check(domain);
    const answer = JSON.stringify(result);
    expect(new TextEncoder().encode(answer).length).toBeLessThan(answerLimitBytes);
    const codes = result.issues.map(({ code }) => code);
    expect(new Set(codes).size).toBe(codes.length);
    const input = JSON.stringify([domain.zone, domain.policy, 'x'.repeat(fixedCharacters)]);
    const floorMs = await bestMs(5, () => plainPass(input));
    const tookMs = await bestMs(3, () => check(domain));
    expect(tookMs / floorMs).toBeLessThan(passes);
  });
});
