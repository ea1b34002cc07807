import { useQueryClient } from '@tanstack/react-query';
import {
  changeRoleMapping,
  createRoleMapping,
  deleteRoleMapping,
  type RoleMapping,
} from '@tenantry/contract/role-mappings';
import { call } from '../../lib/api-client.ts';
import { ApiError, wasCanceled } from '../../lib/api-error.ts';
import { showToast } from '../../lib/toast.ts';
import { roleMappingsQuery } from './role-mapping-queries.ts';

export type MappingForm = Pick<RoleMapping, 'm365Role' | 'localRole' | 'description' | 'isActive'>;

const duplicate = 'A mapping for this M365 role already exists.';

function failed(error: unknown, verb: 'create' | 'update' | 'delete'): void {
  const said = error instanceof ApiError ? error.message : '';
  const body = said || `An error occurred while trying to ${verb} the mapping.`;
  const isDuplicate = error instanceof ApiError && error.code === 'CONFLICT' && verb !== 'delete';
  showToast({ title: isDuplicate ? 'Duplicate mapping' : `Failed to ${verb} mapping`, body, intent: 'error' });
}

/** Changes to the mappings. What goes wrong is said in a toast and thrown for the form that asked. */
export function useRoleMappings() {
  const client = useQueryClient();
  const { queryKey } = roleMappingsQuery();

  async function changing(verb: 'create' | 'update' | 'delete', send: () => Promise<RoleMapping[]>): Promise<void> {
    try {
      client.setQueryData(queryKey, await send());
    } catch (error) {
      if (!wasCanceled(error)) failed(error, verb);
      throw error;
    }
    showToast({ title: `Mapping ${verb[0]?.toUpperCase()}${verb.slice(1)}d`, intent: 'success' });
  }
  const known = () => client.getQueryData(queryKey) ?? [];

  /** The API compares alike; this answers at once. */
  function duplicateErrors({ m365Role }: MappingForm, own: string | null): Record<string, string> {
    const wanted = m365Role.trim().toLowerCase();
    if (!known().some((mapping) => mapping.id !== own && mapping.m365Role.toLowerCase() === wanted)) return {};
    showToast({ title: 'Duplicate mapping', body: duplicate, intent: 'error' });
    return { m365Role: duplicate };
  }

  return {
    duplicateErrors,
    create: (body: MappingForm) =>
      changing('create', async () => [...known(), await call(createRoleMapping, { body, tenantId: null })]),
    change: ({ id }: RoleMapping, body: MappingForm) =>
      changing('update', async () => {
        const changed = await call(changeRoleMapping, { params: { id }, body, tenantId: null });
        return known().map((mapping) => (mapping.id === id ? changed : mapping));
      }),
    remove: ({ id }: RoleMapping) =>
      changing('delete', async () => {
        await call(deleteRoleMapping, { params: { id }, tenantId: null });
        return known().filter((mapping) => mapping.id !== id);
      }),
  };
}
