import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** A certificate with its private key, and the ways in which clients name it. */
export interface TestCertificate {
  certificate: string;
  privateKey: string;
  /** Base64 of the certificate alone, as `keyCredentials[].key` takes it. */
  der: string;
  /** Hexadecimal, as MSAL takes them. */
  sha1: string;
  sha256: string;
}

/** X.690: tag, length, contents. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const { length } = body;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
}

const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
/** 1.2.840.113549.1.1.11, sha256WithRSAEncryption, with NULL. */
const algorithm = sequence(Buffer.from('06092a864886f70d01010b0500', 'hex'));
const time = (date: Date) => der(0x18, Buffer.from(`${date.toISOString().slice(0, 19).replace(/[-:T]/g, '')}Z`));

/** 2.5.4.3, commonName. */
function nameOf(commonName: string): Buffer {
  return sequence(der(0x31, sequence(Buffer.from('0603550403', 'hex'), der(0x0c, Buffer.from(commonName)))));
}

function pem(bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}

/** A self-signed certificate, made here: tests need neither openssl nor a file. */
export function selfSignedCertificate(from: Date, until: Date, commonName = 'Tenantry test'): TestCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const serial = Buffer.concat([Buffer.from([1]), randomBytes(8)]);
  const name = nameOf(commonName);
  const toBeSigned = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, serial),
    algorithm,
    name,
    sequence(time(from), time(until)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = sign('sha256', toBeSigned, privateKey);
  const bytes = sequence(toBeSigned, algorithm, der(0x03, Buffer.from([0]), signature));
  return {
    certificate: pem(bytes),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    der: bytes.toString('base64'),
    sha1: createHash('sha1').update(bytes).digest('hex'),
    sha256: createHash('sha256').update(bytes).digest('hex'),
  };
}
