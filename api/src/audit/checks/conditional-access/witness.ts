import { visibleText } from '@tenantry/contract/text';
import type { Witness } from '@tenantry/contract/witness';
import type { Facts } from '../../facts/facts.ts';
import { applicationName } from '../../microsoft/application-names.ts';
import { kindOf } from './items.ts';
import { type FullSignIn, isStillPast, nearestSignIn } from './nearest-sign-in.ts';
import type { Past } from './requirement.ts';
import type { SignInSpace } from './sign-in-space.ts';
import { type CanSignIn, trueOfNobody, whoCanSignIn } from './witness-accounts.ts';
import { deviceOf } from './witness-device.ts';
import { placeOf } from './witness-place.ts';
import { userOf } from './witness-user.ts';

/** Values of the engine, which are in lower case, in Microsoft Graph's own letters. */
const inGraph = {
  client: {
    browser: 'browser',
    mobileappsanddesktopclients: 'mobileAppsAndDesktopClients',
    exchangeactivesync: 'exchangeActiveSync',
    other: 'other',
  },
  platform: {
    windows: 'windows',
    macos: 'macOS',
    ios: 'iOS',
    android: 'android',
    linux: 'linux',
    windowsphone: 'windowsPhone',
    unknown: 'unknown',
  },
  flow: { none: 'none', devicecodeflow: 'deviceCodeFlow', authenticationtransfer: 'authenticationTransfer' },
  insiderrisk: { none: 'none', minor: 'minor', moderate: 'moderate', elevated: 'elevated' },
  risk: { none: 'none', low: 'low', medium: 'medium', high: 'high', hidden: 'hidden' },
} as const;

/** Null where policies name a value that is none of Microsoft's. */
function graphValue<T>(values: Readonly<Record<string, T>>, value: string | undefined): T | null {
  return values[value ?? ''] ?? null;
}

const userActionNames: Readonly<Record<string, string>> = {
  'urn:user:registersecurityinfo': 'Register security information',
  'urn:user:registerdevice': 'Register or join devices',
};

const adminPortals = 'app:microsoftadminportals';

function targetOf({ terms }: SignInSpace, signIn: FullSignIn): { target: Witness['target']; open: string[] } {
  const value = signIn.valueOf('application') ?? 'any other';
  if (kindOf(value) === 'action') {
    const id = value.slice('action:'.length);
    return { target: { kind: 'userAction', id, name: userActionNames[id] ?? id }, open: [] };
  }
  // Which applications these are is said among what is not known.
  if (!value.startsWith('app ') && terms.of(adminPortals).some((literal) => signIn.holds(literal)))
    return { target: { kind: 'application', id: null, name: 'Microsoft Admin Portals' }, open: [] };
  if (!value.startsWith('app '))
    return {
      target: { kind: 'application', id: null, name: 'any application that no policy names' },
      open: ['it needs an application that no policy names and that is in none of Microsoft’s groups of applications'],
    };
  const id = value.slice('app '.length);
  return { target: { kind: 'application', id, name: applicationName(id) }, open: [] };
}

/** What Microsoft's call cannot be told of this sign-in, because nobody knows it of a real one. */
function unknownParts(space: SignInSpace, signIn: FullSignIn, past: Past): string[] {
  const { terms } = space;
  const open: string[] = [];
  const flips = (literal: number): boolean =>
    !isStillPast(space, past.protections, signIn, new Map([[literal, !signIn.holds(literal)]]));
  for (const [literal, label] of terms.labels) {
    if (label.startsWith('appfilter:') && flips(literal))
      open.push('which applications a filter on custom security attributes takes in is not known');
    if (label === adminPortals && signIn.holds(literal))
      open.push('which applications the Microsoft Admin Portals are is not known by their ids');
  }
  // A level that is not told is taken for none.
  const told = new Map<number, boolean>();
  for (const kind of ['userrisk', 'signinrisk']) {
    const values = terms.allDimensions.find(({ name }) => name === kind)?.values;
    if (signIn.valueOf(kind) !== 'hidden' || values === undefined) continue;
    told.set(values.get('hidden') ?? 0, false).set(values.get('none') ?? 0, true);
  }
  if (!isStillPast(space, past.protections, signIn, told))
    open.push('a policy asks for a level of risk, and Microsoft does not tell this tenant of risks');
  return open;
}

/**
 * The sign-in that shows that a judgment is right: concrete, the same for the same facts, and unusual only where it has to be.
 * @param declaredIds accounts that the customer declared as intended exclusions
 * @returns undefined where none was found in the time that a search may take
 */
export function witnessOf(
  space: SignInSpace,
  past: Past | null,
  facts: Facts,
  declaredIds: readonly string[] = [],
): Witness | undefined {
  if (past === null) return undefined;
  const declared = new Set([
    ...past.protections.flatMap(({ policy }) => [...policy.accepted, ...policy.expected]),
    ...declaredIds.map((id) => `user:${id.toLowerCase()}`),
  ]);
  const canSignIn = whoCanSignIn(facts, declared);
  const avoided = trueOfNobody(space, facts, canSignIn);
  const signIn = nearestSignIn(space, past.protections, past.target, avoided);
  return signIn === null ? undefined : concrete(space, signIn, past, facts, canSignIn);
}

/** The sign-in in words and values that Microsoft Graph and people know. Undefined where it has a value that neither does. */
export function concrete(
  space: SignInSpace,
  signIn: FullSignIn,
  past: Past,
  facts: Facts,
  canSignIn: CanSignIn,
): Witness | undefined {
  const matters = (item: string): boolean =>
    space.terms
      .of(item)
      .some((literal) => !isStillPast(space, past.protections, signIn, new Map([[literal, !signIn.holds(literal)]])));
  const value = (dimension: string) => signIn.valueOf(dimension);
  const client = graphValue(inGraph.client, value('client'));
  const platform = graphValue(inGraph.platform, value('platform'));
  const flow = graphValue(inGraph.flow, value('flow'));
  const insiderRisk = graphValue(inGraph.insiderrisk, value('insiderrisk'));
  const userRisk = graphValue(inGraph.risk, value('userrisk'));
  const signInRisk = graphValue(inGraph.risk, value('signinrisk'));
  if (!client || !platform || !flow || !insiderRisk || !userRisk || !signInRisk) return undefined;
  const who = userOf(space, signIn, facts, past, canSignIn);
  const what = targetOf(space, signIn);
  const where = placeOf(space, signIn, facts, matters);
  const device = deviceOf(space, signIn);
  const open = [...who.open, ...what.open, ...where.open, ...device.open, ...unknownParts(space, signIn, past)];
  const { aspect } = past.target;
  return shown({
    user: who.user,
    target: what.target,
    client,
    platform,
    place: where.place,
    device: device.device,
    signInRisk,
    userRisk,
    insiderRisk,
    flow,
    ...(aspect !== undefined && { aspect }),
    ...(open.length > 0 && { open: [...new Set(open)].sort() }),
  });
}

/** Names that tenants gave, so that they can be read. */
function shown(witness: Witness): Witness {
  const named = <T extends { name: string }>(one: T): T => ({ ...one, name: visibleText(one.name) });
  const { user, place, target, open } = witness;
  return {
    ...witness,
    target: named(target),
    user: { ...named(user), groups: user.groups.map(named), roles: user.roles.map(named) },
    place: { ...place, locations: place.locations.map(named) },
    ...(open && { open: open.map(visibleText) }),
  };
}
