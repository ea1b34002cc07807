import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testCertificate } from './test-certificate.ts';

/** By which services of tests at localhost are known. */
export const loopbackCertificate = testCertificate('localhost');

/** The authority of these services, for LOOPBACK_SERVICES_CA; the folder goes with `remove`. */
export function loopbackAuthority(): { file: string; pem: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'tenantry-ca-'));
  const file = join(folder, 'ca.pem');
  writeFileSync(file, loopbackCertificate.cert);
  return { file, pem: loopbackCertificate.cert, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
