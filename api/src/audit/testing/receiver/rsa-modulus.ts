const sequence = 0x30;
const integer = 0x02;
const bitString = 0x03;
/** 1.2.840.113549.1.1.1, rsaEncryption (RFC 8017, A.1), with its tag and length. */
const rsaEncryption = Buffer.from('06092a864886f70d010101', 'hex');

/** The content of an element of DER that starts there, and what follows it; null where there is none of that tag. */
function element(data: Buffer, tag: number): { content: Buffer; rest: Buffer } | null {
  if (data.length < 2 || data[0] !== tag) return null;
  const short = data[1] ?? 0;
  const lengthBytes = short < 0x80 ? 0 : short - 0x80;
  if (lengthBytes > 3 || data.length < 2 + lengthBytes) return null;
  const length = lengthBytes === 0 ? short : data.readUIntBE(2, lengthBytes);
  const end = 2 + lengthBytes + length;
  return end > data.length ? null : { content: data.subarray(end - length, end), rest: data.subarray(end) };
}

/**
 * The size of an RSA key in either form that is published in DKIM: SubjectPublicKeyInfo, and the RSAPublicKey that
 * RFC 6376, 3.6.1 names; null where it is none.
 */
export function rsaModulusBits(key: Buffer): number | null {
  const outer = element(key, sequence)?.content;
  if (!outer) return null;
  const algorithm = element(outer, sequence);
  if (!algorithm) return modulusBits(outer);
  if (!algorithm.content.subarray(0, rsaEncryption.length).equals(rsaEncryption)) return null;
  // The first octet of a bit string counts the bits that are not used.
  const inner = element(algorithm.rest, bitString)?.content.subarray(1);
  const publicKey = inner ? element(inner, sequence)?.content : undefined;
  return publicKey ? modulusBits(publicKey) : null;
}

/** Bits of the modulus, which stands before the exponent. */
function modulusBits(publicKey: Buffer): number | null {
  const modulus = element(publicKey, integer);
  if (!modulus || !element(modulus.rest, integer)) return null;
  const first = modulus.content.findIndex((octet) => octet !== 0);
  if (first < 0) return null;
  return (modulus.content.length - first) * 8 - (Math.clz32(modulus.content[first] ?? 0) - 24);
}
