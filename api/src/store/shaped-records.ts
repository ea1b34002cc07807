import type { Collection, Stored } from '../ports/collection.ts';
import type { ContainerDefinition, RecordStore } from '../ports/record-store.ts';
import { fromStored, type Shape, toStored } from './shape.ts';

/** A container says which shape its records have. */
export type ShapedContainer = ContainerDefinition & { shape: Shape };

function shapeOf(container: ContainerDefinition): Shape {
  if (!('shape' in container))
    throw new Error(`The container '${container.name}' does not say which shape its records have`);
  return (container as ShapedContainer).shape;
}

/**
 * The record store with every record in the shape of today: read, it is brought up to date; written, it carries the newest
 * version. Nothing is rewritten by reading alone.
 */
export function shapedRecords(records: RecordStore): RecordStore {
  function reading<T extends { id: string }>(
    container: ContainerDefinition,
    collection: Pick<Collection<T>, 'query' | 'count'>,
  ): Pick<Collection<T>, 'query' | 'count'> {
    const shape = shapeOf(container);
    return {
      async query(query) {
        const page = await collection.query(query);
        return { ...page, items: page.items.map((item) => fromStored<T>(container.name, shape, item)) };
      },
      count: (where) => collection.count(where),
    };
  }

  return {
    partition<T extends { id: string }>(container: ContainerDefinition, key: string): Collection<T> {
      const collection = records.partition<T>(container, key);
      const shape = shapeOf(container);
      const current = ({ value, etag }: Stored<T>) => ({ value: fromStored<T>(container.name, shape, value), etag });
      return {
        ...reading(container, collection),
        async get(id) {
          const stored = await collection.get(id);
          return stored && current(stored);
        },
        create: async (value) => current(await collection.create(toStored(shape, value))),
        replace: async (value, etag) => current(await collection.replace(toStored(shape, value), etag)),
        delete: (id) => collection.delete(id),
      };
    },
    across: (container) => reading(container, records.across(container)),
    asWritten: (container, key) => records.asWritten(container, key),
    partitionKeys: (container) => records.partitionKeys(container),
    removeExpired: (containers, now) => records.removeExpired(containers, now),
    close: () => records.close(),
  };
}
