import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AuditResult } from './audit-result.ts';

const root = join(import.meta.dirname, '../../../..');

/** Which version audits, and of which commit where local/bootstrap.mjs found one: variables of a pipeline name another repository. */
export function toolOf(): AuditResult['tool'] {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return { version, commit: process.env.TENANTRY_COMMIT ?? null };
}
