import { expect, test } from 'vitest';
import { readZone, zoneResolver } from '../../mailflow/zone-resolver.ts';
import { catalog } from '../checks/catalog.ts';
import { noExemption } from '../checks/shared/check.ts';
import { collected, type Facts } from '../facts/facts.ts';
import { forgeries } from '../testing/receiver/outsider.ts';
import { randomZone, zoneDomain } from '../testing/receiver/random-zones.ts';
import { testNow } from '../testing/verdict-for.ts';
import { collectDns } from './dns.ts';

const check = catalog.find(({ id }) => id === 'dns.dmarc');
type Zone = ReturnType<typeof randomZone>['zone'];

/** The names of a zone that a tenant would have as mail domains: what nobody lists, nobody can ask for. */
function mailDomainsOf(zone: Zone): string[] {
  const below = Object.keys(zone).filter((name) => name.endsWith(`.${zoneDomain}`));
  const listed = below.map((name) => name.replace(/^_dmarc\./, '')).filter((name) => !/[_*]/.test(name));
  return [zoneDomain, ...new Set(listed.filter((name) => name !== zoneDomain))];
}

/** Keys under selectors that nobody can guess are not seen: a DNS query needs the name. */
const canBeAsked = (through: string): boolean =>
  !through.includes('_domainkey') || /^(?:selector[12]|\*)\._domainkey\.contoso\.example$/.test(through);

async function verdictOf(zone: Zone) {
  const domains = mailDomainsOf(zone).map((id) => ({ id, isVerified: true }));
  const dns = await collectDns(zoneResolver(readZone(zone)), domains, undefined);
  const facts = { domains: collected(domains, testNow), dns: collected(dns, testNow) } as Facts;
  if (check === undefined) throw new Error('there is no check dns.dmarc');
  return check.evaluate(facts, { now: testNow, exemption: noExemption });
}

/** So many zones in `npm test`; `MAIL_ZONES=20000 npx vitest run --project node mail-by-receiver` holds more. */
const zones = Number(process.env.MAIL_ZONES ?? 1500);
/** Told on purpose: nothing it signs counts today, and whoever takes the test mode off opens the domain. */
const toldAllTheSame = 'a weak key in testing';
/** Of a thousand zones in which nothing forged gets through. */
const falseAlarmsInThousand = 2;

test(`what receivers deliver of an outsider's mail is no pass, over ${zones} zones`, async () => {
  const missed: string[] = [];
  const alarms: string[] = [];
  let tight = 0;
  for (let seed = 0; seed < zones; seed += 1) {
    const { zone, holes, flaws } = randomZone(seed);
    const forged = forgeries(zone, zoneDomain).filter(({ through }) => canBeAsked(through));
    const { status, message } = await verdictOf(zone);
    if (forged.length > 0 && status === 'pass') missed.push(`${seed}: ${holes.join(', ')}: ${forged[0]?.why}`);
    if (forged.length > 0) continue;
    tight += 1;
    const isUnseen = forgeries(zone, zoneDomain).length > 0 || flaws.includes(toldAllTheSame);
    if (!isUnseen && (status === 'fail' || status === 'warning'))
      alarms.push(`${seed}: ${flaws.join(', ')}: ${message}`);
  }
  expect(missed).toEqual([]);
  expect(tight).toBeGreaterThan(zones / 4);
  expect((1000 * alarms.length) / tight, alarms.join('\n')).toBeLessThan(falseAlarmsInThousand);
}, 600_000);
