import { allItems } from '../../audit/collect/graph-answers.ts';
import { textAt } from '../../audit/facts/json-reader.ts';
import { readGraphApp } from '../../domain/connection/app-registration.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { GraphError, type ResumableGraph } from '../../ports/graph.ts';
import { everyTenant } from '../../store/scope.ts';
import { tenantOfDirectory } from './tenant-of-directory.ts';

type Dependencies = Pick<CommonParts, 'tenants' | 'systemConfig' | 'microsoft365' | 'trail' | 'clock'>;
type Customer = { entraTenantId: string; name: string; domain: string };

/** As many are made at a time: one commit of the trail then takes the entries of all of them. */
const madeAtOnce = 10;

const guid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** GDAP's customers know their tenant and name; Partner Center's contracts know the domain too, and the rest. */
const sources = [
  { path: '/v1.0/tenantRelationships/delegatedAdminCustomers', tenant: 'tenantId', domain: '' },
  { path: '/v1.0/contracts', tenant: 'customerId', domain: 'defaultDomainName' },
] as const;

async function customersOf(graph: ResumableGraph): Promise<Map<string, Customer>> {
  const customers = new Map<string, Customer>();
  for (const source of sources) {
    for (const item of await allItems(graph, source.path)) {
      const entraTenantId = textAt(item, source.tenant)?.toLowerCase() ?? '';
      if (!guid.test(entraTenantId)) continue;
      const before = customers.get(entraTenantId);
      const name = textAt(item, 'displayName') ?? before?.name ?? entraTenantId;
      const domain = (source.domain === '' ? null : textAt(item, source.domain)) ?? before?.domain ?? '';
      customers.set(entraTenantId, { entraTenantId, name, domain });
    }
  }
  return customers;
}

const messageOf = ({ failure: { status, code, message } }: GraphError) => `${status} ${code}: ${message}`;

/** Brings in the tenants of our customers. They are there to be connected; nothing is read of them yet. */
export function createPartnerSync(dependencies: Dependencies) {
  const { tenants, systemConfig, microsoft365 } = dependencies;
  return {
    /** @returns how many tenants were new, of how many; or why Microsoft did not tell */
    async sync(by: string): Promise<{ syncedCount: number; total: number; error: string | null }> {
      const { tenantId: ourTenantId = '', partnerCenterScopes = '' } = (await readGraphApp(systemConfig)) ?? {};
      const nothing = { syncedCount: 0, total: 0 };
      if (ourTenantId === '') {
        return { ...nothing, error: 'Set up the app registration first: Admin Panel > Graph API Settings.' };
      }
      let customers: Map<string, Customer>;
      try {
        customers = await customersOf(
          microsoft365.graph(
            { entraTenantId: ourTenantId, isSimulated: false },
            partnerCenterScopes === '' ? {} : { tokenScopes: [partnerCenterScopes] },
          ),
        );
      } catch (error) {
        if (!(error instanceof GraphError)) throw error;
        return { ...nothing, error: messageOf(error) };
      }
      const known = new Set((await tenants.ofScope(everyTenant)).map(({ m365TenantId }) => m365TenantId));
      const left = [...customers.values()].filter(({ entraTenantId }) => !known.has(entraTenantId));
      let syncedCount = 0;
      while (left.length > 0) {
        const made = left
          .splice(0, madeAtOnce)
          .map(({ entraTenantId, ...organization }) =>
            tenantOfDirectory(dependencies, entraTenantId, organization, by, 'partner'),
          );
        for (const { isNew } of await Promise.all(made)) syncedCount += isNew ? 1 : 0;
      }
      return { syncedCount, total: customers.size, error: null };
    },
  };
}
