import { catalog } from '../checks/catalog.ts';
import { emergencyExemptions } from '../checks/emergency-accounts.ts';
import { type Exemption, type Exemptions, noExemption } from '../checks/shared/check.ts';
import { type Facts, factOf } from '../facts/facts.ts';
import { isObject, numberAt, textAt, textsAt, timeAt, valueAt } from '../facts/json-reader.ts';
import type { FindingCondition } from '../findings/finding-condition.ts';

/** A risk that the customer lives with. */
export type AcceptedRiskDeclaration = {
  checkId: string;
  reason: string;
  acceptedBy: string | null;
  /** After this instant it no longer counts; null: until it is taken back. */
  until: string | null;
  /** What was accepted; null: whatever the check finds. */
  condition: FindingCondition | null;
};

/** An account that is kept for emergencies, by its object id or its user principal name. */
type EmergencyAccountDeclaration = { account: string; reason: string; until: string | null };

/** What the customer declared: it stands in a snapshot beside the datasets (docs/snapshot.md). */
export type Declarations = {
  exemptions: Exemptions;
  emergencyAccounts: readonly EmergencyAccountDeclaration[];
  acceptedRisks: readonly AcceptedRiskDeclaration[];
};

export const nothingDeclared: Declarations = { exemptions: {}, emergencyAccounts: [], acceptedRisks: [] };

/** Null where a date is there that cannot be read: what ends on no day must not count for ever. */
function endOf(entry: unknown): { until: string | null } | null {
  const until = valueAt(entry, 'until') ?? null;
  if (until === null) return { until: null };
  const at = timeAt(entry, 'until');
  return at === null ? null : { until: new Date(at).toISOString() };
}

/** A condition as a file holds it; null where it is none. */
export function conditionFrom(value: unknown): FindingCondition | null {
  const status = textAt(value, 'status');
  const affectedCount = numberAt(value, 'affectedCount');
  const settings = valueAt(value, 'settings');
  if ((status !== 'warning' && status !== 'fail') || affectedCount === null || !isObject(settings)) return null;
  const texts = Object.entries(settings);
  if (texts.some(([, text]) => typeof text !== 'string')) return null;
  const gaps = valueAt(value, 'gaps') === undefined ? {} : { gaps: [...textsAt(value, 'gaps')] };
  return {
    status,
    affected: [...textsAt(value, 'affected')],
    affectedCount,
    settings: Object.fromEntries(texts.map(([name, text]) => [name, String(text)])),
    ...gaps,
  };
}

type Read<T> = { value: T } | { problem: string };

function riskFrom(entry: unknown): Read<AcceptedRiskDeclaration> {
  const checkId = textAt(entry, 'checkId') ?? '';
  const reason = textAt(entry, 'reason')?.trim() ?? '';
  if (!catalog.some(({ id }) => id === checkId)) return { problem: `there is no check "${checkId}" (docs/checks.md)` };
  if (reason === '') return { problem: `${checkId} has no reason` };
  const end = endOf(entry);
  if (end === null) return { problem: `${checkId} has an "until" that is no date` };
  const stated = valueAt(entry, 'condition') ?? null;
  const condition = stated === null ? null : conditionFrom(stated);
  if (stated !== null && condition === null) return { problem: `${checkId} has a condition that cannot be read` };
  return { value: { checkId, reason, acceptedBy: textAt(entry, 'acceptedBy'), ...end, condition } };
}

function accountFrom(entry: unknown): Read<EmergencyAccountDeclaration> {
  const account = textAt(entry, 'account')?.trim().toLowerCase() ?? '';
  if (account === '') return { problem: 'an entry has no "account" (object id or user principal name)' };
  if (!account.includes('@') && !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(account))
    return { problem: `"${account}" is neither an object id nor a user principal name` };
  const end = endOf(entry);
  if (end === null) return { problem: `${account} has an "until" that is no date` };
  return { value: { account, reason: textAt(entry, 'reason') ?? '', ...end } };
}

function listOf<T>(file: unknown, key: string, problems: string[], read: (entry: unknown) => Read<T>): T[] {
  const list = valueAt(file, key) ?? [];
  if (!Array.isArray(list)) {
    problems.push(`${key}: it is no list`);
    return [];
  }
  return list.flatMap((entry) => {
    const found = read(entry);
    if ('value' in found) return [found.value];
    problems.push(`${key}: ${found.problem}`);
    return [];
  });
}

function exemptionsFrom(value: unknown): Exemptions {
  if (!isObject(value)) return {};
  const one = (entry: unknown): Exemption => ({
    ...noExemption,
    users: textsAt(entry, 'capExclusions', 'users'),
    groups: textsAt(entry, 'capExclusions', 'groups'),
    applications: textsAt(entry, 'capExclusions', 'applications'),
    guestUserTypes: textsAt(entry, 'capExclusions', 'guestUserTypes'),
    roleUsers: textsAt(entry, 'roleExclusions', 'users'),
    roleGroups: textsAt(entry, 'roleExclusions', 'groups'),
    allowedForwardingDomains: textsAt(entry, 'allowedForwardingDomains'),
    sensitiveUsers: textsAt(entry, 'sensitiveUsers'),
    partnerDomains: textsAt(entry, 'partnerDomains'),
  });
  return Object.fromEntries(Object.entries(value).map(([policyId, entry]) => [policyId, one(entry)]));
}

/**
 * The declarations of a snapshot. What cannot be read declares nothing.
 * @returns `problems`: what was passed over, in words for who wrote the file
 */
export function declarationsFrom(snapshot: unknown): { declarations: Declarations; problems: string[] } {
  const problems: string[] = [];
  const stated = valueAt(snapshot, 'exemptions') ?? null;
  if (stated !== null && !isObject(stated)) problems.push('exemptions: it is no object of policies');
  const declarations = {
    exemptions: exemptionsFrom(stated),
    emergencyAccounts: listOf(snapshot, 'emergencyAccounts', problems, accountFrom),
    acceptedRisks: listOf(snapshot, 'acceptedRisks', problems, riskFrom),
  };
  const checks = declarations.acceptedRisks.map(({ checkId }) => checkId);
  for (const checkId of new Set(checks.filter((one, index) => checks.indexOf(one) !== index)))
    problems.push(`acceptedRisks: ${checkId} is there more than once`);
  return { declarations, problems };
}

const isOver = (until: string | null, now: Date): boolean => until !== null && Date.parse(until) <= now.getTime();

/** The accounts in force, by id where the facts tell whose name it is. */
function accountIds({ emergencyAccounts }: Declarations, facts: Facts, now: Date): string[] {
  const accounts = [...(factOf(facts, 'users')?.accounts ?? []), ...(factOf(facts, 'roles')?.accounts ?? [])];
  return emergencyAccounts
    .filter(({ until }) => !isOver(until, now))
    .flatMap(({ account }) =>
      account.includes('@')
        ? accounts.filter(({ upn }) => upn?.toLowerCase() === account).map(({ id }) => id)
        : [account],
    );
}

/** What the declared emergency accounts are exempt from, beside the declared exemptions themselves. */
export function exemptionsOf(declarations: Declarations, facts: Facts, now: Date): Exemptions {
  const ids = [...new Set(accountIds(declarations, facts, now))];
  const ofAccounts = emergencyExemptions(
    ids.map((userId) => ({ userId, expiresAt: null })),
    now,
  );
  const keys = new Set([...Object.keys(declarations.exemptions), ...Object.keys(ofAccounts)]);
  return Object.fromEntries(
    [...keys].map((key) => [key, joined(declarations.exemptions[key], ofAccounts[key])] as const),
  );
}

function joined(one: Exemption = noExemption, two: Exemption = noExemption): Exemption {
  return {
    users: [...one.users, ...two.users],
    groups: [...one.groups, ...two.groups],
    applications: [...one.applications, ...two.applications],
    guestUserTypes: [...one.guestUserTypes, ...two.guestUserTypes],
    roleUsers: [...one.roleUsers, ...two.roleUsers],
    roleGroups: [...one.roleGroups, ...two.roleGroups],
    allowedForwardingDomains: [...one.allowedForwardingDomains, ...two.allowedForwardingDomains],
    sensitiveUsers: [...one.sensitiveUsers, ...two.sensitiveUsers],
    partnerDomains: [...one.partnerDomains, ...two.partnerDomains],
  };
}

/** The acceptance of a check's finding that is in force at an instant; null where there is none. */
export function acceptanceOf(
  { acceptedRisks }: Declarations,
  checkId: string,
  now: Date,
): AcceptedRiskDeclaration | null {
  return acceptedRisks.find((one) => one.checkId === checkId && !isOver(one.until, now)) ?? null;
}
