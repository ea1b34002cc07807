import type { Query } from '../ports/collection.ts';
import type { ContainerDefinition } from '../ports/record-store.ts';

/**
 * Cosmos DB serves an order by two fields, as that of each page is, from a composite index alone, and refuses what has none. Every
 * store asks for the declaration, so that a test on the embedded one finds what Azure would refuse.
 * @throws where the container does not declare the order that a query asks for
 */
export function requireDeclaredOrder(container: ContainerDefinition, { orderBy }: Query): void {
  const { name, orders = [], ordersAcross = [] } = container;
  if (orderBy === undefined || ['id', ...orders, ...ordersAcross].includes(orderBy.field)) return;
  throw new Error(`The container '${name}' declares no order by '${orderBy.field}', so Cosmos DB has no index for it`);
}
