import type { M365Status } from '@tenantry/contract/connection-status';
import type * as z from 'zod/mini';

export type GraphState = 'live' | 'mock' | 'missing' | 'unconfigured';

/** How Microsoft Graph is reached (specification, section 4, "Graph credential status"). */
export function graphStateOf(
  status: Pick<z.infer<typeof M365Status>, 'liveMode' | 'mockMode' | 'configured'>,
): GraphState {
  if (status.liveMode) return 'live';
  if (status.mockMode) return 'mock';
  return status.configured ? 'unconfigured' : 'missing';
}
