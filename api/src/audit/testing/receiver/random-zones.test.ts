import { expect, test } from 'vitest';
import { forgeries, outsiderAddresses } from './outsider.ts';
import { randomZone, zoneDomain } from './random-zones.ts';
import { receiverOver } from './receiver.ts';

const zones = Array.from({ length: 1000 }, (_, seed) => randomZone(seed));
const judged = zones.map((made) => ({ ...made, found: forgeries(made.zone, zoneDomain) }));

test('a seed makes the same zone each time, and another seed another', () => {
  expect(randomZone(7)).toEqual(zones[7]);
  expect(new Set(zones.map(({ zone }) => JSON.stringify(zone))).size).toBe(zones.length);
});

test('a zone without a hole leaves an outsider nothing, and about half of them are so', () => {
  const tight = judged.filter(({ holes }) => holes.length === 0);
  expect(tight.filter(({ found }) => found.length > 0).map(({ seed }) => seed)).toEqual([]);
  expect(tight.length / zones.length).toBeGreaterThan(0.4);
  expect(tight.length / zones.length).toBeLessThan(0.6);
});

test('a zone without a flaw has a record of SPF that can be evaluated, for clients of both families', () => {
  for (const { seed, zone, flaws } of zones) {
    if (flaws.length > 0) continue;
    const { checkSpf } = receiverOver(zone);
    for (const ip of [outsiderAddresses.ipv4[7] ?? '', outsiderAddresses.ipv6[7] ?? '']) {
      const { result } = checkSpf({ ip, helo: 'mx.elsewhere.example', envelope: zoneDomain });
      expect({ seed, ip, result }).toEqual({
        seed,
        ip,
        result: expect.stringMatching(/^(?:pass|neutral|softfail|fail)$/),
      });
    }
  }
});

test('each hole lets an outsider in, where no flaw closes it', () => {
  const opened = new Set<string>();
  for (const { seed, holes, flaws, found } of judged) {
    if (holes.length === 0 || flaws.length > 0) continue;
    expect({ seed, holes, open: found.length > 0 }).toEqual({ seed, holes, open: true });
    for (const hole of holes) opened.add(hole);
  }
  expect([...opened].sort()).toEqual([...new Set(zones.flatMap(({ holes }) => holes))].sort());
  expect(opened.size).toBeGreaterThan(30);
});

test('every result of SPF comes up for the domain, from its own servers and from elsewhere', () => {
  const results = new Set(
    zones.flatMap(({ zone }) => {
      const { checkSpf, names } = receiverOver(zone);
      const own = names.lookUp(zoneDomain, 'A').values.map(String);
      const ips = [...own, outsiderAddresses.ipv4[7] ?? '', outsiderAddresses.ipv6[7] ?? ''];
      return ips.map((ip) => checkSpf({ ip, helo: zoneDomain, envelope: zoneDomain }).result);
    }),
  );
  expect([...results].sort()).toEqual(['fail', 'neutral', 'none', 'pass', 'permerror', 'softfail']);
});

test('a receiver lets through what is said to be let through', () => {
  const known = judged.filter(({ holes }) => holes.every((hole) => !/exists|suffix/.test(hole)));
  for (const { seed, zone, found } of known) {
    const { receive } = receiverOver(zone);
    for (const { from, way, outcome, through } of found) {
      const signer = through.split('._domainkey.');
      const message = {
        helo: 'mx.elsewhere.example',
        envelope: way === 'spf' ? through : 'elsewhere.example',
        signatures:
          way === 'dkim' ? [{ selector: signer[0] ?? '', domain: signer[1] ?? '', by: 'outsider' as const }] : [],
        from,
      };
      const ips = [...outsiderAddresses.ipv4, ...outsiderAddresses.ipv6];
      expect({ seed, from, through, works: ips.some((ip) => receive({ ...message, ip }).outcome === outcome) }).toEqual(
        {
          seed,
          from,
          through,
          works: true,
        },
      );
    }
  }
});
