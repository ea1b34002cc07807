import { expect, test } from 'vitest';
import { directoryObjectKind, withAgentWords } from './directory-object-types.ts';

test.each([
  ['#microsoft.graph.user', { type: 'user' }],
  ['#microsoft.graph.agentUser', { type: 'user', agent: 'agentUser' }],
  ['#microsoft.graph.group', { type: 'group' }],
  ['#microsoft.graph.servicePrincipal', { type: 'servicePrincipal' }],
  ['#microsoft.graph.agentIdentity', { type: 'servicePrincipal', agent: 'agentIdentity' }],
  [
    '#microsoft.graph.agentIdentityBlueprintPrincipal',
    { type: 'servicePrincipal', agent: 'agentIdentityBlueprintPrincipal' },
  ],
  ['#microsoft.graph.application', { type: 'application' }],
  ['#microsoft.graph.agentIdentityBlueprint', { type: 'application', agent: 'agentIdentityBlueprint' }],
  ['#microsoft.graph.device', { type: 'device' }],
  ['#microsoft.graph.orgContact', { type: 'contact' }],
  ['#microsoft.graph.AgentIdentity', { type: 'servicePrincipal', agent: 'agentIdentity' }],
  ['#microsoft.graph.superUser', { type: 'unknown' }],
  ['#microsoft.graph.', { type: 'unknown' }],
  ['user', { type: 'user' }],
  [null, { type: 'unknown' }],
])('%s is %o', (annotation, kind) => {
  expect(directoryObjectKind(annotation)).toEqual(kind);
});

test('an agent is told with its name, and nobody else is', () => {
  expect(withAgentWords('Invoices', 'agentIdentity')).toBe('Invoices (agent identity)');
  expect(withAgentWords('bot@example.com', 'agentUser')).toBe('bot@example.com (agent user)');
  expect(withAgentWords('Ada', undefined)).toBe('Ada');
});
