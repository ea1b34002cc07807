import { join } from 'node:path';
import { CommandError, printed, type Run } from './command.ts';

/** The last release of a region that passed its smoke test. */
export interface ReleaseRecord {
  commit: string;
  runId: string;
  digest: string;
}

// A deployment without resources: it changes nothing, and nobody writes it who may not deploy to the region.
const recordName = 'tenantry-release';
const recordTemplate = join(import.meta.dirname, 'release-record.json');

const patterns: Record<keyof ReleaseRecord, RegExp> = {
  commit: /^[0-9a-f]{40}$/,
  runId: /^\d{1,20}$/,
  digest: /^[0-9a-f]{64}$/,
};

/** @throws Error naming the field that is not what it should be */
export function checkedRecord(values: Record<keyof ReleaseRecord, unknown>): ReleaseRecord {
  const checked = (field: keyof ReleaseRecord): string => {
    const value = values[field];
    if (typeof value !== 'string' || !patterns[field].test(value))
      throw new Error(`${field} is not one: ${String(value)}`);
    return value;
  };
  return { commit: checked('commit'), runId: checked('runId'), digest: checked('digest') };
}

/**
 * The record of a region, or null where there is none: before its first release, or before its first deployment.
 * @throws CommandError where Azure could not be asked
 */
export async function readRecord(run: Run, resourceGroup: string): Promise<ReleaseRecord | null> {
  const args = ['deployment', 'group', 'show', '--resource-group', resourceGroup, '--name', recordName];
  try {
    const outputs = JSON.parse(
      await printed(run, 'az', [...args, '--query', 'properties.outputs', '--output', 'json']),
    );
    if (outputs === null) return null;
    const { commit, runId, digest } = outputs;
    return checkedRecord({ commit: commit?.value, runId: runId?.value, digest: digest?.value });
  } catch (error) {
    const isAbsent = /\b(ResourceGroupNotFound|DeploymentNotFound)\b/;
    if (error instanceof CommandError && isAbsent.test(error.stderr)) return null;
    throw error;
  }
}

/** @throws CommandError where it could not be written */
export async function writeRecord(run: Run, resourceGroup: string, record: ReleaseRecord): Promise<void> {
  const args = ['deployment', 'group', 'create', '--resource-group', resourceGroup, '--name', recordName];
  const values = Object.entries(record).map(([name, value]) => `${name}=${value}`);
  await printed(run, 'az', [...args, '--template-file', recordTemplate, '--parameters', ...values, '--output', 'none']);
}
