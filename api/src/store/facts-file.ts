import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Blobs } from '../ports/blobs.ts';
import { fromStored, NewerShapeError, type Shape, toStored } from './shape.ts';
import { tenantFolder } from './tenant-folders.ts';

const pack = promisify(gzip);
const unpack = promisify(gunzip);

type Kind = {
  /** Within the folder of the tenant, which goes with all that is in it. */
  fileName: string;
  /** As errors name it. */
  name: string;
  shape: Shape;
  /** Of JSON: a file that holds more is refused. */
  maxBytes: number;
};

/** What the latest scan of each tenant read, as one packed file of a tenant: all of it, or a part that is read often. */
export function factsFile<T extends { isSimulated: boolean }>(blobs: Blobs, { fileName, name, shape, maxBytes }: Kind) {
  const nameOf = (tenantId: string): string => `${tenantFolder('audited-facts', tenantId)}${fileName}`;

  /** What a newer version of the product kept is not there for this one: it is left as it is. */
  function factsIn(file: object): T | null {
    try {
      return fromStored<T>(name, shape, file);
    } catch (error) {
      if (error instanceof NewerShapeError) return null;
      throw error;
    }
  }

  return {
    /** Writing it again writes the same. */
    async keep(tenantId: string, kept: T): Promise<void> {
      await blobs.write(nameOf(tenantId), await pack(JSON.stringify(toStored(shape, kept))), 'application/gzip');
    },

    /** Null where nothing is kept, or of the tenant's other mode. */
    async read({ id, isMock }: { id: string; isMock: boolean }): Promise<T | null> {
      const bytes = await blobs.read(nameOf(id));
      if (bytes === null) return null;
      const text = await unpack(bytes, { maxOutputLength: maxBytes });
      const kept = factsIn(JSON.parse(text.toString('utf8')));
      return kept?.isSimulated === isMock ? kept : null;
    },
  };
}
