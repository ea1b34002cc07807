/** What a code of Entra ID means and what to do, in our words (Microsoft identity platform, authentication error codes). */
const explanations: Readonly<Record<string, { meaning: string; whatToDo: string }>> = {
  '50011': {
    meaning: 'The redirect URI is not in the app registration.',
    whatToDo:
      'Add the redirect URI from Graph API Settings to the app registration as a web platform, exactly as shown.',
  },
  '50076': {
    meaning: 'The tenant requires MFA for this account.',
    whatToDo: 'Reconnect the tenant and complete MFA.',
  },
  '50173': {
    meaning: 'The stored sign-in was revoked by a password change or an administrator.',
    whatToDo: 'Reconnect the tenant.',
  },
  '53003': {
    meaning: 'A Conditional Access policy of the tenant blocks this sign-in.',
    whatToDo: 'Ask the tenant’s administrator to allow the account or the application, then reconnect.',
  },
  '65001': {
    meaning: 'The application’s permissions have no consent, or the consent was revoked.',
    whatToDo: 'Reconnect the tenant as an administrator who can consent for the organization.',
  },
  '70008': {
    meaning: 'The stored sign-in has expired or was already used.',
    whatToDo: 'Start again. For a tenant, reconnect it.',
  },
  '700082': {
    meaning: 'The stored sign-in was not used for 90 days.',
    whatToDo: 'Reconnect the tenant.',
  },
  '700003': {
    meaning: 'The device of this sign-in is not registered in the tenant.',
    whatToDo: 'Sign in from a device registered in the tenant, or with an account that does not need one.',
  },
  '700016': {
    meaning: 'The application is not in the tenant: it was never added or was removed.',
    whatToDo:
      'Reconnect the tenant so that an administrator can consent again. Also check the client ID in Graph API Settings.',
  },
  '7000215': {
    meaning: 'The client secret is wrong.',
    whatToDo: 'Save the secret value, not the secret ID, in Graph API Settings or the tenant’s credentials.',
  },
  '7000222': {
    meaning: 'The client secret has expired.',
    whatToDo: 'Create a new secret in the app registration and save it here.',
  },
  '7000229': {
    meaning: 'The application has no service principal in the tenant: it was removed there.',
    whatToDo: 'Reconnect the tenant so that an administrator can consent again.',
  },
};

/** The explanation of the AADSTS code in a message; null where it names none, or one that is not known here. */
export function explainAadsts(message: string): { code: string; meaning: string; whatToDo: string } | null {
  const code = /AADSTS(\d{5,7})/.exec(message)?.[1] ?? '';
  const known = Object.hasOwn(explanations, code) ? explanations[code] : undefined;
  return known ? { code: `AADSTS${code}`, ...known } : null;
}
