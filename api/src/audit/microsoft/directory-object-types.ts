/** What an object of a directory is. `unknown`: its type is not in the table below. */
type DirectoryObjectType = 'user' | 'group' | 'servicePrincipal' | 'application' | 'device' | 'contact' | 'unknown';

/** The types of Microsoft Entra Agent ID. */
export const agentKinds = [
  'agentIdentity',
  'agentIdentityBlueprint',
  'agentIdentityBlueprintPrincipal',
  'agentUser',
] as const;
export type AgentKind = (typeof agentKinds)[number];

type DirectoryObjectKind = { type: DirectoryObjectType; agent?: AgentKind };

/**
 * By the last part of `@odata.type`, in lower case. What derives from a type counts as that type. These are all the types of Graph
 * v1.0 that derive from user, group, servicePrincipal, application, device and orgContact
 * (github.com/microsoftgraph/msgraph-metadata, clean_v10_metadata/cleanMetadata.xml, 2026-08-20).
 */
const kinds = new Map<string, DirectoryObjectKind>([
  ['user', { type: 'user' }],
  ['agentuser', { type: 'user', agent: 'agentUser' }],
  ['group', { type: 'group' }],
  ['serviceprincipal', { type: 'servicePrincipal' }],
  ['agentidentity', { type: 'servicePrincipal', agent: 'agentIdentity' }],
  ['agentidentityblueprintprincipal', { type: 'servicePrincipal', agent: 'agentIdentityBlueprintPrincipal' }],
  ['application', { type: 'application' }],
  ['agentidentityblueprint', { type: 'application', agent: 'agentIdentityBlueprint' }],
  ['device', { type: 'device' }],
  ['orgcontact', { type: 'contact' }],
]);

const unknownKind: DirectoryObjectKind = { type: 'unknown' };

/** @param annotation the object's `@odata.type`, such as `#microsoft.graph.agentIdentity`: a service principal, and an agent */
export function directoryObjectKind(annotation: string | null): DirectoryObjectKind {
  return kinds.get(annotation?.split('.').at(-1)?.toLowerCase() ?? '') ?? unknownKind;
}

const agentWords: Readonly<Record<AgentKind, string>> = {
  agentIdentity: 'agent identity',
  agentIdentityBlueprint: 'agent blueprint',
  agentIdentityBlueprintPrincipal: 'agent blueprint principal',
  agentUser: 'agent user',
};

/** `Invoice agent (agent identity)`: nobody takes an agent for a person or for an ordinary application. */
export function withAgentWords(name: string, agent: AgentKind | undefined): string {
  return agent === undefined ? name : `${name} (${agentWords[agent]})`;
}
