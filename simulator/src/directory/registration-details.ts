import type { UserDefaultAuthenticationMethod, UserRegistrationDetails } from '@microsoft/microsoft-graph-types';
import { hash32 } from '../counter-hash.ts';
import { graphTime } from '../graph-time.ts';
import { type AccountTraits, accountTraits, type TenantDirectory } from './tenant-directory.ts';
import { isDeleted, userNames } from './users.ts';

const methodSalt = 51;

/** Properties of an entry: what a filter may name. */
export const registrationFields: ReadonlySet<string> = new Set([
  'id',
  'userPrincipalName',
  'userDisplayName',
  'userType',
  'isAdmin',
  'isSsprRegistered',
  'isSsprEnabled',
  'isSsprCapable',
  'isMfaRegistered',
  'isMfaCapable',
  'isPasswordlessCapable',
  'isSystemPreferredAuthenticationMethodEnabled',
  'userPreferredMethodForSecondaryAuthentication',
  'lastUpdatedDateTime',
]);

function methodsOf(directory: TenantDirectory, index: number, traits: AccountTraits): string[] {
  if (!traits.mfaCapable) return [];
  if (traits.passwordless) {
    return traits.admin?.kind === 'emergency' ? ['fido2'] : ['microsoftAuthenticatorPush', 'windowsHelloForBusiness'];
  }
  const roll = hash32(directory.key, index, methodSalt) % 10;
  if (roll < 7) return ['microsoftAuthenticatorPush', 'softwareOneTimePasscode'];
  return roll < 9 ? ['mobilePhone'] : ['mobilePhone', 'email'];
}

/**
 * The registration entry of the user at `index`, or null where the report leaves the account out: it has no deleted and no
 * disabled accounts (Graph v1.0, "List userRegistrationDetails").
 */
export function registrationDetailsAt(
  directory: TenantDirectory,
  index: number,
  anchorMs: number,
): UserRegistrationDetails | null {
  const traits = accountTraits(directory, index);
  if (!traits.enabled || isDeleted(directory, index)) return null;
  const names = userNames(directory, index, traits);
  const methods = methodsOf(directory, index, traits);
  const push = methods.includes('microsoftAuthenticatorPush');
  const preferred: UserDefaultAuthenticationMethod = push ? 'push' : methods.includes('mobilePhone') ? 'sms' : 'none';
  return {
    id: directory.userId(index),
    userPrincipalName: names.userPrincipalName,
    userDisplayName: names.displayName,
    userType: traits.guest ? 'guest' : 'member',
    isAdmin: traits.admin !== undefined,
    isSsprRegistered: methods.length > 1,
    isSsprEnabled: !traits.guest,
    isSsprCapable: !traits.guest && methods.length > 1,
    isMfaRegistered: methods.length > 0,
    isMfaCapable: traits.mfaCapable,
    isPasswordlessCapable: traits.passwordless,
    methodsRegistered: methods,
    isSystemPreferredAuthenticationMethodEnabled: true,
    systemPreferredAuthenticationMethods: push ? ['PhoneAppNotification'] : [],
    userPreferredMethodForSecondaryAuthentication: preferred,
    lastUpdatedDateTime: graphTime(anchorMs - (hash32(directory.key, index, methodSalt) % 80_000) * 1000),
  };
}
