import type { Collection, Readable } from './collection.ts';

/** @property across counted over all partitions together alone: of one partition, or some, the records are counted */
export type CountedSet = { by: readonly string[]; across?: true };

/** What a container needs from the store: see docs/architecture.md, "Storage". */
export type ContainerDefinition = {
  name: string;
  /** The field that holds the partition key: the record's own `tenantId`, or `partition`, which the store adds. */
  partitionField: 'tenantId' | 'partition';
  /** Each unique within a partition. Every path always has a value (a missing one would count as null, once). */
  uniqueKeys?: readonly string[];
  /** Fields that lists are ordered by. Each record has a value in them. */
  orders?: readonly string[];
  /** Fields that only lists over partitions are ordered by. */
  ordersAcross?: readonly string[];
  /**
   * Fields by whose values records of all partitions are looked up together, the first ones at least. Cosmos DB has every
   * field in its index.
   */
  lookups?: readonly (readonly string[])[];
  /**
   * Fields by which lists of this container are narrowed, where there are many records and they are large: an embedded store keeps
   * them apart, so that a list reads the records of its page alone. Cosmos DB has every field in its index.
   */
  filtered?: readonly string[];
  /**
   * Sets of fields of few values: records are counted by each, for the first page of a list. Of sets that hold what is asked for the
   * first is taken. Cosmos DB counts by its index.
   */
  counted?: readonly CountedSet[];
  /**
   * Has throughput of its own where the others share that of the database, which takes 25 of them. Settled when it is made: Azure
   * changes it for no container that is there.
   */
  ownThroughput?: true;
} & (
  | { timeToLiveSeconds?: never; ageField?: never }
  /** Seconds after which a record may go, and the field with the instant from which they count. */
  | { timeToLiveSeconds: number; ageField: string }
);

/**
 * The record store. `partition` gives a collection bound to one partition. `across` reads over partitions and is for
 * named read models alone (features never see it; see store/).
 */
export interface RecordStore {
  partition<T extends { id: string }>(container: ContainerDefinition, partitionKey: string): Collection<T>;
  across<T extends { id: string }>(container: ContainerDefinition): Pick<Collection<T>, 'query' | 'count'>;
  /**
   * What lies in a partition, for those who check it. What is not to the byte as this store wrote it is no record there
   * (UnreadableRecordError): a text that names a field twice, say, of which whoever filters takes the first and whoever reads
   * the last, or another id than the one that it is found by.
   */
  asWritten<T extends { id: string }>(container: ContainerDefinition, partitionKey: string): Readable<T>;
  /**
   * The key of every partition that holds a record, in ascending order. A key that is no text, which this product never
   * writes, comes last and as JSON.
   */
  partitionKeys(container: ContainerDefinition): AsyncIterable<string>;
  /** Deletes what is older than its container's time to live. A store that does so by itself says 0. */
  removeExpired(containers: readonly ContainerDefinition[], now: Date): Promise<number>;
  close(): Promise<void>;
}
