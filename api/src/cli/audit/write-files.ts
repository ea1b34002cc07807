import { accessSync, constants, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { messageOf, UsageError } from '../command.ts';
import type { AuditFile } from './audit-result.ts';

const partial = (name: string): string => `.${name}.${crypto.randomUUID()}.partial`;

/** Level by level: Node's own `recursive` never ends where the parent is there and lets nothing be made in it (/proc). */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another audit made it meanwhile.
    if (!existsSync(folder)) throw error;
  }
}

/**
 * Makes the folder, before anything is asked of Microsoft: half an hour of reading is not to end at a folder that nobody may
 * write to. @throws UsageError
 */
export function prepareFolder(folder: string): void {
  try {
    makeFolder(resolve(folder));
    if (!statSync(folder).isDirectory()) throw new Error('it is a file');
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw new UsageError(`--out ${folder}: the files cannot be written there (${messageOf(error)})`);
  }
}

async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
  // An audit names people and gaps: for who ran it alone.
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Writes the files of an audit, or none of them: each beside its name, then all under their names in one go that nothing
 * interrupts. Files of an earlier audit stay as they are until then.
 * @returns their paths
 * @throws the signal's reason where it was aborted, UsageError where the disk refuses
 */
export async function writeFiles(folder: string, files: readonly AuditFile[], signal: AbortSignal): Promise<string[]> {
  const written = files.map(({ name, content }) => ({
    content,
    from: join(folder, partial(name)),
    to: join(folder, name),
  }));
  for (const { to } of written) refuseFolder(to);
  const replaced: string[] = [];
  try {
    for (const { from, content } of written) {
      signal.throwIfAborted();
      await writeWhole(from, content);
    }
    signal.throwIfAborted();
    for (const { from, to } of written) {
      renameSync(from, to);
      replaced.push(to);
    }
    return replaced;
  } catch (error) {
    for (const { from } of written) rmSync(from, { force: true });
    signal.throwIfAborted();
    const changed =
      replaced.length === 0 ? 'Nothing was changed.' : `New are: ${replaced.join(', ')}. The others are as before.`;
    throw new UsageError(`--out ${folder}: the files could not be written (${messageOf(error)}). ${changed}`);
  }
}

/** What is no file cannot be replaced by one, which is to be known before the first of them is. */
function refuseFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(
      `${path} is a folder, and a file is to be written there. Nothing was changed.\nRemove it, or give another --out.`,
    );
}
