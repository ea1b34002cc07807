import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { FrameworkId } from './framework-id.ts';
import { LowerGuid, TenantId, TenantRecordId } from './ids.ts';
import { Instant } from './lists.ts';

/** `redacted`: names, addresses and ids of the tenant are stand-ins; the verdicts are the same. `whole`: as it was read. */
export const EvidenceSnapshot = z.enum(['redacted', 'whole']);
export type EvidenceSnapshot = z.infer<typeof EvidenceSnapshot>;

export const EvidencePackStatus = z.enum(['queued', 'running', 'ready', 'failed']);
export type EvidencePackStatus = z.infer<typeof EvidencePackStatus>;

/** A signed zip for auditors: the controls of a framework with their evidence, and the snapshot of which they were judged. */
export const EvidencePack = z.object({
  packId: TenantRecordId,
  tenantId: TenantId,
  frameworkId: FrameworkId,
  snapshot: EvidenceSnapshot,
  status: EvidencePackStatus,
  /** Why there is no file, and what to do; null where there is one, or will be. */
  error: z.nullable(z.string()),
  fileName: z.string(),
  /** Null until it is ready, as are the next two. */
  sizeBytes: z.nullable(z.number()),
  /** SHA-256 of the file, in hexadecimal. */
  sha256: z.nullable(z.string()),
  /** The thumbprint of the key that signed it (RFC 7638). */
  keyId: z.nullable(z.string()),
  /** The authority that stamped it; null where none did. */
  timeStampedBy: z.nullable(z.string()),
  /** Why it has no time stamp although one is set; else null. */
  noTimeStampBecause: z.nullable(z.string()),
  requestedAt: Instant,
  createdAt: z.nullable(Instant),
  madeBy: z.string(),
  auditedAt: Instant,
  isSimulated: z.boolean(),
  /** Since when contacts of the client may download it, and who let them; null: they do not see it. */
  shared: z.nullable(z.object({ at: Instant, by: z.string() })),
});
export type EvidencePack = z.infer<typeof EvidencePack>;

const ofPack = {
  tenant: { from: 'idPrefix', name: 'packId' },
  params: z.object({ packId: TenantRecordId }),
} as const;

export const makeEvidencePack = defineEndpoint({
  name: 'evidence-pack-make',
  summary:
    'Make the evidence pack of a framework from the latest audit of the selected tenant; one with the whole snapshot is for administrators, who confirm who they are',
  method: 'POST',
  path: '/api/evidence/packs',
  access: 'technician',
  stepUp: 'sometimes',
  tenant: { from: 'header' },
  body: z.object({
    /** Made by the caller: the same one sent twice is one pack. */
    requestId: LowerGuid,
    frameworkId: FrameworkId,
    snapshot: z._default(EvidenceSnapshot, 'redacted'),
  }),
  statuses: [201, 202],
  response: EvidencePack,
});

export const listEvidencePacks = defineEndpoint({
  name: 'evidence-packs',
  summary:
    'The evidence packs of the selected tenant, the newest first; a contact of the client sees those that are shared with them',
  method: 'GET',
  path: '/api/evidence/packs',
  access: 'viewer',
  client: true,
  tenant: { from: 'header' },
  response: z.object({ items: z.array(EvidencePack) }),
});

export const downloadEvidencePack = defineEndpoint({
  name: 'evidence-pack-download',
  summary: 'An evidence pack as a zip file; one with the whole snapshot is for administrators',
  method: 'GET',
  path: '/api/evidence/packs/{packId}/file',
  access: 'viewer',
  client: true,
  ...ofPack,
  files: ['application/zip'],
  download: true,
});

export const shareEvidencePack = defineEndpoint({
  name: 'evidence-pack-share',
  summary: 'Let contacts of the client download a redacted evidence pack, or no longer',
  method: 'PUT',
  path: '/api/evidence/packs/{packId}/shared',
  access: 'technician',
  ...ofPack,
  body: z.object({ shared: z.boolean() }),
  response: EvidencePack,
});

/** A public key (RFC 7517) as this installation signs evidence packs with it. */
const EvidenceKey = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  /** Its thumbprint (RFC 7638). */
  kid: z.string(),
  alg: z.literal('ES256'),
  use: z.literal('sig'),
});

export const getEvidenceKeys = defineEndpoint({
  name: 'evidence-keys',
  summary: 'The public keys with which this installation signs evidence packs, as a JWK Set: the one in use first',
  method: 'GET',
  path: '/api/evidence/keys',
  access: 'public',
  response: z.object({ keys: z.array(EvidenceKey) }),
});
