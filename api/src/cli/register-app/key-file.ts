import { X509Certificate } from 'node:crypto';
import { chmodSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { CertificateError, readCertificate } from '../../domain/connection/client-certificate.ts';
import { messageOf, UsageError } from '../command.ts';

/** One PEM: AZURE_CLIENT_CERTIFICATE_PATH and Graph API Settings both take it. */
export const keyFileName = 'tenantry-app.pem';
/** A certificate that is to replace the other, until Microsoft takes it. */
const nextFileName = 'tenantry-app.next.pem';

const dayMs = 86_400_000;
/** A clock at Microsoft that is behind ours must not find a certificate of the future. */
const clockToleranceMs = 5 * 60_000;

/** A certificate whose key lies on this machine; the key itself is not in it. */
export type LocalCertificate = {
  path: string;
  /** Base64 of the certificate, as keyCredentials has it. */
  der: string;
  thumbprintSha1: string;
  subject: string;
  validFrom: Date;
  expiresAt: Date;
};

const subjectOf = (tenantId: string): string => `Tenantry ${tenantId}`;

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw new UsageError(`${path} cannot be read (${messageOf(error)}).`);
  }
}

/** The directory that a certificate of ours was made for; null for one that somebody else made. */
function directoryOf(subject: string): string | null {
  return /^CN=Tenantry ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(subject)?.[1] ?? null;
}

/** @returns null where there is none, or it has ended. @throws UsageError where it is something else */
function readLocal(path: string, now: Date): LocalCertificate | null {
  const pem = textOf(path);
  if (pem === null) return null;
  try {
    const certificate = new X509Certificate(pem.slice(pem.indexOf('-----BEGIN CERTIFICATE-----')));
    if (new Date(certificate.validTo) <= now) return null;
    const { thumbprintSha1 } = readCertificate(pem, now);
    return {
      path,
      der: certificate.raw.toString('base64'),
      thumbprintSha1,
      subject: certificate.subject,
      validFrom: new Date(certificate.validFrom),
      expiresAt: new Date(certificate.validTo),
    };
  } catch (error) {
    const why = error instanceof CertificateError ? error.message : 'It holds no certificate that can be read.';
    throw new UsageError(
      `${path} is not a key file of this command. ${why}\nMove it away, or choose another folder with --out.`,
    );
  }
}

/** Whose folder it is, before anything is made or changed. @throws UsageError where it is another directory's */
function refuseForeign(local: LocalCertificate | null, folder: string, tenantId: string): LocalCertificate | null {
  const directory = local === null ? null : directoryOf(local.subject);
  if (directory !== null && directory !== tenantId)
    throw new UsageError(
      `${local?.path ?? folder} is the certificate of the directory ${directory}, and this is ${tenantId}.\nChoose another folder for this organization with --out.`,
    );
  return local;
}

/** Makes the folder. In one of our own nothing gets into a repository by mistake. @throws UsageError */
export function prepareKeyFolder(folder: string): void {
  try {
    const made = mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (made !== undefined) writeFileSync(join(folder, '.gitignore'), '*\n');
  } catch (error) {
    throw new UsageError(`--out ${folder}: the private key cannot be written there (${messageOf(error)}).`);
  }
}

async function made(tenantId: string, validDays: number, now: Date): Promise<string> {
  const notBeforeDate = new Date(now.getTime() - clockToleranceMs);
  const { private: privateKey, cert } = await generate([{ name: 'commonName', value: subjectOf(tenantId) }], {
    keySize: 3072,
    algorithm: 'sha256',
    notBeforeDate,
    notAfterDate: new Date(notBeforeDate.getTime() + validDays * dayMs),
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
    ],
  });
  return `${privateKey.trim()}\n${cert.trim()}\n`;
}

const isThere = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EEXIST';

/** Puts a whole file under its name, or leaves the one that another run has put there meanwhile. */
async function putIfAbsent(path: string, content: string): Promise<void> {
  const partial = `${path}.${crypto.randomUUID()}.partial`;
  const file = await open(partial, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
    await file.close();
    linkSync(partial, path);
  } catch (error) {
    await file.close();
    if (!isThere(error)) throw error;
  } finally {
    rmSync(partial, { force: true });
  }
}

export type KeyWishes = { folder: string; tenantId: string; validDays: number; isNew: boolean; now: Date };

/**
 * The certificate to register: one that an earlier run left unfinished, the present one while it is good, or a new one, which is
 * on the disk when this returns.
 * @throws UsageError
 */
export async function keyToRegister(wishes: KeyWishes): Promise<{ local: LocalCertificate; isMade: boolean }> {
  const { folder, tenantId, validDays, isNew, now } = wishes;
  const paths = { present: join(folder, keyFileName), next: join(folder, nextFileName) };
  const next = refuseForeign(readLocal(paths.next, now), folder, tenantId);
  if (next !== null) return { local: next, isMade: false };
  const present = refuseForeign(readLocal(paths.present, now), folder, tenantId);
  if (present !== null && !isNew) return { local: present, isMade: false };
  const path = textOf(paths.present) === null ? paths.present : paths.next;
  // One that has ended is good for nothing, and would stand in the way.
  rmSync(paths.next, { force: true });
  const pem = await made(tenantId, validDays, now);
  try {
    await putIfAbsent(path, pem);
  } catch (error) {
    throw new UsageError(
      `--out ${folder}: the private key cannot be written there (${messageOf(error)}). Nothing was changed at Microsoft.`,
    );
  }
  const local = refuseForeign(readLocal(path, now), folder, tenantId);
  if (local === null) throw new UsageError(`${path} is gone: another run is at work. Run the command again.`);
  return { local, isMade: true };
}

/** Microsoft takes this certificate: from now on it is the one under the usual name. */
export function settleKey(local: LocalCertificate, folder: string): string {
  const path = join(folder, keyFileName);
  if (local.path !== path && textOf(local.path) !== null) renameSync(local.path, path);
  if (process.platform !== 'win32') chmodSync(path, 0o600);
  return path;
}

function isOfDirectory(path: string, tenantId: string): boolean {
  const pem = textOf(path) ?? '';
  try {
    const certificate = new X509Certificate(pem.slice(pem.indexOf('-----BEGIN CERTIFICATE-----')));
    return directoryOf(certificate.subject) === tenantId;
  } catch (error) {
    // Whatever it is, this command did not make it.
    if (error instanceof Error) return false;
    throw error;
  }
}

/** Key files of this directory in the folder, whether they have ended or not. */
export const keyFilesOf = (folder: string, tenantId: string): string[] =>
  [keyFileName, nextFileName].map((name) => join(folder, name)).filter((path) => isOfDirectory(path, tenantId));
