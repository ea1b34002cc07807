import { createPublicKey, type JsonWebKey } from 'node:crypto';
import { isObject, valueAt } from '../../audit/facts/json-reader.ts';
import { evidencePublicKey } from '../../domain/evidence/detached-signature.ts';
import { messageOf, parseJson, readText, UsageError } from '../command.ts';

/** The thumbprints that a pack may be signed by, and where they come from; null where nobody said: the pack's own key is all there is. */
export type KnownKeys = { thumbprints: readonly string[]; from: string } | null;

/** Where the keys should be cannot be asked: nothing is known, and nothing is said to be tampered with. */
export class KeysUnknownError extends Error {}

const waitMs = 20_000;

async function thumbprintsOf(keys: readonly unknown[], from: string): Promise<readonly string[]> {
  try {
    return await Promise.all(keys.map(async (key) => (await evidencePublicKey(key as JsonWebKey)).kid));
  } catch (error) {
    throw new UsageError(`${from} holds no public key of ES256: ${messageOf(error)}`);
  }
}

/** The keys in a text: PEM, a JSON Web Key, or a set of them. */
async function keysIn(text: string, from: string): Promise<readonly string[]> {
  if (text.trimStart().startsWith('-----BEGIN')) {
    try {
      return await thumbprintsOf([createPublicKey(text).export({ format: 'jwk' })], from);
    } catch (error) {
      throw error instanceof UsageError ? error : new UsageError(`${from} holds no public key: ${messageOf(error)}`);
    }
  }
  const value = parseJson(text, from);
  const keys = valueAt(value, 'keys');
  if (!isObject(value)) throw new UsageError(`${from} holds no public key`);
  return thumbprintsOf(Array.isArray(keys) ? keys : [value], from);
}

/** @throws UsageError for an address that could not be trusted; KeysUnknownError where it does not answer */
async function keysOfInstallation(address: string): Promise<KnownKeys> {
  const url = URL.parse('/api/evidence/keys', URL.parse(address)?.origin);
  const isLocal = url?.hostname === 'localhost' || url?.hostname === '127.0.0.1';
  if (url?.protocol !== 'https:' && !(isLocal && url?.protocol === 'http:'))
    throw new UsageError(`--installation ${address} is no https address`);
  try {
    const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(waitMs) });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    return { thumbprints: await keysIn(await answer.text(), url.href), from: url.href };
  } catch (error) {
    throw new KeysUnknownError(
      `The keys of the installation could not be asked for at ${url.href}: ${messageOf(error)}`,
    );
  }
}

/** @throws UsageError, KeysUnknownError */
export async function knownKeys(file: string | undefined, installation: string | undefined): Promise<KnownKeys> {
  if (file !== undefined && installation !== undefined) throw new UsageError('Give --key or --installation, not both.');
  if (file !== undefined) return { thumbprints: await keysIn(readText(file), file), from: file };
  return installation === undefined ? null : keysOfInstallation(installation);
}
