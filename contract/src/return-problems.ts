/**
 * Why somebody who left for Microsoft, or was about to, did not come back signed in or connected. The address of a page carries the
 * code alone, and the page says these words: an address is anyone's to write.
 */
export const returnProblems = {
  'sign-in-not-set-up': 'Sign-in with Microsoft is not set up. Sign in with a local account.',
  'no-microsoft-account': 'Your account does not sign in with Microsoft. Confirm with your password.',
  'too-many-sign-ins': 'Too many sign-in attempts. Wait a minute, then try again.',
  'not-for-some-tenants': 'New tenants are connected by administrators of all tenants.',
  'no-tenant-to-reconnect': 'There is no tenant to reconnect. Choose one under Admin Panel > Tenants.',
  'app-not-registered': 'Set up the app registration first: Admin Panel > Graph API Settings.',
  'consent-declined': 'The consent was declined, or the sign-in was canceled, at Microsoft.',
  'consent-needs-administrator':
    'An administrator of the tenant has to give or approve the consent. Start again once that has happened.',
  'connection-refused': 'Microsoft refused the connection.',
  'no-code': 'Missing authorization code',
  'sign-in-not-confirmed': 'Microsoft did not confirm the sign-in. Please start again.',
  'graph-not-ready':
    'The consent was given, but Microsoft did not apply it within a minute. Wait a few minutes, then choose Connect again.',
  'permissions-missing':
    'The consent was given, but it did not bring the permissions that are needed. Add those of Graph API Settings to the app registration as application permissions, then choose Connect again.',
  'microsoft-not-reached':
    'The consent was given, but Microsoft did not respond. Choose Connect again in a few minutes.',
  'other-organization': 'That account belongs to a different tenant than the one to reconnect.',
  'not-your-tenant': 'This tenant is already connected but not assigned to you.',
} as const;

export type ReturnProblem = keyof typeof returnProblems;

/** Our words for a code that came in an address; null for whatever is none. */
export function returnProblemText(code: string | null): string | null {
  return code !== null && Object.hasOwn(returnProblems, code) ? returnProblems[code as ReturnProblem] : null;
}
