import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { tellingOutages } from '../adapters/telling-outages.ts';
import { openKeyVaultSigningKeyWithIdentity } from '../adapters/vault/key-vault-signing-key.ts';
import type { Config } from '../config.ts';
import { evidencePublicKey } from '../domain/evidence/detached-signature.ts';
import { createSecretSigningKey } from '../domain/evidence/secret-signing-key.ts';
import type * as timeStamps from '../domain/evidence/time-stamp.ts';
import type { CommonParts } from '../domain/parts/common-parts.ts';
import { createPackJobs } from '../features/evidence/pack-jobs.ts';
import { createTimeStamping } from '../features/evidence/time-stamping.ts';
import type { GuardedFetch } from '../ports/guarded-fetch.ts';
import type { SigningKey } from '../ports/signing-key.ts';
import { createEvidenceFiles } from '../store/evidence-files.ts';
import type { ScannedFactsStore } from '../store/scanned-facts.ts';
import type { Stores } from '../store/stores.ts';
import { buildOf } from './build-of.ts';

type Parts = Pick<
  CommonParts,
  'tenants' | 'systemConfig' | 'leases' | 'queue' | 'trail' | 'clock' | 'log' | 'blobs' | 'vault'
> & {
  config: Config;
  stores: Pick<Stores, 'evidencePacks'>;
  scannedFacts: ScannedFactsStore;
  fetch: GuardedFetch;
};

/** `npm run evaluate` in one file, as the bundle has it; from the sources there is none. */
async function evaluateFile(bundleDirectory: string): Promise<Uint8Array | null> {
  try {
    return await readFile(join(bundleDirectory, 'evaluate.mjs'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** Which product judges and signs; from the sources, as tests run it, it is of no version. */
const tool = { name: 'Tenantry', ...(buildOf() ?? { version: 'unbuilt', commit: null }) };

/** In Key Vault it never leaves; on one machine it is a secret of the encrypted file. */
function signingKeyOf({ vault }: Config, parts: Pick<CommonParts, 'vault' | 'leases' | 'clock'>): SigningKey {
  return vault.kind === 'file'
    ? createSecretSigningKey(parts)
    : openKeyVaultSigningKeyWithIdentity(vault.url, { clock: parts.clock, publicKeyOf: evidencePublicKey });
}

/** @param bundleDirectory where the files that make time stamps, and that judge a pack again, lie */
export function composeEvidence(bundleDirectory: string, { config, stores, fetch, blobs, ...parts }: Parts) {
  const { publicOrigin, organizationName } = config;
  const evidenceFiles = createEvidenceFiles(blobs);
  const signingKey = tellingOutages('vault', signingKeyOf(config, parts));
  const timeStamping = createTimeStamping({
    ...parts,
    fetch,
    loadTimeStamps: () => createRequire(join(bundleDirectory, 'main.js'))('./time-stamp.js') as typeof timeStamps,
  });
  const { evidencePacks } = stores;
  const made = { evidenceFiles, signingKey, timeStamping };
  const evaluateTool = () => evaluateFile(bundleDirectory);
  const evidenceJobs = createPackJobs({
    ...parts,
    ...made,
    evidencePacks,
    tool,
    evaluateTool,
    organizationName,
    publicOrigin,
  });
  return { ...made, evidenceJobs };
}
