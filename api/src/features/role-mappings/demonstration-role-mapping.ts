import { emptyOutbox } from '../../domain/audit-trail/outbox.ts';
import type { Clock } from '../../ports/clock.ts';
import { createOnce } from '../../ports/collection.ts';
import type { RoleMappingStore } from '../../store/role-mappings.ts';

/** Always the same, so that it is made once. */
export const demonstrationMappingId = '6d0c4b1a-2f57-4e8a-9c3d-7b1e5f60a8d4';
const m365Role = 'Global Administrator';

/** Lets the administrators of the simulated provider in as administrators, once: a demonstration needs nobody to set that up. */
export async function registerDemonstrationRoleMapping(
  mappings: Pick<RoleMappingStore, 'create'>,
  clock: Clock,
): Promise<void> {
  const at = clock.now().toISOString();
  await createOnce(mappings, {
    id: demonstrationMappingId,
    m365Role,
    m365RoleKey: m365Role.toLowerCase(),
    localRole: 'admin',
    description: "Of the demonstration: the provider's own administrators",
    isActive: true,
    ...emptyOutbox,
    createdAt: at,
    updatedAt: at,
  });
}
