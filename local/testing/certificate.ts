import { createHash, X509Certificate } from 'node:crypto';
import { generate } from 'selfsigned';

export type Certificate = {
  cert: string;
  key: string;
  /** Of its public key, as Chromium's --ignore-certificate-errors-spki-list takes it: SHA-256 in base64. */
  publicKeyHash: string;
};

/** A certificate for these names and 127.0.0.1 that is its own authority, for the time of a test. */
export async function certificateFor(commonName: string, names: readonly string[]): Promise<Certificate> {
  const { cert, private: key } = await generate([{ name: 'commonName', value: commonName }], {
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true },
      {
        name: 'subjectAltName',
        altNames: [...names.map((value) => ({ type: 2, value }) as const), { type: 7, ip: '127.0.0.1' }],
      },
    ],
  });
  const publicKey = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' });
  return { cert, key, publicKeyHash: createHash('sha256').update(publicKey).digest('base64') };
}
