/** What a code of Entra ID means and what to do, in our words (Microsoft identity platform, authentication error codes). */
const explanations: Readonly<Record<string, { meaning: string; whatToDo: string }>> = {
  '50011': {
    meaning: 'The address that Microsoft was to send the browser back to is not one of the app registration.',
    whatToDo:
      'Add the redirect URI of Graph API Settings to the app registration, as a web platform, letter for letter.',
  },
  '50076': {
    meaning: 'The tenant asks this account for a second factor.',
    whatToDo: 'Connect the tenant again and answer the second factor.',
  },
  '50173': {
    meaning: 'The sign-in that was stored was ended, by a new password or by an administrator.',
    whatToDo: 'Connect the tenant again.',
  },
  '53003': {
    meaning: 'A Conditional Access policy of the tenant does not let this sign-in through.',
    whatToDo: 'Ask the tenant’s administrator to let the account or the application through, then connect again.',
  },
  '65001': {
    meaning: 'Nobody has consented to what the application asks for, or the consent was taken back.',
    whatToDo: 'Connect the tenant again, as an administrator who can consent for the organization.',
  },
  '70008': {
    meaning: 'The sign-in that was stored has expired: it was not used for too long, or was used already.',
    whatToDo: 'Start again; where a tenant is concerned, connect it again.',
  },
  '700082': {
    meaning: 'The sign-in that was stored was not used for 90 days.',
    whatToDo: 'Connect the tenant again.',
  },
  '700003': {
    meaning: 'The device of this sign-in is not known in the tenant.',
    whatToDo: 'Sign in from a device that the tenant knows, or with an account of which it asks none.',
  },
  '700016': {
    meaning: 'The tenant does not know our application: it was never added there, or it was removed.',
    whatToDo:
      'Connect the tenant again, so that an administrator consents anew. See also the client ID in Graph API Settings.',
  },
  '7000215': {
    meaning: 'The client secret is wrong.',
    whatToDo: 'Save the secret’s value, not its id, in Graph API Settings or the tenant’s credentials.',
  },
  '7000222': {
    meaning: 'The client secret has expired.',
    whatToDo: 'Make a new secret in the app registration and save it here.',
  },
  '7000229': {
    meaning: 'The application has no service principal in the tenant: it was removed there.',
    whatToDo: 'Connect the tenant again, so that an administrator consents anew.',
  },
};

/** The explanation of the AADSTS code in a message; null where it names none, or one that is not known here. */
export function explainAadsts(message: string): { code: string; meaning: string; whatToDo: string } | null {
  const code = /AADSTS(\d{5,7})/.exec(message)?.[1] ?? '';
  const known = Object.hasOwn(explanations, code) ? explanations[code] : undefined;
  return known ? { code: `AADSTS${code}`, ...known } : null;
}
