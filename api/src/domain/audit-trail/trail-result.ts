import { TrailVerification } from '@tenantry/contract/audit-trail';
import * as z from 'zod/mini';
import type { Vault } from '../../ports/vault.ts';
import type { AuditLogStore } from '../../store/audit-log.ts';
import { isSameSeal, sealOf } from './seals.ts';
import { readKeyNotes, readTrailKey } from './trail-key.ts';

type Parts = { auditLog: AuditLogStore; vault: Vault };

const sealed = (key: string, text: string) => sealOf(key, 'verification', [text]);

/** A result that says nothing of the trail, but why. */
export function notVerified(reason: string, verifiedAt: string): TrailVerification {
  return {
    status: 'notVerified',
    reason,
    verifiedAt,
    entries: 0,
    blocks: 0,
    from: null,
    until: null,
    anchored: null,
    unproven: { blocks: 0, entries: 0, waiting: 0 },
    problemCount: 0,
    problems: [],
    notes: [],
  };
}

/** The result as it is kept: under the trail's key, where there is one and the vault gives it. */
export async function sealResult(
  { auditLog, vault }: Parts,
  result: TrailVerification,
): Promise<{ result: string; seal: string }> {
  const text = JSON.stringify(result);
  try {
    const key = await readTrailKey(auditLog, vault);
    return { result: text, seal: key === null ? '' : sealed(key, text) };
  } catch (error) {
    // That nothing could be verified may be said by anybody.
    if (result.status === 'notVerified') return { result: text, seal: '' };
    throw error;
  }
}

/**
 * The result that was kept. One that another hand wrote says nothing of the trail, and neither does one while the vault
 * cannot be asked whose it is; null where there is none of this version.
 */
export async function openResult(
  { auditLog, vault }: Parts,
  kept: { result: string; seal: string },
  now: Date,
): Promise<TrailVerification | null> {
  let key: string | null;
  try {
    key = await readTrailKey(auditLog, vault);
  } catch (error) {
    const reason = `The key of the trail cannot be read: ${error instanceof Error ? error.message : error}`;
    return notVerified(reason, now.toISOString());
  }
  if (kept.result === '') return null;
  const result = parsed(kept.result);
  if (key === null || result?.status === 'notVerified') return result;
  // Of a trail that had not begun; or another hand's.
  if (kept.seal === '') return null;
  if (isSameSeal(kept.seal, sealed(key, kept.result))) return result;
  return notVerified('The stored result of the last verification was changed by another hand.', now.toISOString());
}

function parsed(text: string): TrailVerification | null {
  try {
    const read = z.safeParse(TrailVerification, JSON.parse(text));
    return read.success ? read.data : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Since when there is a trail, as the vault says; null where it knows of none. */
export async function trailBegan({ auditLog, vault }: Parts): Promise<string | null> {
  return (await readKeyNotes(auditLog, vault)).noted?.timestamp ?? null;
}
