import type { Affected } from '@tenantry/contract/verdicts';
import type { AgentIdentityFacts, AppRegistrationFacts } from '../../facts/application-facts.ts';
import type { RoleFacts, RoleHolding } from '../../facts/role-facts.ts';
import { mayHaveMore, privileged } from '../../facts/role-holders.ts';
import { countOf, named } from '../../facts/sentence-parts.ts';
import { withAgentWords } from '../../microsoft/directory-object-types.ts';
import { portal } from '../../microsoft/portal-paths.ts';
import { globalReaderId } from '../../microsoft/privileged-roles.ts';
import { affectedFrom, type Check, type CheckVerdict, evidenceFrom, verdict } from '../shared/check.ts';
import { withData } from '../shared/missing-data.ts';

type Agent = { id: string; name: string; type: Affected['type']; roles: string[]; readsOnly: boolean };

/** Agents with privileged roles, each once: agent identities, the principals of their blueprints, and accounts of agents. */
function privilegedAgents(holdings: readonly RoleHolding[]): Agent[] {
  const agents = new Map<string, Agent>();
  for (const { principalId, principalType, agent, name, upn, roleTemplateId, roleName } of holdings) {
    if (agent === undefined || !privileged(roleTemplateId)) continue;
    const id = principalId.toLowerCase();
    const before = agents.get(id);
    agents.set(id, {
      id: principalId,
      name: withAgentWords(upn ?? name, agent),
      type: principalType === 'user' ? 'user' : 'application',
      roles: [...new Set([...(before?.roles ?? []), roleName])],
      readsOnly: (before?.readsOnly ?? true) && roleTemplateId.toLowerCase() === globalReaderId,
    });
  }
  return [...agents.values()];
}

/** Why agents may be among the people who are known. */
const untoldAgents = ({ agentsTold, holdings }: RoleFacts): string | null =>
  agentsTold !== true &&
  holdings.some(
    ({ principalType, viaGroupId, roleTemplateId }) =>
      principalType === 'user' && viaGroupId !== null && privileged(roleTemplateId),
  )
    ? 'the agents in groups were not told apart from people'
    : null;

/**
 * Microsoft blocks the roles that rule the tenant for agents, and lets them have others, Exchange and SharePoint Administrator among
 * them: "Only lower privileged roles (such as a reader role)", "select the least privileged role" (Microsoft Entra, "Authorization in
 * Microsoft Entra Agent ID").
 */
function agentRoles(roles: RoleFacts): CheckVerdict {
  const agents = privilegedAgents(roles.holdings);
  const evidence = agents
    .slice(0, 20)
    .map(({ id, name, roles: held }) => evidenceFrom('roles', `${name}: ${named(held)}`, id));
  const affected = (list: readonly Agent[]): Affected[] => list.map(({ type, id, name }) => ({ type, id, name }));
  const names = (list: readonly Agent[]): string => named(list.map(({ name }) => name));
  const acting = agents.filter(({ readsOnly }) => !readsOnly);
  if (acting.length > 0)
    return verdict(
      'fail',
      `${countOf(acting.length, 'agent holds', 'agents hold')} privileged roles: ${names(acting)}.`,
      evidence,
      affected(acting),
    );
  const more = mayHaveMore(roles, privileged) ?? untoldAgents(roles);
  if (more !== null)
    return verdict('couldNotCheck', `Not every agent with a privileged role is known: ${more}.`, [
      ...evidence,
      evidenceFrom('roles', more),
    ]);
  if (agents.length > 0)
    return verdict(
      'warning',
      `${countOf(agents.length, 'agent reads', 'agents read')} the settings of the whole tenant: ${names(agents)}.`,
      evidence,
      affected(agents),
    );
  return verdict('pass', 'No agent holds a privileged role.', [
    evidenceFrom(
      'roles',
      `${countOf(roles.holdings.length, 'role assignment')}, none of an agent with a privileged role`,
    ),
  ]);
}

/**
 * "Every agent identity … has at least one assigned owner" (Microsoft Zero Trust Assessment, test 61014); "Assign an owner (technical
 * admin) as well" (Microsoft Entra, "Best practices for Microsoft Entra Agent ID"). Graph requires a sponsor when an agent identity is
 * created, and no owner.
 */
function agentOwners({ total, withoutOwner }: AgentIdentityFacts): CheckVerdict {
  const { count, listed } = withoutOwner;
  const evidence = [
    evidenceFrom(
      'agentIdentities',
      `${countOf(total, 'agent identity', 'agent identities')}, ${count} without an owner`,
    ),
  ];
  if (total === 0) return verdict('notApplicable', 'The tenant has no agent identities.', evidence);
  if (count === 0) return verdict('pass', 'Every agent identity has an owner.', evidence);
  const names = listed.slice(0, 5).map(({ name }) => name);
  const more = count > names.length ? ` and ${count - names.length} more` : '';
  return {
    ...verdict(
      'fail',
      `${countOf(count, 'agent identity has', 'agent identities have')} no owner: ${names.join(', ')}${more}.`,
      evidence,
    ),
    ...affectedFrom(withoutOwner, 'application'),
  };
}

/**
 * "Use client secrets only for initial development or testing" (Microsoft Entra, "Best practices for Microsoft Entra Agent ID"). An
 * agent identity has no credential of its own: who has a secret of its blueprint is any of its agents.
 */
function blueprintSecrets({ blueprints }: AppRegistrationFacts): CheckVerdict {
  if (blueprints === undefined)
    return verdict('couldNotCheck', 'Agent blueprints were not told apart from other app registrations.');
  const { total, live, untold } = blueprints;
  if (total === 0) return verdict('notApplicable', 'No agent blueprint is registered in the tenant.');
  const evidence = [
    evidenceFrom('appRegistrations', `${countOf(total, 'agent blueprint')}: ${live.count} with a valid secret`),
  ];
  const names = (list: typeof live): string => named(list.listed.map(({ name }) => name));
  if (live.count > 0)
    return {
      ...verdict(
        'fail',
        `${countOf(live.count, 'agent blueprint has a valid client secret', 'agent blueprints have valid client secrets')}: ${names(live)}.`,
        evidence,
      ),
      ...affectedFrom(live, 'application'),
    };
  if (untold.count > 0)
    return {
      ...verdict('couldNotCheck', `The secrets of ${names(untold)} are not known.`, evidence),
      ...affectedFrom(untold, 'application'),
    };
  return verdict('pass', 'No agent blueprint has a valid client secret.', evidence);
}

const base = { category: 'secure-score', frameworks: { nist: ['PR.AA-05'], iso: ['A.5.16'] } } as const;

export const agentIdentityChecks: readonly Check[] = [
  {
    ...base,
    id: 'agent.roles',
    title: 'No agent holds a privileged role',
    // A warning where the role only reads.
    findingTitle: 'Agents hold privileged roles',
    severity: 'high',
    endangers: 'tenant',
    frameworks: { nist: ['PR.AA-05'], iso: ['A.8.2'] },
    datasets: ['roles'],
    recommendation: `${portal.roles} > the role > Assignments: remove the named agents, and give each the narrowest role or API permission that its work needs.`,
    impact:
      'An agent acts on what it reads: a mail with hidden instructions can make it use its role, at any hour and without MFA.',
    evaluate: withData(['roles'], ([roles]) => agentRoles(roles)),
  },
  {
    ...base,
    id: 'agent.owners',
    title: 'Every agent identity has an owner',
    findingTitle: 'Agent identities have no owner',
    severity: 'low',
    endangers: 'data',
    datasets: ['agentIdentities'],
    recommendation: `${portal.agents} > Agent identities > the agent > Owners and sponsors: add an owner, or delete the agent if nobody needs it.`,
    impact: 'When an agent is compromised or runs wild, nobody is there who knows it and may stop it.',
    evaluate: withData(['agentIdentities'], ([facts]) => agentOwners(facts)),
  },
  {
    ...base,
    id: 'agent.secrets',
    title: 'Agent blueprints have no client secrets',
    findingTitle: 'Agent blueprints have client secrets',
    severity: 'medium',
    endangers: 'data',
    frameworks: { nist: ['PR.AA-01'], iso: ['A.5.17'] },
    datasets: ['appRegistrations'],
    recommendation: `${portal.agents} > Agent blueprints > the blueprint: change what signs in to a managed identity (federated credential) or a certificate, then delete the client secrets.`,
    impact: 'One leaked secret of a blueprint is enough to sign in as any agent that was made from it.',
    evaluate: withData(['appRegistrations'], ([facts]) => blueprintSecrets(facts)),
  },
];
