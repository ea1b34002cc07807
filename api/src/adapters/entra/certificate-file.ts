import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { SignInFailure } from './sign-in-failure.ts';

const isErrno = (error: unknown): error is NodeJS.ErrnoException => error instanceof Error && 'code' in error;

async function readPem(path: string): Promise<string> {
  const bytes = await readFile(path).catch((error: unknown) => {
    if (!isErrno(error)) throw error;
    const reason = error.code === 'ENOENT' ? 'certificate-missing' : 'certificate-unreadable';
    throw new SignInFailure(reason, { path, said: error.code ?? '' });
  });
  // PKCS #12 is binary: a SEQUENCE in DER.
  if (bytes[0] === 0x30) throw new SignInFailure('certificate-is-pfx', { path });
  return bytes.toString('utf8');
}

/**
 * Reads what a certificate is signed in with, before the library does: of a wrong password or a missing key it says no more
 * than that something could not be decoded.
 * @returns the file's text, with both certificate and private key in it
 */
export async function readCertificate(path: string, password: string | undefined): Promise<string> {
  const pem = await readPem(path);
  if (!/-----BEGIN CERTIFICATE-----/.test(pem) || !/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(pem)) {
    throw new SignInFailure('certificate-incomplete', { path });
  }
  const isEncrypted = /BEGIN ENCRYPTED PRIVATE KEY|Proc-Type: 4,ENCRYPTED/.test(pem);
  if (isEncrypted && password === undefined) throw new SignInFailure('certificate-password-needed', { path });
  try {
    createPrivateKey({ key: pem, format: 'pem', ...(password === undefined ? {} : { passphrase: password }) });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new SignInFailure(isEncrypted ? 'certificate-password-wrong' : 'certificate-incomplete', { path });
  }
  try {
    new X509Certificate(pem);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new SignInFailure('certificate-incomplete', { path });
  }
  return pem;
}
