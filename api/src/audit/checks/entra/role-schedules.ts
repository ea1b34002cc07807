import type { Affected, Evidence } from '@tenantry/contract/verdicts';
import { type Facts, factOf } from '../../facts/facts.ts';
import type { RoleSchedule } from '../../facts/role-facts.ts';
import { countOf, named } from '../../facts/sentence-parts.ts';
import { withAgentWords } from '../../microsoft/directory-object-types.ts';
import { portal } from '../../microsoft/portal-paths.ts';
import { type Check, type CheckContext, type CheckVerdict, evidenceFrom, verdict } from '../shared/check.ts';
import { withP2 } from './privileged-identity-management.ts';

function holderName(id: string, facts: Facts): string {
  const roles = factOf(facts, 'roles');
  const accounts = [...(factOf(facts, 'users')?.accounts ?? []), ...(roles?.accounts ?? [])];
  const account = accounts.find((candidate) => candidate.id.toLowerCase() === id.toLowerCase());
  const holding = roles?.holdings.find(({ principalId }) => principalId.toLowerCase() === id.toLowerCase());
  return withAgentWords(account?.upn ?? account?.name ?? holding?.name ?? id, holding?.agent);
}

type ScheduleRule = {
  /** The date that is open where the rule is broken. */
  date: 'startDateTime' | 'endDateTime';
  bad(count: number): string;
  good: string;
};

/** Microsoft's directories write the greatest date they know, in the year 9999, where there is no end. */
const isOpen = (date: string | null): boolean => date === null || date.startsWith('9999-');

function scheduleVerdict(facts: Facts, context: CheckContext, { date, bad, good }: ScheduleRule): CheckVerdict {
  const schedules = factOf(facts, 'roleSchedules') ?? [];
  const { roleUsers, roleGroups } = context.exemption;
  const exempt = new Set([...roleUsers, ...roleGroups].map((id) => id.toLowerCase()));
  const isExempt = ({ principalId }: RoleSchedule) => exempt.has(principalId.toLowerCase());
  const counted = schedules.filter((schedule) => !isExempt(schedule));
  // Whether or not the date is told: what nobody looks at is not known to be well.
  const excluded = leftOut(
    schedules.filter((schedule) => isExempt(schedule) && isOpen(schedule[date])),
    facts,
  );
  const isUntold = (schedule: RoleSchedule): boolean => schedule.untold?.includes(date) === true;
  const broken = counted.filter((schedule) => isOpen(schedule[date]) && !isUntold(schedule));
  const evidence = [
    evidenceFrom('roleSchedules', `${countOf(schedules.length, 'active assignment')} of privileged roles`),
    ...broken.slice(0, 20).map((schedule) => scheduleEvidence(schedule, facts)),
  ];
  if (schedules.length === 0)
    return verdict(
      'couldNotCheck',
      'Microsoft lists no active assignment of a privileged role, so the list cannot be complete.',
      evidence,
    );
  if (broken.length > 0)
    return { ...verdict('fail', `${bad(broken.length)}.`, evidence, principalsOf(broken, facts)), ...excluded };
  const untold = counted.filter(isUntold).length;
  if (untold > 0)
    return verdict('couldNotCheck', `The dates of ${countOf(untold, 'assignment')} are not in the response.`, evidence);
  const apart = excluded.excluded ? `, apart from declared exceptions: ${named(excluded.excluded)}` : '';
  return { ...verdict('pass', `${good}${apart}.`, evidence), ...excluded };
}

/** Who holds a role as the rule forbids, and may. */
function leftOut(schedules: readonly RoleSchedule[], facts: Facts): Pick<CheckVerdict, 'excluded'> {
  const people = principalsOf(schedules, facts);
  const names = people.map(({ type, name }) => `${type === 'user' ? 'account' : type} ${name}`);
  return names.length > 0 ? { excluded: names } : {};
}

function scheduleEvidence({ roleName, principalId, startDateTime, endDateTime }: RoleSchedule, facts: Facts): Evidence {
  const dates = `from ${startDateTime ?? 'never set'} to ${endDateTime ?? 'no end'}`;
  return evidenceFrom('roleSchedules', `${holderName(principalId, facts)}: ${roleName}, ${dates}`, principalId);
}

/** Whom the assignments are made to, each once: people, groups and applications hold roles. */
function principalsOf(schedules: readonly RoleSchedule[], facts: Facts): Affected[] {
  const types = new Map(
    (factOf(facts, 'roles')?.holdings ?? []).map((holding) => [holding.principalId, holding.principalType]),
  );
  const typeOf = (id: string): Affected['type'] => {
    const type = types.get(id);
    return type === 'group' ? 'group' : type === 'servicePrincipal' ? 'application' : 'user';
  };
  const ids = [...new Set(schedules.map(({ principalId }) => principalId))];
  return ids.map((id) => ({ type: typeOf(id), id, name: holderName(id, facts) }));
}

const base = { category: 'secure-score' } as const;

export const roleScheduleChecks: readonly Check[] = [
  {
    ...base,
    id: 'role.permanent',
    title: 'No permanent privileged roles',
    findingTitle: 'Permanently active assignments of privileged roles',
    severity: 'high',
    endangers: 'tenant',
    frameworks: { scuba: ['MS.AAD.7.4v1'], cis: ['5.3.1'], nist: ['PR.AA-05'], iso: ['A.5.18', 'A.8.2'] },
    datasets: ['roleSchedules', 'subscribedSkus'],
    recommendation: `${portal.pim} > Assignments: make permanent active assignments eligible; keep only the emergency accounts.`,
    impact: 'A stolen administrator session has full rights at any hour, not only while someone works.',
    evaluate: withP2('roleSchedules', (facts, context) =>
      scheduleVerdict(facts, context, {
        date: 'endDateTime',
        bad: (count) => `${countOf(count, 'assignment')} of privileged roles ${count === 1 ? 'has' : 'have'} no end`,
        good: 'No privileged role is assigned permanently',
      }),
    ),
  },
  {
    ...base,
    id: 'role.outsidepim',
    title: 'Privileged roles are assigned through Privileged Identity Management',
    findingTitle: 'Privileged roles assigned outside Privileged Identity Management',
    severity: 'medium',
    endangers: 'tenant',
    frameworks: { scuba: ['MS.AAD.7.5v1'], nist: ['PR.AA-05'], iso: ['A.5.18', 'A.8.2'] },
    datasets: ['roleSchedules', 'subscribedSkus'],
    recommendation: `${portal.pim} > Assignments: remove the assignments made elsewhere and assign the roles again there.`,
    impact: 'Roles assigned outside it bypass approval, alerts and expiry.',
    evaluate: withP2('roleSchedules', (facts, context) =>
      scheduleVerdict(facts, context, {
        date: 'startDateTime',
        bad: (count) =>
          `${countOf(count, 'privileged role assignment was', 'privileged role assignments were')} made outside Privileged Identity Management`,
        good: 'All privileged roles were assigned through Privileged Identity Management',
      }),
    ),
  },
];
