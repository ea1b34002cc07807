import { listRoleMappings, type RoleMapping } from '@tenantry/contract/role-mappings';
import { callQuery } from '../../lib/call-query.ts';
import { queryKey } from '../../lib/query-client.ts';

const staleMs = 30_000;

/** The mappings in the order in which they are tried. */
export const roleMappingsQuery = () =>
  callQuery(queryKey('role-mappings', null), listRoleMappings, { tenantId: null, staleTime: staleMs });

/** Names what is half typed in the dialog; null: for a new one. */
export const roleMappingDraft = (mapping: RoleMapping | null) => `role-mapping:${mapping?.id ?? 'new'}`;
