import { type EvidencePack, listEvidencePacks } from '@tenantry/contract/evidence';
import { callQuery } from '../../lib/call-query.ts';
import { queryKey } from '../../lib/query-client.ts';

const pollMs = 1000;

/** Whether a pack is still being made, or waits for it. */
export const isPackUnderWay = ({ status }: Pick<EvidencePack, 'status'>): boolean =>
  status === 'queued' || status === 'running';

const packs = (tenantId: string) =>
  callQuery(queryKey('evidence-packs', tenantId), listEvidencePacks, { tenantId, staleTime: 0 });

/** The evidence packs of a tenant, the newest first; asked for again each second while one is being made. */
export const evidencePacksQuery = (tenantId: string): PacksQuery => ({
  ...packs(tenantId),
  refetchInterval: ({ state }) => (state.data?.items.some(isPackUnderWay) ? pollMs : false),
});

type PacksQuery = ReturnType<typeof packs>;
