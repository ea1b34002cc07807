import type { Blobs } from '../ports/blobs.ts';
import { fromStored, type Shape, toStored } from './shape.ts';

/**
 * A JSON file in the shape of today; null where there is none.
 * @throws NewerShapeError
 */
export async function readJsonFile<T extends object>(
  blobs: Pick<Blobs, 'read'>,
  name: string,
  shape: Shape,
): Promise<T | null> {
  const bytes = await blobs.read(name);
  return bytes && fromStored<T>(name, shape, JSON.parse(Buffer.from(bytes).toString('utf8')));
}

export function writeJsonFile(blobs: Pick<Blobs, 'write'>, name: string, value: object, shape: Shape): Promise<void> {
  return blobs.write(name, JSON.stringify(toStored(shape, value)), 'application/json');
}
