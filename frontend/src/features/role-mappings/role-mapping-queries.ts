import { queryOptions } from '@tanstack/react-query';
import { listRoleMappings, type RoleMapping } from '@tenantry/contract/role-mappings';
import { call } from '../../lib/api-client.ts';
import { queryKey } from '../../lib/query-client.ts';

const staleMs = 30_000;

/** The mappings in the order in which they are tried. */
export const roleMappingsQuery = () =>
  queryOptions({
    queryKey: queryKey('role-mappings', null),
    queryFn: ({ signal }) => call(listRoleMappings, { tenantId: null, signal }),
    staleTime: staleMs,
  });

/** Names what is half typed in the dialog; null: for a new one. */
export const roleMappingDraft = (mapping: RoleMapping | null) => `role-mapping:${mapping?.id ?? 'new'}`;
