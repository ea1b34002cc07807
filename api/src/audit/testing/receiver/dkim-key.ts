import type { Names } from './names.ts';
import { rsaModulusBits } from './rsa-modulus.ts';

/**
 * What a key record is good for. `forgeable`: an outsider can make signatures that verify. `sound`: its owner alone can.
 * `unusable`: no signature under it counts.
 */
export type KeyStrength = Readonly<{ strength: 'forgeable' | 'sound' | 'unusable'; why: string }>;

const unusable = (why: string): KeyStrength => ({ strength: 'unusable', why });

/**
 * The tags of a record in the tag-list form of RFC 6376, 3.2; null where it is not in that form, or names a tag twice.
 */
function tagsOf(text: string): ReadonlyMap<string, string> | null {
  const tags = new Map<string, string>();
  const specs = text.trim().replace(/;$/, '').split(';');
  for (const spec of specs) {
    const [, name = '', value = ''] = /^\s*([a-z]\w*)\s*=(.*)$/is.exec(spec) ?? [];
    if (name === '' || tags.has(name)) return null;
    tags.set(name, value.trim());
  }
  return tags;
}

const listed = (list: string | undefined): string[] | undefined => list?.split(':').map((item) => item.trim());

/** Judges the text of a key record (RFC 6376, 3.6.1, in the order of 6.1.2; RFC 8301 for hashes, RFC 8463 for Ed25519). */
export function judgeKey(text: string): KeyStrength {
  const tags = tagsOf(text);
  if (!tags) return unusable('it is no list of tags');
  const version = tags.get('v');
  if (version !== undefined && (version !== 'DKIM1' || [...tags.keys()][0] !== 'v')) return unusable('another version');
  const hashes = listed(tags.get('h'));
  if (hashes && !hashes.includes('sha256')) return unusable('no hash that may be used (RFC 8301, 3.1)');
  const services = listed(tags.get('s'));
  if (services && !services.some((service) => service === 'email' || service === '*')) return unusable('not for email');
  const data = tags.get('p')?.replace(/\s/g, '');
  if (data === undefined) return unusable('it has no key');
  if (data === '') return unusable('revoked');
  // A message under a key in testing is as one without a signature (RFC 6376, 3.6.1).
  if (listed(tags.get('t'))?.includes('y')) return unusable('in testing');
  if (!/^[a-z\d+/]+={0,2}$/i.test(data)) return unusable('its key is no base64');
  return judgeData(tags.get('k') ?? 'rsa', Buffer.from(data, 'base64'));
}

function judgeData(type: string, key: Buffer): KeyStrength {
  if (type === 'ed25519') return key.length === 32 ? { strength: 'sound', why: 'Ed25519' } : unusable('no Ed25519 key');
  if (type !== 'rsa') return unusable(`unknown key type ${type}`);
  const bits = rsaModulusBits(key);
  if (bits === null) return unusable('its data is no RSA key');
  // RFC 6376, 3.3.3 had verifiers accept 512 bits; RFC 8301, 3.2 forbids it, which not all obey.
  return { strength: bits < 1024 ? 'forgeable' : 'sound', why: `RSA of ${bits} bits` };
}

/**
 * The key of a selector. Of several records a verifier may take any (RFC 6376, 3.6.2.2): the weakest counts here.
 */
export function keyOf(names: Names, selector: string, domain: string): KeyStrength {
  const keys = names.texts(`${selector}._domainkey.${domain}`).values.map(judgeKey);
  const by = (strength: KeyStrength['strength']) => keys.find((key) => key.strength === strength);
  return by('forgeable') ?? by('sound') ?? keys[0] ?? unusable('no record');
}
