import type { IndexingPolicy, PartitionKeyDefinition, UniqueKeyPolicy } from '@azure/cosmos';
import type { ContainerDefinition } from '../../ports/record-store.ts';

/** A container as Cosmos DB is told to make it, in the words that its SDK and Azure's resource templates share. */
export type ContainerResource = {
  id: string;
  partitionKey: PartitionKeyDefinition & { kind: 'Hash' };
  uniqueKeyPolicy: UniqueKeyPolicy;
  /** Seconds; absent where records stay. */
  defaultTtl?: number;
  indexingPolicy: IndexingPolicy;
};

/**
 * What a container needs of Cosmos DB. Emulators are set up by it (`createCosmosContainers`) and so are the Bicep files
 * (`npm run infra:generate`), so that what the tests run on is what Azure has.
 *
 * A page is ordered by a field and the id, which takes a composite index. Azure's serve the opposite direction too, the
 * emulator's do not. Everything else is found by the index that every field has.
 */
export function containerResource(definition: ContainerDefinition): ContainerResource {
  return {
    id: definition.name,
    // The SDK has an enum for the word; its type is all that is taken from it.
    partitionKey: {
      paths: [`/${definition.partitionField}`],
      kind: 'Hash',
      version: 2,
    } as ContainerResource['partitionKey'],
    uniqueKeyPolicy: { uniqueKeys: (definition.uniqueKeys ?? []).map((key) => ({ paths: [`/${key}`] })) },
    ...(definition.timeToLiveSeconds ? { defaultTtl: definition.timeToLiveSeconds } : {}),
    indexingPolicy: {
      automatic: true,
      indexingMode: 'consistent',
      includedPaths: [{ path: '/*' }],
      excludedPaths: [{ path: '/"_etag"/?' }],
      compositeIndexes: [...(definition.orders ?? []), ...(definition.ordersAcross ?? [])].flatMap((field) =>
        (['ascending', 'descending'] as const).map((order) => [
          { path: `/${field}`, order },
          { path: '/id', order },
        ]),
      ),
    },
  };
}
