import type { CloudName } from '@tenantry/contract/clouds';
import { clouds } from './clouds.ts';

/** Where a script for a tenant of this cloud of Microsoft's signs in and calls, and the Graph that its scopes are of. */
export function scriptHostsOf(cloud: CloudName): { login: string; graph: string; resource: string } {
  const { loginOrigin, graphOrigin } = clouds[cloud];
  return { login: loginOrigin, graph: graphOrigin, resource: graphOrigin };
}
