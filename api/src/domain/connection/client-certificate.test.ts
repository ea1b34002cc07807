import { createPrivateKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeCertificate } from '../../../testing/certificates.ts';
import { CertificateError, certificateToStore, readCertificate, storedCertificate } from './client-certificate.ts';

type Made = Awaited<ReturnType<typeof makeCertificate>>;
let made: Made;
let other: Made;
beforeAll(async () => {
  [made, other] = await Promise.all([makeCertificate(), makeCertificate()]);
});

const now = new Date();
function refusal(pem: string): string {
  try {
    readCertificate(pem, now);
  } catch (error) {
    if (error instanceof CertificateError) return error.message;
    throw error;
  }
  return '';
}
const lines = (pem: string) => pem.split('\n').filter((line) => line !== '' && !line.startsWith('-----'));

describe('a certificate for an app registration', () => {
  it('is read with its thumbprints and its end, in whatever order the file has it', () => {
    const own = new X509Certificate(made.certificate);
    const read = readCertificate(made.pem, now);
    expect(read.thumbprintSha256).toBe(own.fingerprint256.replaceAll(':', '').toLowerCase());
    expect(read.thumbprintSha1).toMatch(/^[0-9a-f]{40}$/);
    expect(read.expiresAt).toBe(new Date(own.validTo).toISOString());
    const shuffled = `Bag Attributes\r\n${other.certificate}\n${made.certificate}\n${made.privateKey}`;
    expect(readCertificate(shuffled, now)).toMatchObject({ thumbprintSha256: read.thumbprintSha256 });
    expect(new X509Certificate(readCertificate(shuffled, now).certificate).fingerprint256).toBe(own.fingerprint256);
  });

  it('is read from the older form of a key, and with the line ends of Windows', () => {
    const key = createPrivateKey(made.privateKey).export({ type: 'pkcs1', format: 'pem' }).toString();
    expect(key).toContain('BEGIN RSA PRIVATE KEY');
    const read = readCertificate(`${key}\n${made.certificate}`.replaceAll('\n', '\r\n'), now);
    expect(read.privateKey).toContain('BEGIN PRIVATE KEY');
  });

  it('comes back from the vault as it went in', () => {
    const { thumbprintSha1: _, expiresAt: __, ...read } = readCertificate(`${made.pem}\n${other.certificate}`, now);
    const stored = storedCertificate(certificateToStore(read), read.thumbprintSha256);
    expect(stored).toMatchObject({ thumbprintSha256: read.thumbprintSha256, certificate: read.certificate });
    expect(createPrivateKey(stored?.privateKey ?? '').asymmetricKeyType).toBe('rsa');
    expect(storedCertificate('a client secret', read.thumbprintSha256)).toBeNull();
  });

  it('is refused for one reason, which repeats nothing of the key', async () => {
    const encrypted = createPrivateKey(made.privateKey)
      .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' })
      .toString();
    const broken = made.privateKey.replace(lines(made.privateKey)[3] ?? '', 'AAAA');
    const [ended, early, weak] = await Promise.all([
      makeCertificate({ fromDays: -30, toDays: -1 }),
      makeCertificate({ fromDays: 1, toDays: 30 }),
      makeCertificate({ keySize: 1024 }),
    ]);
    const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
      type: 'pkcs8',
      format: 'pem',
    });
    const cases: [string, RegExp][] = [
      ['nothing of the kind', /There is no private key/],
      [made.certificate, /There is no private key/],
      [made.privateKey, /There is no certificate/],
      [`${other.privateKey}\n${made.certificate}`, /does not belong/],
      [`${made.privateKey}\n${other.privateKey}\n${made.certificate}`, /more than one private key/],
      [`${encrypted}\n${made.certificate}`, /encrypted with a password/],
      [`${broken}\n${made.certificate}`, /private key cannot be read/],
      [
        `${made.privateKey}\n-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----`,
        /certificate cannot be read/,
      ],
      [ended.pem, /has expired/],
      [early.pem, /not valid yet/],
      [weak.pem, /at least 2048 bits/],
      [`${curve}\n${made.certificate}`, /RSA key/],
    ];
    for (const [pem, reason] of cases) {
      const told = refusal(pem);
      expect(told).toMatch(reason);
      for (const line of lines(made.privateKey)) expect(told).not.toContain(line);
    }
  });
});
