import { update } from '../../ports/collection.ts';
import { everyTenant } from '../../store/scope.ts';
import type { CommonParts } from '../parts/common-parts.ts';
import { noSample } from './keep-sample.ts';

const atOnce = 50;

/** Nobody asks at scans any more: what Microsoft contradicted of passing checks would stand in each tenant until its next scan. */
export async function forgetSampleDisputes({ tenants }: Pick<CommonParts, 'tenants'>): Promise<void> {
  for (;;) {
    const { items } = await tenants.disputedSamples(everyTenant, atOnce);
    if (items.length === 0) return;
    for (const { id } of items) await update(tenants, id, (current) => ({ ...current, ...noSample }));
  }
}
