import type { Witness } from '@tenantry/contract/witness';

/** The body of conditionalAccessRoot: evaluate (Microsoft Graph v1.0), which asks what policies make of a sign-in that is not made. */
type WhatIfRequest = Readonly<Record<string, unknown>>;

/** What the call is asked; or why it cannot be asked of this sign-in, as a sentence without its full stop. */
export type WhatIfQuestion = { request: WhatIfRequest; because: null } | { request: null; because: string };

const userActions: Readonly<Record<string, string>> = {
  'urn:user:registersecurityinfo': 'registerSecurityInformation',
  'urn:user:registerdevice': 'registerOrJoinDevices',
};

/** How filters for devices name the ways in which a device is known (Microsoft Learn, "Filter for devices", trustType). */
const trustTypes = { joined: 'AzureAD', hybridJoined: 'ServerAD', registered: 'Workplace' } as const;

/** Properties of deviceInfo that are texts, by their names in lower case; lists are not asked about. */
const deviceTexts = new Map(
  [
    'deviceId',
    'displayName',
    'enrollmentProfileName',
    'manufacturer',
    'mdmAppId',
    'model',
    'operatingSystem',
    'operatingSystemVersion',
    'ownership',
    'profileType',
    ...Array.from({ length: 15 }, (_, index) => `extensionAttribute${index + 1}`),
    // A filter says deviceOwnership where deviceInfo says ownership.
  ].map((name) => [name.toLowerCase(), name]),
);
deviceTexts.set('deviceownership', 'ownership');

/** What the call has no word for: each of it would be asked as something else. */
function notInTheCall(witness: Witness): string[] {
  const { user, target, platform, device } = witness;
  const why = [...(witness.open ?? [])];
  if (user.id === null && user.guest === null && why.length === 0) why.push('no account is known that it could be');
  if (target.id === null && why.length === 0) why.push('it needs an application that no policy names');
  if (target.kind === 'userAction' && !(target.id !== null && target.id in userActions))
    why.push(`the call does not have the user action ${target.name}`);
  if (platform === 'unknown') why.push('the call has no word for a platform that Microsoft does not know');
  const unknown = Object.keys(device.attributes).filter((name) => !deviceTexts.has(name));
  if (unknown.length > 0) why.push(`the call does not have the device attribute ${unknown.join(', ')}`);
  return why;
}

function identityOf({ user }: Witness): Record<string, unknown> {
  return {
    '@odata.type': '#microsoft.graph.userSignIn',
    ...(user.id !== null && { userId: user.id }),
    ...(user.guest !== null && { externalUserType: user.guest }),
    ...(user.guestTenant !== null && { externalTenantId: user.guestTenant }),
  };
}

function contextOf({ target }: Witness): Record<string, unknown> {
  return target.kind === 'userAction'
    ? { '@odata.type': '#microsoft.graph.userActionContext', userAction: userActions[target.id ?? ''] }
    : { '@odata.type': '#microsoft.graph.applicationContext', includeApplications: [target.id] };
}

function deviceOf({ device }: Witness): Record<string, unknown> {
  const texts = Object.entries(device.attributes).map(([name, value]) => [deviceTexts.get(name) ?? name, value]);
  return {
    ...(device.isCompliant !== null && { isCompliant: device.isCompliant }),
    ...(device.trust !== null && { trustType: trustTypes[device.trust] }),
    ...Object.fromEntries(texts),
  };
}

/**
 * Puts a sign-in into the words of Microsoft's call. Sources: Microsoft Graph v1.0, conditionalAccessRoot: evaluate, userSignIn,
 * applicationContext, userActionContext, signInConditions and deviceInfo. A risk that Microsoft hides from the tenant is left out, as
 * Microsoft does.
 */
export function whatIfQuestion(witness: Witness): WhatIfQuestion {
  const why = notInTheCall(witness);
  if (why.length > 0) return { request: null, because: why.join('; ') };
  const { client, platform, place, flow, insiderRisk, signInRisk, userRisk } = witness;
  const device = deviceOf(witness);
  const request = {
    signInIdentity: identityOf(witness),
    signInContext: contextOf(witness),
    signInConditions: {
      clientAppType: client,
      devicePlatform: platform,
      ...(place.address !== null && { ipAddress: place.address }),
      ...(place.country !== null && { country: place.country }),
      ...(signInRisk !== 'hidden' && { signInRiskLevel: signInRisk }),
      ...(userRisk !== 'hidden' && { userRiskLevel: userRisk }),
      insiderRiskLevel: insiderRisk,
      ...(flow !== 'none' && { authenticationFlow: { transferMethod: flow } }),
      ...(Object.keys(device).length > 0 && { deviceInfo: device }),
    },
    appliedPoliciesOnly: true,
  };
  return { request, because: null };
}
