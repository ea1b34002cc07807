import type { DirectoryUser } from './users.ts';

/** `Not known`: whether MFA is required of the account, or whether it has a license, could not be determined. */
export type UserStatus = 'Secure' | 'At Risk' | 'Review' | 'Not known' | 'Active' | 'No Auth' | 'Disabled';

type Judged = Pick<DirectoryUser, 'source' | 'hasLocalAuth' | 'accountEnabled' | 'isMfaEnforced' | 'isLicensed'>;

/**
 * How a user stands, in a word (specification, section 4). A Microsoft account is judged by MFA and license, and by neither
 * where one of them is not known.
 */
export function userStatus({ source, hasLocalAuth, accountEnabled, isMfaEnforced, isLicensed }: Judged): UserStatus {
  if (source === 'local') {
    if (accountEnabled === false) return 'Disabled';
    return hasLocalAuth ? 'Active' : 'No Auth';
  }
  if (isMfaEnforced === null || isLicensed === null) return 'Not known';
  if (isMfaEnforced && isLicensed) return 'Secure';
  return isMfaEnforced || isLicensed ? 'Review' : 'At Risk';
}
