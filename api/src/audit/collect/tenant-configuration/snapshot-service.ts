import type { GraphClient, GraphFailure } from '../../../ports/graph.ts';
import { failureOf } from '../graph-answers.ts';

/** The application by which Microsoft takes snapshots ("Set up authentication for Tenant Configuration Management"). */
const configurationManagement = '03b07b79-c5bc-4b5e-9bfa-13acf4a99998';

export const switchedOff: GraphFailure = {
  status: 0,
  code: 'SwitchedOff',
  message: 'Reading them is switched off in this installation (setting TENANT_CONFIGURATION).',
};

const noPrincipal: GraphFailure = {
  status: 404,
  code: 'NoServicePrincipal',
  message: 'The organization has no service principal of Microsoft’s Tenant Configuration Management.',
};

/** What a refusal to create a snapshot means: it is refused to every job, so that the tenant goes without. */
export const refusedAltogether = ({ status, code }: GraphFailure): GraphFailure => ({
  status,
  code,
  message:
    status === 404
      ? 'Microsoft does not offer snapshots to this organization.'
      : 'Microsoft refused to take a snapshot: the permission ConfigurationMonitoring.ReadWrite.All may be missing.',
});

/**
 * Whether the tenant has the service that takes snapshots: null where it has, or where that could not be read, since then
 * the snapshot itself tells. One request.
 */
export async function whyNoService(graph: GraphClient): Promise<GraphFailure | null> {
  try {
    await graph.get(`/v1.0/servicePrincipals(appId='${configurationManagement}')?$select=id`);
    return null;
  } catch (error) {
    return failureOf(error).status === 404 ? noPrincipal : null;
  }
}
