import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { DirectoryAuditFacts } from '../audit/facts/directory-audit-facts.ts';
import type { DatasetResult, Facts } from '../audit/facts/facts.ts';
import { type SettingsSnapshot, settingsSnapshot } from '../audit/findings/drift/settings-snapshot.ts';
import type { Blobs } from '../ports/blobs.ts';
import { fromStored, NewerShapeError, toStored } from './shape.ts';
import { fileShapes } from './shapes.ts';
import { tenantFolder } from './tenant-folders.ts';

/** The settings of a tenant at one scan, and what that scan read of the directory audit log. */
type ArchivedSettings = {
  settings: SettingsSnapshot;
  /** Null: the log was not asked for, since nothing had changed since the scan before. */
  audits: DatasetResult<DirectoryAuditFacts> | null;
};

/** A scan as the archive knows it: `timestamp` is the record's, an ISO instant. */
type ArchivedScan = { tenantId: string; id: string; timestamp: string };

const shape = fileShapes.settingsArchive;
const keptDays = 400;
const keptScans = 1000;
/** 64 MB of JSON: far above what `settingsSnapshot` lets through. */
const maxBytes = 64 * 1024 * 1024;
const dayMs = 86_400_000;
const pack = promisify(gzip);
const unpack = promisify(gunzip);

const folderOf = (tenantId: string): string => tenantFolder('settings', tenantId);
/** The names sort by the time of the scan, so that what is old is told without a look inside. */
const nameOf = ({ tenantId, id, timestamp }: ArchivedScan): string =>
  `${folderOf(tenantId)}${timestamp.replaceAll(':', '-')}_${id.slice(tenantId.length + 1)}.json.gz`;

/** What a newer version of the product kept, or another form of file, is not there for this one: it is left as it is. */
function settingsIn(file: object): ArchivedSettings | null {
  try {
    const kept = fromStored<Partial<ArchivedSettings>>('settings', shape, file);
    return kept.settings === undefined ? null : (kept as ArchivedSettings);
  } catch (error) {
    if (error instanceof NewerShapeError) return null;
    throw error;
  }
}

/** The settings of each completed scan, one small file each, for comparing scans. */
export function createSettingsArchive(blobs: Blobs) {
  return {
    /** Writing it again writes the same. */
    async keep(scan: ArchivedScan, facts: Facts): Promise<void> {
      const kept: ArchivedSettings = { settings: settingsSnapshot(facts), audits: facts.directoryAudits ?? null };
      await blobs.write(nameOf(scan), await pack(JSON.stringify(toStored(shape, kept))), 'application/gzip');
    },

    /** Null where it is not kept, or no longer. */
    async read(scan: ArchivedScan): Promise<ArchivedSettings | null> {
      const bytes = await blobs.read(nameOf(scan));
      if (bytes === null) return null;
      const text = await unpack(bytes, { maxOutputLength: maxBytes });
      return settingsIn(JSON.parse(text.toString('utf8')));
    },

    /** Nothing happens where it is not kept. */
    delete: (scan: ArchivedScan): Promise<void> => blobs.delete(nameOf(scan)),

    /** Deletes what is older than the archive keeps. */
    async clean(tenantId: string, now: Date): Promise<void> {
      const oldest = nameOf({
        tenantId,
        id: `${tenantId}_`,
        timestamp: new Date(now.getTime() - keptDays * dayMs).toISOString(),
      });
      const names: string[] = [];
      for await (const name of blobs.list(folderOf(tenantId))) names.push(name);
      names.sort().reverse();
      await Promise.all(
        names.filter((name, place) => name < oldest || place >= keptScans).map((name) => blobs.delete(name)),
      );
    },
  };
}

export type SettingsArchive = ReturnType<typeof createSettingsArchive>;
