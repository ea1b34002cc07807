import { enumAt, isObject, type JsonObject, textsAt, valueAt } from '../../facts/json-reader.ts';

export type Grant = {
  /** Every control is needed (AND), or any one of them (OR, also where there is only one). */
  needsAll: boolean;
  controls: readonly string[];
  /** Combinations that the authentication strength allows; null without one, empty where they are not known. */
  strength: readonly string[] | null;
  /** Terms of use, custom controls: alternatives that are no authentication at all. */
  others: number;
};

const phishingResistant = ['windowshelloforbusiness', 'fido2', 'x509certificatemultifactor'] as const;
const passwordless = [...phishingResistant, 'devicebasedpush'];
/** Microsoft's own strengths, which an answer may name without their combinations. */
const builtInStrengths: ReadonlyMap<string, readonly string[]> = new Map([
  ['00000000-0000-0000-0000-000000000002', [...passwordless, 'password,sms']],
  ['00000000-0000-0000-0000-000000000003', passwordless],
  ['00000000-0000-0000-0000-000000000004', [...phishingResistant]],
]);
const multiFactor = new Set<string>([
  ...passwordless,
  'temporaryaccesspassonetime',
  'temporaryaccesspassmultiuse',
  'federatedmultifactor',
]);

function readStrength(value: unknown): readonly string[] | null {
  if (!isObject(value)) return null;
  const combinations = textsAt(value, 'allowedCombinations').map((item) => item.replaceAll(' ', '').toLowerCase());
  if (combinations.length > 0) return combinations;
  return builtInStrengths.get(enumAt(value, 'id') ?? '') ?? [];
}

/** Whether it is told what a strength allows: by its combinations, or because it is one of Microsoft's own. */
export function isKnownStrength(value: unknown): boolean {
  const combinations = valueAt(value, 'allowedCombinations');
  if (Array.isArray(combinations) && combinations.length > 0)
    return combinations.every((item) => typeof item === 'string');
  return builtInStrengths.has(enumAt(value, 'id') ?? '');
}

export function readGrant(policy: JsonObject): Grant {
  const grant = valueAt(policy, 'grantControls');
  const controls = textsAt(grant, 'builtInControls')
    .map((item) => item.trim().toLowerCase())
    .filter((item) => item !== '');
  return {
    needsAll: enumAt(grant, 'operator') === 'and',
    controls,
    strength: readStrength(valueAt(grant, 'authenticationStrength')),
    others: textsAt(grant, 'termsOfUse').length + textsAt(grant, 'customAuthenticationFactors').length,
  };
}

/** Whether passing the policy always means one of the wanted controls or a strength of which every combination is wanted. */
function always(
  grant: Grant,
  wantedControls: readonly string[],
  wantedCombination: (combination: string) => boolean,
): boolean {
  const results = grant.controls.map((control) => wantedControls.includes(control));
  if (grant.strength !== null) results.push(grant.strength.length > 0 && grant.strength.every(wantedCombination));
  for (let index = 0; index < grant.others; index += 1) results.push(false);
  if (results.length === 0) return false;
  return grant.needsAll ? results.some(Boolean) : results.every(Boolean);
}

/** Whether a combination of a strength is multifactor authentication, and whether it resists phishing. */
export const isMultiFactorCombination = (combination: string): boolean =>
  combination.includes(',') || multiFactor.has(combination);
export const isPhishingResistantCombination = (combination: string): boolean =>
  (phishingResistant as readonly string[]).includes(combination);

/** Beside a block there is nothing else that a sign-in could do to be let in. */
export function blocks(grant: Grant): boolean {
  return always(grant, ['block'], () => false);
}

export function needsMfa(grant: Grant): boolean {
  return always(grant, ['mfa'], isMultiFactorCombination);
}

export function needsPhishingResistantMfa(grant: Grant): boolean {
  return always(grant, [], isPhishingResistantCombination);
}

const deviceStates: ReadonlyMap<string, string> = new Map([
  ['compliantdevice', 'devicestate:compliant'],
  ['domainjoineddevice', 'devicestate:domainjoined'],
]);

/**
 * Where a grant asks for something or for a managed device: the device states that let somebody in without it. Where the
 * device has none of them, what is wanted is asked for or nobody gets in. One list of states for each way to put it; none
 * where it can be got round otherwise.
 */
function exceptOn(grant: Grant, isWanted: (part: Grant) => boolean): readonly (readonly string[])[] {
  const states = grant.controls.flatMap((control) => deviceStates.get(control) ?? []);
  if (states.length === 0) return [];
  if (grant.needsAll) return states.map((state) => [state]);
  const rest = grant.controls.filter((control) => !deviceStates.has(control));
  const isOnlyDevices = rest.length === 0 && grant.strength === null && grant.others === 0;
  return isOnlyDevices || isWanted({ ...grant, controls: rest }) ? [states] : [];
}

/** Where nothing else is wanted than to keep out whoever has no managed device. */
export const deviceExceptOn = (grant: Grant) => exceptOn(grant, () => false);
export const mfaExceptOn = (grant: Grant) => exceptOn(grant, needsMfa);
export const phishingResistantMfaExceptOn = (grant: Grant) => exceptOn(grant, needsPhishingResistantMfa);

/** A device that is compliant or hybrid-joined, whatever else is asked for. */
export function needsManagedDevice(grant: Grant): boolean {
  return always(grant, ['compliantdevice', 'domainjoineddevice'], () => false);
}

/** A device that is marked as compliant: one that is hybrid-joined will not do. */
export function needsCompliantDevice(grant: Grant): boolean {
  return always(grant, ['compliantdevice'], () => false);
}

export function needsMfaOrManagedDevice(grant: Grant): boolean {
  return always(grant, ['mfa', 'compliantdevice', 'domainjoineddevice'], isMultiFactorCombination);
}

const accessControls = [
  'block',
  'mfa',
  'compliantdevice',
  'domainjoineddevice',
  'approvedapplication',
  'compliantapplication',
];

/** Any control that keeps somebody out; a change of password alone does not. */
export function restrictsAccess(grant: Grant): boolean {
  return grant.strength !== null || grant.controls.some((control) => accessControls.includes(control));
}

export function needsApprovedApp(grant: Grant): boolean {
  return always(grant, ['approvedapplication', 'compliantapplication'], () => false);
}

/** MFA and a change of password, both; or Entra's own risk remediation (source: CIS 5.2.2.6). */
export function remediatesUserRisk(grant: Grant): boolean {
  if (always(grant, ['riskremediation'], () => false)) return true;
  return grant.needsAll && grant.controls.includes('passwordchange') && needsMfa(grant);
}
