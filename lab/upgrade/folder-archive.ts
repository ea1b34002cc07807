import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';

type Entry = { path: string; bytes: number };

/**
 * A folder in one compressed piece: a line of JSON that names each file and its size, then the files one after another.
 * The same files give the same bytes.
 * @param isKept takes a path within the folder, with slashes
 */
export function packFolder(folder: string, isKept: (path: string) => boolean): Buffer {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll(sep, '/'),
    )
    .filter(isKept)
    .toSorted();
  const contents = paths.map((path) => readFileSync(join(folder, path)));
  const entries: Entry[] = paths.map((path, index) => ({ path, bytes: contents[index]?.length ?? 0 }));
  return brotliCompressSync(Buffer.concat([Buffer.from(`${JSON.stringify(entries)}\n`), ...contents]));
}

/** Writes what `packFolder` packed into a folder, for this user alone: some of it is keys. */
export function unpackFolder(archive: Uint8Array, folder: string): void {
  const content = brotliDecompressSync(archive);
  const end = content.indexOf('\n');
  const entries: Entry[] = JSON.parse(content.subarray(0, end).toString('utf8'));
  let from = end + 1;
  for (const { path, bytes } of entries) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, content.subarray(from, from + bytes), { mode: 0o600 });
    from += bytes;
  }
}
