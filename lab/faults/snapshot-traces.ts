import { createServer } from 'node:http';
import type { TenantConfiguration } from '@tenantry/contract/tenant-configuration';
import type { ConfigurationTold } from '@tenantry/simulator/directory/configuration-state';
import type { ApiSession } from '../../local/stack/api-session.ts';

/** A host that is not Graph's: whatever comes there should not have. */
export async function openForeignHost() {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}${request.headers.authorization ? ', with a token' : ''}`);
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}

/** A job is left for a later run for so long: it may be another installation's that still waits for it. */
const leftForMs = 15 * 60_000;

/** What snapshots of a tenant have left behind that they should not have, after a scan that began then. */
export function jobProblems({ jobs, othersDeleted }: ConfigurationTold, scanStartedAt: string): string[] {
  const old = jobs.filter(({ createdDateTime }) => Date.parse(scanStartedAt) - Date.parse(createdDateTime) > leftForMs);
  return [
    ...(othersDeleted === 0 ? [] : [`${othersDeleted} jobs of other products were deleted`]),
    ...old.map(({ displayName, createdDateTime }) => `job ${displayName} of ${createdDateTime} was never deleted`),
  ];
}

/** How many types of settings are kept of a tenant, this snapshot's or an earlier one's. */
export async function typesKept(api: ApiSession, tenantId: string): Promise<number> {
  const { snapshot } = await api.get<TenantConfiguration>(`/api/tenant/${tenantId}/tenant-configuration`);
  return snapshot?.typesRead ?? 0;
}
