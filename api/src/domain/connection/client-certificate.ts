import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import type { ClientCertificate } from '../../ports/identity-provider.ts';

/** A certificate that an application can prove with who it is, and what is told of it. */
export type ReadCertificate = ClientCertificate & {
  /** As the Entra admin center shows it. */
  thumbprintSha1: string;
  expiresAt: string;
};

/** What was handed in is no certificate with its key that Entra ID takes. The message says what to do, and repeats nothing. */
export class CertificateError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CertificateError';
  }
}

const leastBits = 2048;
const blocks = (pem: string, label: string): string[] =>
  pem.match(new RegExp(`-----BEGIN ${label}-----[\\s\\S]*?-----END ${label}-----`, 'g')) ?? [];
const keyLabel = '(?:RSA |EC )?PRIVATE KEY';
const thumbprint = (fingerprint: string) => fingerprint.replaceAll(':', '').toLowerCase();

/** What a reader of PEM makes of it; its own words could repeat a part of a key. */
function parsed<T>(read: () => T, refusal: string): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof Error) throw new CertificateError(refusal);
    throw error;
  }
}

function readKey(pem: string): KeyObject {
  if (/-----BEGIN ENCRYPTED PRIVATE KEY-----|Proc-Type: *4, *ENCRYPTED/.test(pem)) {
    throw new CertificateError(
      'The private key is encrypted with a password. Remove the password first: openssl pkey -in key.pem -out plain.pem',
    );
  }
  const [key, another] = blocks(pem, keyLabel);
  if (key === undefined) {
    throw new CertificateError(
      'There is no private key. Add it in PEM form, from BEGIN PRIVATE KEY to END PRIVATE KEY.',
    );
  }
  if (another !== undefined) throw new CertificateError('There is more than one private key. Leave only one.');
  const read = parsed(() => createPrivateKey(key), 'The private key cannot be read. Copy the whole file.');
  const bits = read.asymmetricKeyDetails?.modulusLength ?? 0;
  if (read.asymmetricKeyType !== 'rsa' || bits < leastBits) {
    throw new CertificateError(`The key has to be an RSA key of at least ${leastBits} bits.`);
  }
  return read;
}

function readCertificates(pem: string): X509Certificate[] {
  const found = blocks(pem, 'CERTIFICATE');
  if (found.length === 0) {
    throw new CertificateError(
      'There is no certificate. Add it in PEM form, from BEGIN CERTIFICATE to END CERTIFICATE.',
    );
  }
  return found.map((one) =>
    parsed(() => new X509Certificate(one), 'A certificate cannot be read. Copy the whole file.'),
  );
}

/**
 * Reads a PEM file with a private key and its certificate, others of its chain beside it, in whatever order they stand.
 * @throws CertificateError
 */
export function readCertificate(pem: string, now: Date): ReadCertificate {
  const key = readKey(pem);
  const certificates = readCertificates(pem);
  const own = certificates.find((one) => one.checkPrivateKey(key));
  if (!own) throw new CertificateError('The private key does not belong to the certificate.');
  const expiresAt = new Date(own.validTo);
  if (expiresAt <= now) throw new CertificateError('The certificate has expired. Create a new one.');
  if (new Date(own.validFrom) > now) {
    throw new CertificateError('The certificate is not valid yet. Check its start date and the clock of this server.');
  }
  const issuers = certificates.filter((one) => one.fingerprint256 !== own.fingerprint256);
  return {
    privateKey: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: [own, ...issuers].map((one) => one.toString().trim()).join('\n'),
    thumbprintSha256: thumbprint(own.fingerprint256),
    thumbprintSha1: thumbprint(own.fingerprint),
    expiresAt: expiresAt.toISOString(),
  };
}

/** The certificate as the vault keeps it. */
export const certificateToStore = ({ privateKey, certificate }: ClientCertificate) =>
  `${privateKey.trim()}\n${certificate}`;

/** What `certificateToStore` made, read on each request and so without a look at its dates; null where it is something else. */
export function storedCertificate(stored: string, thumbprintSha256: string): ClientCertificate | null {
  const [privateKey] = blocks(stored, keyLabel);
  const certificate = blocks(stored, 'CERTIFICATE').join('\n');
  return privateKey === undefined || certificate === '' ? null : { privateKey, certificate, thumbprintSha256 };
}
