import type { EvidencePublicKey, PackSigner } from '../../ports/signing-key.ts';
import { detachedJws, signingInput } from './detached-signature.ts';
import { jsonFile, type Manifest, packFiles, sha256 } from './manifest.ts';
import { type PackedEntry, packedEntry, zipOf } from './pack-zip.ts';
import { publicKeyPem } from './public-key-pem.ts';

/** An answer of a time stamp authority: a TimeStampResp in DER (RFC 3161, 2.4.2), or why there is none. */
export type TimeStamp = { authority: string; response: Uint8Array } | { noneBecause: string };

export type PackContent = {
  head: Omit<Manifest, 'key' | 'timeStamp' | 'noTimeStampBecause' | 'files'>;
  /** In the order in which they lie in the zip. */
  files: readonly { name: string; bytes: Uint8Array }[];
};

async function signed({ key, sign }: PackSigner, payload: Uint8Array): Promise<Buffer> {
  const signature = await sign(signingInput(key.kid, payload));
  return Buffer.from(detachedJws(key.kid, signature), 'ascii');
}

function manifestOf(
  { head }: PackContent,
  { kid, alg }: EvidencePublicKey,
  entries: readonly PackedEntry[],
  files: readonly { bytes: Uint8Array }[],
  stamp: Pick<Manifest, 'timeStamp' | 'noTimeStampBecause'>,
): Buffer {
  const listed = entries.map(({ name, size, packed }, index) => ({
    name,
    size,
    sha256: sha256(files[index]?.bytes ?? Buffer.alloc(0)),
    packedSize: packed.length,
    packedSha256: sha256(packed),
  }));
  const manifest: Manifest = { ...head, key: { kid, alg }, ...stamp, files: listed };
  return jsonFile(manifest);
}

/**
 * The finished pack: manifest, detached signature and, where an authority is asked, the time stamp of that signature. The stamp is signed
 * too, since an authority's own signature does not cover every byte of its answer. Where the authority gives none, the pack says so and is
 * signed as one without.
 * @param authority null: none is asked
 * @param stamp asks the authority for a stamp over SHA-256 of the bytes
 */
export async function sealPack(
  content: PackContent,
  signer: PackSigner,
  authority: { address: string; stamp(signature: Uint8Array): Promise<TimeStamp> } | null,
): Promise<Buffer<ArrayBuffer>> {
  const files = [
    ...content.files,
    { name: packFiles.publicKey, bytes: jsonFile(signer.key) },
    { name: 'public-key.pem', bytes: Buffer.from(publicKeyPem(signer.key)) },
  ];
  const entries = files.map(({ name, bytes }) => packedEntry(name, bytes));
  const seal = async (stamp: Pick<Manifest, 'timeStamp' | 'noTimeStampBecause'>) => {
    const manifest = manifestOf(content, signer.key, entries, files, stamp);
    return { manifest, signature: await signed(signer, manifest) };
  };
  const zip = ({ manifest, signature }: Awaited<ReturnType<typeof seal>>, more: PackedEntry[]) =>
    zipOf([
      ...entries,
      packedEntry(packFiles.manifest, manifest, true),
      packedEntry(packFiles.signature, signature, true),
      ...more,
    ]);
  const without = async (because: string) => zip(await seal({ timeStamp: null, noTimeStampBecause: because }), []);
  if (authority === null) return without('No time stamp authority is set.');
  const sealed = await seal({ timeStamp: { authority: authority.address }, noTimeStampBecause: null });
  const stamp = await authority.stamp(sealed.signature);
  if ('noneBecause' in stamp) return without(stamp.noneBecause);
  return zip(sealed, [
    packedEntry(packFiles.timeStamp, stamp.response, true),
    packedEntry(packFiles.timeStampSignature, await signed(signer, stamp.response), true),
  ]);
}
