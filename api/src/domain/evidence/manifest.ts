import { createHash } from 'node:crypto';
import { FrameworkId } from '@tenantry/contract/framework-id';
import * as z from 'zod/mini';

/** The names of what every pack has, beside the files that its manifest lists. */
export const packFiles = {
  manifest: 'manifest.json',
  signature: 'manifest.jws',
  timeStamp: 'manifest.tsr',
  timeStampSignature: 'manifest.tsr.jws',
  publicKey: 'public-key.jwk',
  snapshot: 'snapshot.json',
  verdicts: 'verdicts.json',
  controls: 'controls.json',
  /** Where the product that made the pack was built. */
  tool: 'evaluate.mjs',
} as const;

const sha256Hex = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const text = z.string().check(z.maxLength(2_000));
const bytes = z.number().check(z.int(), z.gte(0));

export const SnapshotForm = z.enum(['redacted', 'whole']);
export type SnapshotForm = z.infer<typeof SnapshotForm>;

/** What a pack says of itself; its signature is over these bytes, and by the hashes over those of every other file. */
export const Manifest = z.strictObject({
  /** The form of the pack. Raised when an earlier Tenantry could misread a newer one. */
  evidencePack: z.literal(1),
  tenant: z.strictObject({ id: text, name: text, directoryId: text }),
  framework: z.strictObject({ id: FrameworkId, name: text, version: text }),
  audit: z.strictObject({ id: text, judgedAt: text, isSimulated: z.boolean() }),
  snapshot: SnapshotForm,
  catalogue: z.strictObject({ sha256: sha256Hex, checks: bytes }),
  /** The product that judged and made the pack; null where it was not built from a commit that it knows. */
  tool: z.strictObject({ name: text, version: text, commit: z.nullable(text) }),
  madeAt: text,
  madeBy: text,
  /** Who signs, and where its public keys are to be had. Whoever verifies compares the key with what stands there. */
  installation: z.strictObject({ name: text, address: text, keysAt: text }),
  key: z.strictObject({ kid: text, alg: z.literal('ES256') }),
  /** Which authority stamped the signature; null where none did. */
  timeStamp: z.nullable(z.strictObject({ authority: text })),
  /** Why there is no time stamp; null where there is one. */
  noTimeStampBecause: z.nullable(text),
  /** Every other file but the manifest's own signature and stamp, in their order: as it is, and as it is packed in the zip. */
  files: z.array(
    z.strictObject({ name: text, size: bytes, sha256: sha256Hex, packedSize: bytes, packedSha256: sha256Hex }),
  ),
});
export type Manifest = z.infer<typeof Manifest>;

export const sha256 = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');

/** A file of a pack as text, the same bytes for the same content. */
export const jsonFile = (content: unknown): Buffer => Buffer.from(`${JSON.stringify(content, null, 2)}\n`);
