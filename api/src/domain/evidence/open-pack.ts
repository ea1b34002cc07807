import { truncate } from '@tenantry/contract/text';
import * as z from 'zod/mini';
import type { EvidencePublicKey } from '../../ports/signing-key.ts';
import { evidencePublicKey, signatureProblem } from './detached-signature.ts';
import { jsonFile, Manifest, packFiles, sha256 } from './manifest.ts';
import { type PackedEntry, PackFormError, readZip, unpacked } from './pack-zip.ts';
import { publicKeyPem } from './public-key-pem.ts';

/** A pack that is whole: every byte of it is told by its manifest, which its signature holds for. */
export type OpenedPack = {
  manifest: Manifest;
  /** The key in the pack. Whether it is the installation's, it cannot tell itself. */
  key: EvidencePublicKey;
  files: ReadonlyMap<string, Buffer>;
  /** A TimeStampResp, and the bytes that it stamps; null where the pack has none. */
  timeStamp: { response: Buffer; stamped: Buffer } | null;
};

const PublicKey = z.object({ kty: z.string(), crv: z.string(), x: z.string(), y: z.string() });

function jsonIn(bytes: Buffer, name: string): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) throw new PackFormError(`${name} is no JSON: it was changed.`);
    throw error;
  }
}

function manifestIn(bytes: Buffer): Manifest {
  const value = jsonIn(bytes, packFiles.manifest);
  if (typeof value === 'object' && value !== null && 'evidencePack' in value && value.evidencePack !== 1) {
    const form = truncate(JSON.stringify(value.evidencePack), 60, '…');
    throw new PackFormError(`The pack says that it has the form ${form}, and this version of Tenantry knows form 1.`);
  }
  const parsed = z.safeParse(Manifest, value);
  if (!parsed.success) throw new PackFormError(`${packFiles.manifest} has not the form of a manifest: it was changed.`);
  return parsed.data;
}

function fileOf(files: ReadonlyMap<string, Buffer>, name: string): Buffer {
  const bytes = files.get(name);
  if (!bytes) throw new PackFormError(`There is no ${name} in it.`);
  return bytes;
}

async function keyIn(files: ReadonlyMap<string, Buffer>, { key }: Manifest): Promise<EvidencePublicKey> {
  const bytes = fileOf(files, packFiles.publicKey);
  const read = z.safeParse(PublicKey, jsonIn(bytes, packFiles.publicKey));
  if (!read.success) throw new PackFormError(`${packFiles.publicKey} holds no key: it was changed.`);
  const found = await evidencePublicKey(read.data).catch((error: unknown) => {
    throw new PackFormError(`${packFiles.publicKey} holds no key of ES256: ${error}.`);
  });
  if (!bytes.equals(jsonFile(found))) throw new PackFormError(`${packFiles.publicKey} was changed.`);
  if (found.kid !== key.kid) throw new PackFormError('The key in it is not the one that its manifest names.');
  return found;
}

/** What the manifest says of each file, held against the zip: nothing may be missing, nothing may be there beside it. */
function problemOfFiles(entries: readonly PackedEntry[], { files, timeStamp }: Manifest): string | null {
  const own = [packFiles.manifest, packFiles.signature];
  const stamps = timeStamp === null ? [] : [packFiles.timeStamp, packFiles.timeStampSignature];
  const expected = [...files.map(({ name }) => name), ...own, ...stamps];
  const found = entries.map(({ name }) => name);
  const missing = expected.find((name) => !found.includes(name));
  if (missing !== undefined) return `${missing} is missing: the manifest lists it.`;
  const added = found.find((name) => !expected.includes(name));
  if (added !== undefined) return `${added} was added: the manifest does not list it.`;
  if (expected.join('\n') !== found.join('\n')) return 'Its files do not lie in the order of the manifest.';
  return null;
}

function problemOfHashes(entries: readonly PackedEntry[], files: ReadonlyMap<string, Buffer>, manifest: Manifest) {
  for (const [index, listed] of manifest.files.entries()) {
    const entry = entries[index];
    const bytes = fileOf(files, listed.name);
    const isSame = sha256(bytes) === listed.sha256 && bytes.length === listed.size;
    if (!isSame) return `${listed.name} was changed: it has another hash than the manifest says.`;
    if (
      entry === undefined ||
      sha256(entry.packed) !== listed.packedSha256 ||
      entry.packed.length !== listed.packedSize
    )
      return `${listed.name} was packed anew: the zip holds other bytes of it than were signed.`;
  }
  return null;
}

/**
 * Opens a pack that is whole: written as packs are, with each file as its manifest says, and a signature of its key over that.
 * @throws PackFormError that says what was changed
 */
export async function openPack(bytes: Uint8Array): Promise<OpenedPack> {
  const entries = readZip(bytes);
  const files = new Map(entries.map((entry) => [entry.name, unpacked(entry)]));
  const manifestBytes = fileOf(files, packFiles.manifest);
  const manifest = manifestIn(manifestBytes);
  if (entries.some(({ name, method }) => method !== 0 && name.startsWith('manifest.')))
    throw new PackFormError('Its manifest was packed anew.');
  const problem = problemOfFiles(entries, manifest) ?? problemOfHashes(entries, files, manifest);
  if (problem !== null) throw new PackFormError(problem);
  const key = await keyIn(files, manifest);
  if (fileOf(files, 'public-key.pem').toString() !== publicKeyPem(key))
    throw new PackFormError('The two forms of its public key are not the same key.');
  const signature = fileOf(files, packFiles.signature);
  const wrong = signatureProblem(signature.toString('latin1'), manifestBytes, key);
  if (wrong !== null) throw new PackFormError(`The signature of the manifest is not good: ${wrong}.`);
  if (manifest.timeStamp === null) return { manifest, key, files, timeStamp: null };
  const response = fileOf(files, packFiles.timeStamp);
  const ofStamp = signatureProblem(fileOf(files, packFiles.timeStampSignature).toString('latin1'), response, key);
  if (ofStamp !== null) throw new PackFormError(`The signature of the time stamp is not good: ${ofStamp}.`);
  return { manifest, key, files, timeStamp: { response, stamped: signature } };
}
