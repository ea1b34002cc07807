import * as z from 'zod/mini';
import { agentKinds } from '../microsoft/directory-object-types.ts';
import { AccountFact, people } from './account-facts.ts';
import { count, flag, id, nameOf, person, principalName, rawList, roleName, unknownText } from './schema-parts.ts';

/** Devices and contacts are members of groups that hold roles; nobody administers as one. */
export const PrincipalType = z.enum(['user', 'group', 'servicePrincipal', 'device', 'contact', 'unknown']);
export type PrincipalType = z.infer<typeof PrincipalType>;

const AgentKind = z.enum(agentKinds);

/** One holder of one directory role. */
export const RoleHolding = z.object({
  roleTemplateId: id,
  roleName,
  principalId: id,
  principalType: PrincipalType,
  /** What it is of Microsoft Entra Agent ID; absent for all others. */
  agent: z.optional(AgentKind),
  name: principalName,
  upn: z.nullable(person),
  /** Through which role-assignable group, where not directly. */
  viaGroupId: z.nullable(id),
  eligible: flag,
  /** Within an administrative unit or for one application alone; absent for the whole directory. */
  scoped: z.optional(z.literal(true)),
});
export type RoleHolding = z.infer<typeof RoleHolding>;

export const RoleFacts = z.object({
  holdings: z.array(RoleHolding),
  accounts: z.array(AccountFact),
  /** Role-holding groups whose members could not be read. */
  unresolvedGroups: z.array(z.object({ id, name: nameOf('Group'), roleTemplateId: id })),
  /**
   * Just-in-time (eligible) holders: read; none, as the tenant has no license for them; refused; or whatever the source of
   * a snapshot took in.
   */
  eligibility: z.enum(['read', 'notLicensed', 'refused', 'asGiven']),
  /** Absent: read by a version that took the agents among a group's members for people. */
  agentsTold: z.optional(z.literal(true)),
});
export type RoleFacts = z.infer<typeof RoleFacts>;

/** An application with a privileged role, and how it proves who it is. */
export const PrivilegedApplication = z.object({
  id,
  name: nameOf('Application'),
  /** What it is of Microsoft Entra Agent ID; absent for all others. The registration of an agent identity is its blueprint. */
  agent: z.optional(AgentKind),
  roles: z.array(roleName),
  /** Secrets that are still valid, of the service principal and of its registration. */
  secrets: count,
  /** False where the answer did not carry its secrets. */
  secretsTold: flag,
  /** The registration is in another organization, so that its secrets cannot be seen. */
  foreign: flag,
  /**
   * Owners of the service principal and of its registration, each once; of an application of another organization, those of
   * the service principal. Absent: not told, or not all of them.
   */
  owners: z.optional(people),
});
export type PrivilegedApplication = z.infer<typeof PrivilegedApplication>;

const isDate = (at: string | null): boolean => at === null || !Number.isNaN(Date.parse(at));

/** A role assignment and its dates. What is no date was not told. */
export const RoleSchedule = z
  .object({
    roleTemplateId: id,
    roleName,
    principalId: id,
    startDateTime: z.nullable(unknownText),
    endDateTime: z.nullable(unknownText),
    assignmentType: z.nullable(unknownText),
    /** Dates that the answer did not carry at all: null alone would mean that none is set. */
    untold: z.optional(z.array(z.enum(['startDateTime', 'endDateTime']))),
  })
  .check(
    z.refine(({ startDateTime, endDateTime, untold }) => {
      const begins = isDate(startDateTime) || untold?.includes('startDateTime') === true;
      return begins && (isDate(endDateTime) || untold?.includes('endDateTime') === true);
    }),
  );
export type RoleSchedule = z.infer<typeof RoleSchedule>;

export const RoleRules = z.object({ roleTemplateId: id, roleName, rules: rawList('Name') });
export type RoleRules = z.infer<typeof RoleRules>;
