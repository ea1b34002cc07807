import type { Blobs } from '../../ports/blobs.ts';
import { readJsonFile, writeJsonFile } from '../../store/shaped-files.ts';
import { fileShapes } from '../../store/shapes.ts';

/** The head of the chain on a day, kept outside the record store: what was there then must still be there. */
type TrailAnchor = { sequence: number; mac: string; anchoredAt: string; month: string };

const folder = 'trail-anchors/';

export async function writeAnchor(blobs: Blobs, anchor: TrailAnchor): Promise<boolean> {
  const name = `${folder}${anchor.anchoredAt.slice(0, 10)}.json`;
  if (await blobs.read(name)) return false;
  await writeJsonFile(blobs, name, anchor, fileShapes.trailAnchor);
  return true;
}

/** The anchors of blocks in these months. */
export async function readAnchors(blobs: Blobs, months: readonly string[]): Promise<TrailAnchor[]> {
  const anchors: TrailAnchor[] = [];
  for await (const name of blobs.list(folder)) {
    const anchor = await readJsonFile<TrailAnchor>(blobs, name, fileShapes.trailAnchor);
    if (anchor && months.includes(anchor.month)) anchors.push(anchor);
  }
  return anchors;
}
