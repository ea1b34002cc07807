/** A public key for ES256 (RFC 7518, 6.2.1): `kid` is its thumbprint by RFC 7638. */
export type EvidencePublicKey = {
  kty: 'EC';
  crv: 'P-256';
  x: string;
  y: string;
  kid: string;
  alg: 'ES256';
  use: 'sig';
};

/** What signs for an installation with one key, whose private half it never tells. */
export type PackSigner = {
  key: EvidencePublicKey;
  /** Signs by ES256: hashed with SHA-256. @returns `r || s`, 64 bytes (RFC 7518, 3.4) */
  sign(input: Uint8Array): Promise<Uint8Array>;
};

/** The key of the installation that signs evidence packs. */
export interface SigningKey {
  /** The key in use; made where there is none and this installation may make one. @throws Error where there is none */
  signer(): Promise<PackSigner>;
  /** The public keys that are good, the one in use first; none before the first pack. */
  publicKeys(): Promise<readonly EvidencePublicKey[]>;
}
