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
  'consent-declined': 'The consent was declined.',
  'connection-refused': 'Microsoft refused the connection.',
  'no-code': 'Missing authorization code',
  'sign-in-not-confirmed': 'Microsoft did not confirm the sign-in. Please start again.',
  'graph-not-ready': 'The consent was given, but Microsoft Graph does not accept it yet. Try again shortly.',
  'other-organization': 'That account belongs to a different organization than the one to reconnect.',
  'not-your-tenant': 'This organization is already connected but not assigned to you.',
} as const;

export type ReturnProblem = keyof typeof returnProblems;

/** Our words for a code that came in an address; null for whatever is none. */
export function returnProblemText(code: string | null): string | null {
  return code !== null && Object.hasOwn(returnProblems, code) ? returnProblems[code as ReturnProblem] : null;
}
