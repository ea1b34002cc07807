import { generate } from 'selfsigned';

const dayMs = 24 * 3_600_000;

type Wanted = { keySize?: number; fromDays?: number; toDays?: number; name?: string };

/** A certificate that signed itself, made for a test, and its key. @param wanted days from now, by default yesterday to a year on */
export async function makeCertificate({ keySize = 2048, fromDays = -1, toDays = 365, name = 'Tenantry' }: Wanted = {}) {
  const [notBeforeDate, notAfterDate] = [fromDays, toDays].map((days) => new Date(Date.now() + days * dayMs));
  const made = await generate([{ name: 'commonName', value: name }], {
    ...{ keySize, algorithm: 'sha256' },
    ...(notBeforeDate && notAfterDate ? { notBeforeDate, notAfterDate } : {}),
  });
  return { privateKey: made.private, certificate: made.cert, pem: `${made.private}\n${made.cert}\n` };
}
