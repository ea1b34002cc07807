/** Bytes of a base64 text with white space in it; null where it is no base64. */
export function bytesOfBase64(text: string): Uint8Array | null {
  const compact = text.replace(/\s+/g, '');
  if (!/^[a-z0-9+/]*={0,2}$/i.test(compact) || compact.replace(/=+$/, '').length % 4 === 1) return null;
  return Uint8Array.from(atob(compact.replace(/=+$/, '')), (char) => char.charCodeAt(0));
}

const sequence = 0x30;
const integer = 0x02;
const bitString = 0x03;
const rsaOid = '2a864886f70d010101';

type Element = { tag: number; content: Uint8Array; rest: Uint8Array };

/** The first DER element (X.690, 8.1); null where the bytes do not hold it. */
function readElement(bytes: Uint8Array): Element | null {
  const [tag, first] = bytes;
  if (tag === undefined || first === undefined) return null;
  const count = first < 0x80 ? 0 : first - 0x80;
  if (first === 0x80 || count > 3 || bytes.length < 2 + count) return null;
  const length = count === 0 ? first : bytes.slice(2, 2 + count).reduce((sum, byte) => sum * 256 + byte, 0);
  const start = 2 + count;
  if (bytes.length < start + length) return null;
  return { tag, content: bytes.slice(start, start + length), rest: bytes.slice(start + length) };
}

/**
 * Bits of the modulus of an RSA key, as SubjectPublicKeyInfo (RFC 5280, 4.1.2.7) or as bare RSAPublicKey (RFC 8017,
 * A.1.1), which RFC 6376 allows as well; null where the bytes are neither.
 */
export function rsaKeyBits(bytes: Uint8Array): number | null {
  const outer = readElement(bytes);
  if (outer === null || outer.tag !== sequence || outer.rest.length > 0) return null;
  const first = readElement(outer.content);
  if (first === null) return null;
  if (first.tag === integer) return modulusBits(first);
  const algorithm = first.tag === sequence ? readElement(first.content) : null;
  if (algorithm === null || hexOf(algorithm.content) !== rsaOid) return null;
  const key = readElement(first.rest);
  // The first octet of a BIT STRING counts its unused bits: none.
  if (key === null || key.tag !== bitString || key.content[0] !== 0) return null;
  const inner = readElement(key.content.slice(1));
  const modulus = inner?.tag === sequence ? readElement(inner.content) : null;
  return modulus?.tag === integer ? modulusBits(modulus) : null;
}

/** An exponent has to follow the modulus. */
function modulusBits({ content, rest }: Element): number | null {
  if (readElement(rest)?.tag !== integer) return null;
  const start = content.findIndex((byte) => byte !== 0);
  const top = content[start];
  return top === undefined ? null : (content.length - start - 1) * 8 + (32 - Math.clz32(top));
}

function hexOf(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
