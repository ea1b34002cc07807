import { useQueryClient } from '@tanstack/react-query';
import type { AdminTenant } from '@tenantry/contract/connections';
import type { Unparsed } from '@tenantry/contract/endpoint';
import { changeTenant, createTenant, offboardTenant } from '@tenantry/contract/managed-tenants';
import { call } from '../../lib/api-client.ts';
import { reloadTenants } from '../../lib/session.ts';
import { showToast } from '../../lib/toast.ts';

type Creation = Unparsed<typeof createTenant.body>;
type Fields = Pick<AdminTenant, 'name' | 'displayName' | 'domain'>;

/** Creates, changes and offboards tenants; each tells how it went and asks anew for every list across tenants. */
export function useTenantChanges() {
  const client = useQueryClient();
  const reload = async () => {
    void reloadTenants();
    await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === null });
  };
  return {
    async create(body: Creation): Promise<void> {
      const { name } = await call(createTenant, { body, tenantId: null });
      await reload();
      const next = body.isMock ? 'It can be scanned now.' : 'Connect it to scan it.';
      showToast({ title: 'Tenant Created', body: `${name} was added. ${next}`, intent: 'success' });
    },

    /** @param tenant as the editor saw it */
    async change(tenant: AdminTenant, fields: Fields): Promise<void> {
      const { id, name, displayName, domain } = tenant;
      const body = { ...fields, expected: { name, displayName, domain } };
      const changed = await call(changeTenant, { params: { id }, body, tenantId: null });
      await reload();
      showToast({ title: 'Tenant Updated', body: `${changed.name} was saved.`, intent: 'success' });
    },

    async offboard({ id, name }: AdminTenant, typed: string): Promise<void> {
      const { done } = await call(offboardTenant, { params: { id }, body: { name: typed }, tenantId: null });
      await reload();
      if (done) {
        const body = `Everything that was stored of ${name} is deleted.`;
        showToast({ title: 'Tenant Offboarded', body, intent: 'success' });
        return;
      }
      const body = `${name} is being deleted. This takes a minute or two.`;
      showToast({ title: 'Offboarding Started', body, intent: 'info' });
    },
  };
}
