/**
 * Counter-based pseudo-randomness, our own since generators keep a state: every figure is a pure function of (key, index,
 * salt), so that user 99,999 costs the same as user 0 and nothing of the directory has to be kept. Mixer: the 32-bit
 * finalizer of MurmurHash3.
 */
export function mix32(value: number): number {
  let x = value | 0;
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return (x ^ (x >>> 16)) >>> 0;
}

/** Inverse of {@link mix32}: lets an id be traced back to the index it was made from. */
export function unmix32(value: number): number {
  let x = value | 0;
  x = Math.imul(x ^ (x >>> 16), 0x7ed1b41d);
  x = Math.imul(x ^ (x >>> 13) ^ (x >>> 26), 0xa5cb9243);
  return (x ^ (x >>> 16)) >>> 0;
}

/** A 32-bit figure for one purpose (`salt`) of one item (`index`) under one key. */
export function hash32(key: number, index: number, salt: number): number {
  return mix32(key ^ mix32((index + Math.imul(salt, 0x9e3779b1)) | 0));
}

/** A figure in [0, 1). */
export function hashFraction(key: number, index: number, salt: number): number {
  return hash32(key, index, salt) / 4294967296;
}

/** A key from text (FNV-1a, then mixed): used once for each tenant, never for each user. */
export function keyOfText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return mix32(hash);
}

const hexBytes = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

function hex32(value: number): string {
  return `${hexBytes[value >>> 24]}${hexBytes[(value >>> 16) & 255]}${hexBytes[(value >>> 8) & 255]}${hexBytes[value & 255]}`;
}

/**
 * A GUID whose first 32 bits are a reversible image of the index, so that `guidIndex` finds the item again without a
 * table; the rest is a hash of the same index.
 */
export function guidOf(key: number, index: number, salt: number): string {
  const first = hex32(mix32(index ^ key ^ salt));
  const second = hex32(hash32(key, index, salt + 101));
  const third = hex32(hash32(key, index, salt + 102));
  const fourth = hex32(hash32(key, index, salt + 103));
  return `${first}-${second.slice(0, 4)}-4${second.slice(5)}-8${third.slice(1, 4)}-${third.slice(4)}${fourth}`;
}

/** The index that `guidOf` made this id from, or null where the id is not one of this key and salt. */
export function guidIndex(key: number, id: string, salt: number): number | null {
  if (!/^[0-9a-f]{8}-/i.test(id)) return null;
  const index = (unmix32(Number.parseInt(id.slice(0, 8), 16)) ^ key ^ salt) >>> 0;
  return guidOf(key, index, salt) === id.toLowerCase() ? index : null;
}
