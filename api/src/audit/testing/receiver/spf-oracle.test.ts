import { spf } from 'mailauth';
import { expect, test } from 'vitest';
import { parseIpv4, parseIpv6 } from './addresses.ts';
import { outsiderAddresses } from './outsider.ts';
import { randomOf } from './random.ts';
import { randomZone, zoneDomain } from './random-zones.ts';
import { type Receiver, receiverOver } from './receiver.ts';

const helo = 'mx.outsider.example';
const zones = 300;
const addressesOfEach = 6;

/** A resolver as mailauth takes it (Node's `dns.promises.resolve`), over the same names. */
const resolverOver =
  ({ names }: Receiver) =>
  async (name: string, type: string): Promise<string[] | string[][]> => {
    const { status, values } = names.lookUp(name, type);
    if (status === 'failed') throw Object.assign(new Error(name), { code: 'ESERVFAIL' });
    if (status !== 'found')
      throw Object.assign(new Error(name), { code: status === 'noName' ? 'ENOTFOUND' : 'ENODATA' });
    return values as string[] | string[][];
  };

/** Addresses that the records speak of, and ones that they do not. */
function addressesFor(zone: object, seed: number): string[] {
  const random = randomOf(seed);
  const found = JSON.stringify(zone).match(/\d+\.\d+\.\d+\.\d+|2a0[12]:[\da-f:]+/g) ?? [];
  const spoken = found.filter((text) => parseIpv4(text) ?? parseIpv6(text));
  const all = [...spoken, ...outsiderAddresses.ipv4, ...outsiderAddresses.ipv6];
  return Array.from(
    { length: addressesOfEach },
    (_, at) => all[random.below(at < 3 ? spoken.length : all.length)] ?? helo,
  );
}

test('the model and mailauth agree on SPF for every address that is tried, over random zones', async () => {
  const results = new Set<string>();
  for (let seed = 0; seed < zones; seed++) {
    const { zone } = randomZone(seed);
    const receiver = receiverOver(zone);
    const resolver = resolverOver(receiver);
    for (const ip of addressesFor(zone, seed)) {
      const ours = receiver.checkSpf({ ip, helo, envelope: zoneDomain }).result;
      const sender = `user@${zoneDomain}`;
      const { status } = await spf({ sender, ip, helo, mta: 'mx.receiver.example', resolver, strict: true });
      expect({ seed, ip, result: ours }).toEqual({ seed, ip, result: status.result });
      results.add(ours);
    }
  }
  expect([...results].sort()).toEqual(['fail', 'neutral', 'none', 'pass', 'permerror', 'softfail']);
});
