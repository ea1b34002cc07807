import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Facts } from '../audit/facts/facts.ts';
import type { SignInClasses } from '../audit/facts/sign-in-classes.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { ListCourse } from '../ports/list-course.ts';
import { fromStored, type Shape, toStored } from './shape.ts';
import { fileShapes } from './shapes.ts';
import { tenantFolder } from './tenant-folders.ts';
import type { TenantRecord } from './tenants.ts';

/** Which groups that policies name each account of the log is in, and whose members are known; ids in lower case. */
export type StoredGroups = { read: readonly string[]; groupsOf: readonly (readonly [string, readonly string[]])[] };

/** What is kept of a reading of the sign-in log: classes, and what of the tenant decides whether a policy applies to them. */
export type StoredSignInLog = {
  days: number;
  from: string;
  to: string;
  keptUntil: string;
  log: SignInClasses;
  /** Of these alone: namedLocations (by which addresses were placed), roles, users (accounts of the log). */
  facts: Facts;
  groups: StoredGroups;
};

/** How far a reading over many pages has come. `reading` names it. */
export type SignInLogProgress = {
  reading: string;
  next: string;
  course: ListCourse;
  facts: Facts;
  log: SignInClasses;
};

type Owner = Pick<TenantRecord, 'id' | 'isMock'>;

/** Far above what the caps of the classes let through. */
const maxBytes = 128 * 1024 * 1024;
const progressKeptMs = 2 * 86_400_000;
const pack = promisify(gzip);
const unpack = promisify(gunzip);

const signInLogFolders = ['sign-ins', 'simulated-sign-ins'] as const;

const inName = (instant: string): string => instant.replaceAll(':', '-');
const untilOf = /\/(?:log|progress)-until-([^/]+)\.json\.gz$/;

/**
 * What is kept of the sign-in log of each tenant, a file each, whose name tells until when: for simulated tenants in a folder of
 * their own, so that a reading that began before the tenant went live cannot write among the real ones.
 */
export function createSignInLogStore(blobs: Blobs) {
  const folder = ({ id, isMock }: Owner) => tenantFolder(isMock ? 'simulated-sign-ins' : 'sign-ins', id);
  const nameOf = (owner: Owner, kind: 'log' | 'progress', until: string) =>
    `${folder(owner)}${kind}-until-${inName(until)}.json.gz`;

  async function names(owner: Owner, kind: 'log' | 'progress'): Promise<string[]> {
    const found: string[] = [];
    for await (const name of blobs.list(`${folder(owner)}${kind}-until-`)) found.push(name);
    return found.sort();
  }

  async function read<T extends object>(name: string | undefined, shape: Shape): Promise<T | null> {
    const bytes = name === undefined ? null : await blobs.read(name);
    if (bytes === null || name === undefined) return null;
    const text = await unpack(bytes, { maxOutputLength: maxBytes });
    return fromStored<T>(name, shape, JSON.parse(text.toString('utf8')));
  }

  /** Writes the new one before the ones before it go, so that there is always one. */
  async function replace(owner: Owner, kind: 'log' | 'progress', until: string, value: object, shape: Shape) {
    const name = nameOf(owner, kind, until);
    await blobs.write(name, await pack(JSON.stringify(toStored(shape, value))), 'application/gzip');
    for (const other of await names(owner, kind)) if (other !== name) await blobs.delete(other);
  }

  return {
    /** Null where there is none, or it is past its time. */
    async read(owner: Owner, now: Date): Promise<StoredSignInLog | null> {
      const stored = await read<StoredSignInLog>((await names(owner, 'log')).at(-1), fileShapes.signInLog);
      return stored !== null && stored.keptUntil > now.toISOString() ? stored : null;
    },
    write: (owner: Owner, log: StoredSignInLog) => replace(owner, 'log', log.keptUntil, log, fileShapes.signInLog),

    async readProgress(owner: Owner, reading: string): Promise<SignInLogProgress | null> {
      const [name] = await names(owner, 'progress');
      const stored = await read<SignInLogProgress>(name, fileShapes.signInLogProgress);
      return stored?.reading === reading ? stored : null;
    },
    writeProgress(owner: Owner, startedAt: string, progress: SignInLogProgress): Promise<void> {
      const until = new Date(Date.parse(startedAt) + progressKeptMs).toISOString();
      return replace(owner, 'progress', until, progress, fileShapes.signInLogProgress);
    },
    async endProgress(owner: Owner): Promise<void> {
      for (const name of await names(owner, 'progress')) await blobs.delete(name);
    },
  };
}

export type SignInLogStore = ReturnType<typeof createSignInLogStore>;

/** Deletes what is past its time, of every tenant. @returns how many files */
export async function forgetSignInLogs(blobs: Pick<Blobs, 'list' | 'delete'>, now: Date): Promise<number> {
  let forgotten = 0;
  for (const folder of signInLogFolders) {
    for await (const name of blobs.list(`${folder}/`)) {
      const until = untilOf.exec(name)?.[1];
      if (until === undefined || until > inName(now.toISOString())) continue;
      await blobs.delete(name);
      forgotten += 1;
    }
  }
  return forgotten;
}
