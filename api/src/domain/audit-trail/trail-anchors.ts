import type { Blobs } from '../../ports/blobs.ts';

/** The head of the chain on a day, kept outside the record store: what was there then must still be there. */
export type TrailAnchor = { sequence: number; mac: string; anchoredAt: string; month: string };

const folder = 'trail-anchors/';

export async function writeAnchor(blobs: Blobs, anchor: TrailAnchor): Promise<boolean> {
  const name = `${folder}${anchor.anchoredAt.slice(0, 10)}.json`;
  if (await blobs.read(name)) return false;
  await blobs.write(name, JSON.stringify(anchor), 'application/json');
  return true;
}

/** The anchors of blocks in these months. */
export async function readAnchors(blobs: Blobs, months: readonly string[]): Promise<TrailAnchor[]> {
  const anchors: TrailAnchor[] = [];
  for await (const name of blobs.list(folder)) {
    const bytes = await blobs.read(name);
    if (!bytes) continue;
    const anchor = JSON.parse(Buffer.from(bytes).toString('utf8')) as TrailAnchor;
    if (months.includes(anchor.month)) anchors.push(anchor);
  }
  return anchors;
}
