import { firstFew, quoted, shownText } from '../bounded-text.ts';
import { parseTagList } from '../tag-list.ts';
import { bytesOfBase64, rsaKeyBits } from './public-key-size.ts';

export type DkimKey = {
  state: 'ok' | 'revoked' | 'invalid';
  keyType: string;
  /** Size of an RSA modulus, 256 for Ed25519; null where there is no readable key. */
  keyBits: number | null;
  /** t=y: receivers are asked not to act on the signature. */
  testing: boolean;
  /** h=: hash functions that are allowed; empty where all are. */
  hashes: string[];
  problems: string[];
};

/** Whether a TXT record under _domainkey is meant as a key record: v=DKIM1, or p= without a version. */
export function isDkimRecord(text: string): boolean {
  const { tags } = parseTagList(text);
  const version = tags.get('v');
  return version === undefined ? tags.has('p') : /^dkim1$/i.test(version.trim());
}

const ed25519Bytes = 32;
/** The name of a type is a word; what stands here is a stranger's. */
const keyTypeLength = 40;

/** Parses a key record (RFC 6376, 3.6.1; RFC 8301 for sizes and hashes; RFC 8463 for Ed25519). */
export function parseDkimKey(text: string): DkimKey {
  const { tags, names, broken } = parseTagList(text);
  const problems = [...broken];
  const keyType = (tags.get('k') ?? 'rsa').trim().toLowerCase();
  const list = (name: string) =>
    (tags.get(name) ?? '')
      .toLowerCase()
      .split(':')
      .map((item) => item.trim());
  const hashes = tags.has('h') ? list('h') : [];
  const version = tags.get('v')?.trim();
  if (version !== undefined && (version !== 'DKIM1' || names[0] !== 'v'))
    problems.push('v=DKIM1 must be the first tag');
  if (hashes.length > 0 && !hashes.includes('sha256')) problems.push('h= does not allow sha256');
  if (tags.has('s') && !list('s').some((service) => service === '*' || service === 'email'))
    problems.push('s= does not allow email');
  const rest = {
    keyType: shownText(keyType, keyTypeLength),
    testing: list('t').includes('y'),
    hashes: firstFew(hashes),
  };
  const encoded = tags.get('p');
  if (encoded?.trim() === '') return { ...rest, state: 'revoked', keyBits: null, problems };
  const keyBits = encoded === undefined ? null : keyBitsOf(keyType, encoded);
  if (encoded === undefined) problems.push('p= is missing');
  else if (keyType !== 'rsa' && keyType !== 'ed25519') problems.push(`the key type ${quoted(keyType)} is unknown`);
  else if (keyBits === null) problems.push(`p= is not a valid ${quoted(keyType)} key`);
  return { ...rest, state: problems.length > 0 ? 'invalid' : 'ok', keyBits, problems };
}

function keyBitsOf(keyType: string, encoded: string): number | null {
  const bytes = bytesOfBase64(encoded);
  if (bytes === null) return null;
  if (keyType === 'ed25519') return bytes.length === ed25519Bytes ? ed25519Bytes * 8 : null;
  return keyType === 'rsa' ? rsaKeyBits(bytes) : null;
}
