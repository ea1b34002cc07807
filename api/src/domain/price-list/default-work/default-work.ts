import type { WorkKind, WorkPrice } from '@tenantry/contract/price-list';

/** What a remedy takes until somebody says otherwise (docs/project-plan.md). */
export type DefaultWork = { kind: WorkKind; hours: number; size?: WorkPrice['size']; why: string };

/** By the id of the remedy. */
export type DefaultWorkOf = Readonly<Record<string, DefaultWork>>;

/** So many hours more for each one affected. */
export const forEach = (each: string, hours: number) => ({ hours, per: 1, each });

/** So many hours more for each hundred users affected. */
export const forHundredUsers = (hours: number) => ({ hours, per: 100, each: '100 users' });
