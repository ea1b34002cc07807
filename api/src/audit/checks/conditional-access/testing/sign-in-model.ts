import type { JsonObject } from '../../../facts/json-reader.ts';
import {
  actions,
  appCondition,
  apps,
  azure,
  clientCondition,
  clients,
  type Device,
  deviceCondition,
  devices,
  everybody,
  flowCondition,
  flows,
  insiderRiskCondition,
  insiderRisks,
  isTrusted,
  joining,
  listOf,
  type ModelUser,
  meets,
  type Place,
  type Policy,
  part,
  placeCondition,
  places,
  platformCondition,
  platforms,
  registering,
  riskCondition,
  risks,
  type SignIn,
  userCondition,
} from './model-sign-ins.ts';
import { adminRoles } from './random-tenant.ts';

/**
 * A second opinion on Conditional Access, for tests: concrete sign-ins, held against policies in Graph's shape by what
 * Microsoft Learn says of each condition, one at a time and without any cleverness. It shares no code with the engine.
 */
const isManaged = (device: Device): boolean => device.isCompliant === 'True' || device.trustType === 'ServerAD';

const isModern = (client: string): boolean => ['browser', 'mobileappsanddesktopclients'].includes(client);
const isAdmin = (user: ModelUser): boolean => user.roles.some((role) => adminRoles.includes(role));

type Wanted = 'block' | 'mfa' | 'phishingResistant' | 'managed' | 'freshMfa' | 'recovery' | 'anything';

/** Whether everybody who gets past the policy from this device has done what is wanted: in no way that is open to them is it left out. */
export function enforces(policy: JsonObject, device: Device, wanted: Wanted): boolean {
  const grant = (policy.grantControls ?? {}) as Policy;
  const strength = grant.authenticationStrength as Policy | null | undefined;
  const controls = listOf(grant.builtInControls);
  const ways = [...controls, ...(strength ? ['strength'] : []), ...listOf(grant.termsOfUse).map(() => 'terms')];
  if (ways.length === 0) return false;
  if (controls.includes('block')) return true;
  if (wanted === 'block') return false;
  if (wanted === 'anything') return ways.some((way) => !['passwordchange', 'terms'].includes(way));
  const canDo = (way: string): boolean =>
    way === 'compliantdevice'
      ? device.isCompliant === 'True'
      : way === 'domainjoineddevice'
        ? device.trustType === 'ServerAD'
        : true;
  const isWanted = (way: string): boolean => gives(way, listOf(strength?.allowedCombinations), wanted, policy);
  const recovers = grant.operator === 'AND' && ['mfa', 'passwordchange'].every((control) => controls.includes(control));
  if (wanted === 'recovery' && recovers) return true;
  if (grant.operator === 'AND') return ways.some((way) => !canDo(way) || isWanted(way));
  return ways.every((way) => !canDo(way) || isWanted(way));
}

/** Whether nobody gets past the policy from this device, whatever they do. */
export function isBlockedFrom(policy: JsonObject, device: Device): boolean {
  const grant = (policy.grantControls ?? {}) as Policy;
  const controls = listOf(grant.builtInControls);
  if (controls.includes('block')) return true;
  const isOutOfReach = (control: string): boolean =>
    (control === 'compliantdevice' && device.isCompliant !== 'True') ||
    (control === 'domainjoineddevice' && device.trustType !== 'ServerAD');
  if (grant.operator === 'AND') return controls.some(isOutOfReach);
  const others = (grant.authenticationStrength ? 1 : 0) + listOf(grant.termsOfUse).length;
  return controls.length > 0 && others === 0 && controls.every(isOutOfReach);
}

/**
 * Whether a client of legacy authentication is kept out, which can prove nothing. Exchange ActiveSync alone tells the state of its device.
 */
export function isLegacyOut(policy: JsonObject, client: string, device: Device): boolean {
  const grant = (policy.grantControls ?? {}) as Policy;
  const controls = listOf(grant.builtInControls);
  const proofs = (grant.authenticationStrength ? 1 : 0) + listOf(grant.termsOfUse).length;
  if (controls.length + proofs === 0) return false;
  const has = (control: string): boolean =>
    client === 'exchangeactivesync' &&
    ((control === 'compliantdevice' && device.isCompliant === 'True') ||
      (control === 'domainjoineddevice' && device.trustType === 'ServerAD'));
  if (grant.operator === 'AND') return proofs > 0 || !controls.every(has);
  return controls.includes('block') || !controls.some(has);
}

/** Whether everybody signs in anew each time. */
export const asksEveryTime = (policy: JsonObject): boolean => {
  const frequency = part(policy.sessionControls, 'signInFrequency');
  return frequency.isEnabled === true && frequency.frequencyInterval === 'everyTime';
};

const resistant = ['windowshelloforbusiness', 'fido2', 'x509certificatemultifactor'];
function gives(way: string, combinations: readonly string[], wanted: Wanted, policy: JsonObject): boolean {
  if (wanted === 'managed') return ['compliantdevice', 'domainjoineddevice'].includes(way);
  if (wanted === 'recovery' || (wanted === 'freshMfa' && !asksEveryTime(policy))) return false;
  if (way === 'strength')
    return combinations.every(
      (one) => resistant.includes(one) || (wanted !== 'phishingResistant' && one.includes(',')),
    );
  return way === 'mfa' && wanted !== 'phishingResistant';
}

type Question = {
  wanted: Wanted;
  user?: (user: ModelUser) => boolean;
  app?: string;
  client?: (client: string) => boolean;
  platform?: string;
  place?: (place: Place) => boolean;
  userRisk?: string;
  signInRisks?: readonly string[];
  flow?: string;
  device?: (device: Device) => boolean;
};

/** What each check asks, and of which sign-ins. */
export const questions: Readonly<Record<string, Question>> = {
  'ca.mfa.all': { wanted: 'mfa' },
  'ca.mfa.all.phish': { wanted: 'phishingResistant' },
  'ca.mfa.admins': { wanted: 'mfa', user: isAdmin },
  'ca.mfa.admins.phish': { wanted: 'phishingResistant', user: isAdmin },
  'ca.mfa.guests': { wanted: 'mfa', user: ({ kind }) => kind !== 'member' },
  'ca.mfa.azure': { wanted: 'mfa', app: azure },
  'ca.mfa.secinfo': { wanted: 'managed', app: registering, client: isModern, device: (device) => !isManaged(device) },
  'ca.legacy': { wanted: 'block', client: (client) => !isModern(client) },
  'ca.device': { wanted: 'managed', device: (device) => !isManaged(device) },
  'ca.coverage': { wanted: 'anything' },
  'ca.devicecode': { wanted: 'block', client: isModern, flow: 'devicecodeflow' },
  'ca.platforms': { wanted: 'block', platform: 'unknown' },
  'ca.locations': { wanted: 'block', place: (place) => !isTrusted(place) },
  'ca.risk.user': { wanted: 'recovery', userRisk: 'high' },
  'ca.risk.user.block': { wanted: 'block', userRisk: 'high' },
  'ca.risk.signin': { wanted: 'freshMfa', signInRisks: ['medium', 'high'] },
  'ca.risk.signin.high': { wanted: 'block', signInRisks: ['high'] },
  'ca.mfa.device.reg': { wanted: 'mfa', app: joining, client: isModern },
};

/** For each value of a dimension, the policies (as bits) that it does not get past; each combination once. */
function reached<T>(
  values: readonly T[],
  policies: readonly JsonObject[],
  holds: (policy: JsonObject, value: T) => boolean,
): Set<number> {
  return new Set(
    values.map((value) =>
      policies.reduce((bits, policy, index) => (holds(policy, value) ? bits | (1 << index) : bits), 0),
    ),
  );
}

/** Whether some sign-in that the question is about gets past every enabled policy that enforces what is wanted. */
export function escapes(all: readonly JsonObject[], question: Question, seesRisks: boolean): boolean {
  const policies = all.filter(({ state }) => state === 'enabled');
  const of = (policy: JsonObject): Policy => policy.conditions as Policy;
  const only = <T>(values: readonly T[], wanted: T | undefined): readonly T[] =>
    wanted === undefined ? values : [wanted];
  const levels = seesRisks ? risks : ['hidden'];
  const asked = actions.includes(question.app ?? '')
    ? [{ id: question.app ?? '', isOffice: false }]
    : apps.filter(({ id }) => question.app === undefined || id === question.app);
  const dimensions = [
    reached(everybody.filter(question.user ?? (() => true)), policies, (policy, user) =>
      userCondition(of(policy), user),
    ),
    reached(asked, policies, (policy, app) => appCondition(of(policy), app)),
    reached(clients.filter(question.client ?? (() => true)), policies, (policy, client) =>
      clientCondition(of(policy), client),
    ),
    reached(only(platforms, question.platform), policies, (policy, platform) =>
      platformCondition(of(policy), platform),
    ),
    reached(places.filter(question.place ?? (() => true)), policies, (policy, place) =>
      placeCondition(of(policy), place),
    ),
    reached(only(levels, question.userRisk), policies, (policy, level) =>
      riskCondition('userRiskLevels')(of(policy), level),
    ),
    reached(question.signInRisks ?? levels, policies, (policy, level) =>
      riskCondition('signInRiskLevels')(of(policy), level),
    ),
    reached(insiderRisks, policies, (policy, level) => insiderRiskCondition(of(policy), level)),
    reached(only(flows, question.flow), policies, (policy, flow) => flowCondition(of(policy), flow)),
    reached(
      devices.filter(question.device ?? (() => true)),
      policies,
      (policy, device) => deviceCondition(of(policy), device) && enforces(policy, device, question.wanted),
    ),
  ];
  let left = new Set([(1 << policies.length) - 1]);
  for (const bits of dimensions) left = new Set([...left].flatMap((one) => [...bits].map((more) => one & more)));
  return left.has(0);
}

/**
 * What each dimension of a sign-in leaves of the policies that reach it: `bits` of a policy where it applies. Device and client leave
 * what `ofDevice` and `ofClient` say of a policy that applies to them.
 */
export function reachedBy(
  policies: readonly JsonObject[],
  seesRisks: boolean,
  bits: (index: number) => bigint,
  ofDevice: (policy: JsonObject, device: Device, index: number) => bigint,
  ofClient: (client: string, index: number) => bigint,
): { ofUser(user: ModelUser): bigint; others: Set<bigint>[] } {
  const of = (policy: JsonObject): Policy => policy.conditions as Policy;
  const sum = (own: (policy: JsonObject, index: number) => bigint): bigint =>
    policies.reduce((all, policy, index) => all | own(policy, index), 0n);
  const each = <T>(values: readonly T[], holds: (conditions: Policy, value: T) => boolean): Set<bigint> =>
    new Set(values.map((value) => sum((policy, index) => (holds(of(policy), value) ? bits(index) : 0n))));
  const levels = seesRisks ? risks : ['hidden'];
  const targets = [...apps, ...actions.map((id) => ({ id, isOffice: false }))];
  return {
    ofUser: (user) => sum((policy, index) => (userCondition(of(policy), user) ? bits(index) : 0n)),
    others: [
      each(targets, appCondition),
      new Set(
        clients.map((client) =>
          sum((policy, index) => (clientCondition(of(policy), client) ? ofClient(client, index) : 0n)),
        ),
      ),
      each(platforms, platformCondition),
      each(places, placeCondition),
      each(levels, riskCondition('userRiskLevels')),
      each(levels, riskCondition('signInRiskLevels')),
      each(insiderRisks, insiderRiskCondition),
      each(flows, flowCondition),
      new Set(
        devices.map((device) =>
          sum((policy, index) => (deviceCondition(of(policy), device) ? ofDevice(policy, device, index) : 0n)),
        ),
      ),
    ],
  };
}

/**
 * What the policies do to the sign-in: `in`, `asked` for something that a person can do, `out`. Who cannot be asked, because the client
 * shows no page, is kept out, and so is who would need a device in another state. Whether a person has a method of some strength is
 * `hasMethod`.
 */
export function doneTo(policies: readonly JsonObject[], signIn: SignIn, hasMethod: boolean): 'in' | 'asked' | 'out' {
  const canShowPage = isModern(signIn.client);
  const worth = { in: 0, asked: 1, out: 2 };
  let worst: 'in' | 'asked' | 'out' = 'in';
  for (const policy of policies.filter((one) => meets(one, signIn))) {
    const grant = (policy.grantControls ?? {}) as Policy;
    const controls = listOf(grant.builtInControls);
    const ways = controls.map((control) => {
      if (control === 'block') return 'out';
      // Of legacy clients, Exchange ActiveSync alone tells the state of its device.
      if (control === 'compliantdevice')
        return signIn.client !== 'other' && signIn.device.isCompliant === 'True' ? 'in' : 'out';
      if (control === 'domainjoineddevice')
        return signIn.client !== 'other' && signIn.device.trustType === 'ServerAD' ? 'in' : 'out';
      return canShowPage ? 'asked' : 'out';
    });
    if (grant.authenticationStrength) ways.push(canShowPage && hasMethod ? 'asked' : 'out');
    for (const _ of listOf(grant.termsOfUse)) ways.push(canShowPage ? 'asked' : 'out');
    if (ways.length === 0) continue;
    const sorted = ways.sort((a, b) => worth[a] - worth[b]);
    const result = controls.includes('block') ? 'out' : grant.operator === 'AND' ? sorted.at(-1) : sorted[0];
    if (result !== undefined && worth[result] > worth[worst]) worst = result;
  }
  return worst;
}

/** Whether somebody signs in anew each time, by a policy that applies; a client of legacy authentication has no session. */
export const isAskedEveryTime = (policies: readonly JsonObject[], signIn: SignIn): boolean =>
  isModern(signIn.client) && policies.some((policy) => meets(policy, signIn) && asksEveryTime(policy));
