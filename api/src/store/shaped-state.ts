import type { StateStore, StateTable, StateTableName } from '../ports/state.ts';
import { firstShape, fromStored, type Shape, toStored } from './shape.ts';

type Value = Record<string, string | number | boolean>;

/** Signing in proved who somebody is; from which browser is not known any more. */
const withProof: Shape = {
  version: 2,
  upgrades: { 1: (session) => ({ ...session, verifiedAt: session.createdAt, userAgent: '', address: '' }) },
};

/** The shapes of what outlives a deployment in Table Storage: sessions for hours, the others for minutes to a day. */
const shapes: Record<StateTableName, Shape> = {
  sessions: withProof,
  throttles: firstShape,
  pendingsignins: firstShape,
  devices: firstShape,
  resetlinks: firstShape,
  activescans: firstShape,
  ratelimits: firstShape,
  leases: firstShape,
  oauthrequests: firstShape,
  pendingconnections: firstShape,
  exports: firstShape,
  timerruns: firstShape,
  changewatch: firstShape,
  noticemarks: firstShape,
  tickets: firstShape,
};

/** The state store with every entity in the shape of today. */
export function shapedState(state: StateStore): StateStore {
  return {
    table<T extends Value>(name: StateTableName): StateTable<T> {
      const table = state.table<T>(name);
      const shape = shapes[name];
      return {
        async get(partition, key) {
          const found = await table.get(partition, key);
          return found && { ...found, value: fromStored<T>(name, shape, found.value) };
        },
        create: (partition, key, value) => table.create(partition, key, toStored(shape, value)),
        replace: (partition, key, value, etag) => table.replace(partition, key, toStored(shape, value), etag),
        delete: (partition, key, etag) => table.delete(partition, key, etag),
        async *list(partition) {
          for await (const one of table.list(partition)) yield { ...one, value: fromStored<T>(name, shape, one.value) };
        },
      };
    },
  };
}
