import type { SourceCounts } from '@tenantry/contract/audits';
import type { KeptDatasetState } from '../../store/audits.ts';

/**
 * How many data sources an audit read: each dataset is one, and what was not read is not, whatever the reason (docs/figures.md). Null
 * for audits of before datasets were recorded.
 */
export function sourceCounts(states: readonly Pick<KeptDatasetState, 'state'>[] | undefined): SourceCounts | null {
  if (states === undefined || states.length === 0) return null;
  return { read: states.filter(({ state }) => state === 'ok').length, all: states.length };
}
