import type { FindingOrder } from '@tenantry/contract/findings';

type Direction = 'asc' | 'desc';
type OrderKey = 'urgency' | `${Exclude<FindingOrder, 'urgency'>}:${Direction}`;

/** Orders as people name them, in place of a field and a direction. */
export const orderLabels: Record<OrderKey, string> = {
  urgency: 'Most urgent first',
  'severity:desc': 'Highest severity first',
  'severity:asc': 'Lowest severity first',
  'affected:desc': 'Most affected first',
  'affected:asc': 'Fewest affected first',
  'first-detected:desc': 'Newest first',
  'first-detected:asc': 'Oldest first',
  'last-detected:desc': 'Last detected: latest first',
  'last-detected:asc': 'Last detected: earliest first',
  'title:asc': 'Title, A to Z',
  'title:desc': 'Title, Z to A',
  'status:asc': 'Status: unresolved first',
  'status:desc': 'Status: resolved first',
};

export const orderKeys = Object.keys(orderLabels) as OrderKey[];

/** The order that an address names. */
export function orderKeyOf({ sort = 'urgency', direction = 'asc' }: { sort?: FindingOrder; direction?: Direction }) {
  return sort === 'urgency' ? sort : (`${sort}:${direction}` as const);
}

/** An order as parameters of an address; the default one has none. */
export function orderParams(key: OrderKey): { sort: FindingOrder | undefined; direction: Direction | undefined } {
  if (key === 'urgency') return { sort: undefined, direction: undefined };
  const [sort, direction] = key.split(':') as [FindingOrder, Direction];
  return { sort, direction: direction === 'asc' ? undefined : direction };
}
