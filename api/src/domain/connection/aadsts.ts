type Explanation = {
  meaning: string;
  /** For the product's pages. */
  whatToDo: string;
  /** For a command in a terminal, where that is something else. {tenant}, {clientId}, {login} and the like are filled in. */
  inTerminal?: string;
};

/** What a code of Entra ID means and what to do, in our words (Microsoft identity platform, authentication error codes). */
const explanations: Readonly<Record<string, Explanation>> = {
  '50011': {
    meaning: 'The redirect URI is not in the app registration.',
    whatToDo:
      'Add the redirect URI from Graph API Settings to the app registration as a web platform, exactly as shown.',
    inTerminal:
      'Add http://localhost as a redirect URI of the platform “Mobile and desktop applications” to the app registration {clientId}, or use --sign-in device-code.',
  },
  '50076': {
    meaning: 'The tenant requires MFA for this account.',
    whatToDo: 'Reconnect the tenant and complete MFA.',
    inTerminal: 'Use --sign-in browser or --sign-in device-code and complete MFA.',
  },
  '50173': {
    meaning: 'The stored sign-in was revoked by a password change or an administrator.',
    whatToDo: 'Reconnect the tenant.',
    inTerminal: 'Sign in again.',
  },
  '53003': {
    meaning: 'A Conditional Access policy of the tenant blocks this sign-in.',
    whatToDo: 'Ask the tenant’s administrator to allow the account or the application, then reconnect.',
    inTerminal:
      'Let the policy allow this sign-in: device code flow, the network or the application are often blocked. Another way is --sign-in browser, or an application with a certificate.',
  },
  '65001': {
    meaning: 'The application’s permissions have no consent, or the consent was revoked.',
    whatToDo: 'Reconnect the tenant as an administrator who can consent for the organization.',
    inTerminal: 'An administrator of {tenant} gives consent here: {login}/{tenant}/adminconsent?client_id={clientId}',
  },
  '70008': {
    meaning: 'The stored sign-in has expired or was already used.',
    whatToDo: 'Start again. For a tenant, reconnect it.',
    inTerminal: 'Sign in again.',
  },
  '700082': {
    meaning: 'The stored sign-in was not used for 90 days.',
    whatToDo: 'Reconnect the tenant.',
  },
  '700003': {
    meaning: 'The device of this sign-in is not registered in the tenant.',
    whatToDo: 'Sign in from a device registered in the tenant, or with an account that does not need one.',
    inTerminal: 'Use a device that is registered in the tenant, or an application with a certificate.',
  },
  '700016': {
    meaning: 'The application is not in the tenant: it was never added or was removed.',
    whatToDo:
      'Reconnect the tenant so that an administrator can consent again. Also check the client ID in Graph API Settings.',
    inTerminal:
      'Check the client ID ({clientId}), --tenant ({tenant}) and --cloud. If it is an application of another tenant, an administrator of {tenant} adds it here: {login}/{tenant}/adminconsent?client_id={clientId}',
  },
  '65004': {
    meaning: 'Consent was declined.',
    whatToDo: 'Start again and accept the permissions.',
    inTerminal: 'Sign in again and accept the permissions, or have an administrator do it.',
  },
  '90002': {
    meaning: 'Microsoft knows no directory with this tenant ID.',
    whatToDo: 'Copy the directory (tenant) ID from the overview page of the app registration. Check the cloud as well.',
    inTerminal: 'Check --tenant ({tenant}) and --cloud.',
  },
  '90033': {
    meaning: 'Entra ID is temporarily not available.',
    whatToDo: 'Try again in a few minutes.',
  },
  '90094': {
    meaning: 'An administrator has to consent.',
    whatToDo: 'Sign in as an administrator who can consent for the organization.',
    inTerminal:
      'Have an administrator of {tenant} sign in once, or give consent here: {login}/{tenant}/adminconsent?client_id={clientId}',
  },
  '700024': {
    meaning: 'The signature made with the certificate is outside its time range: the clock of this machine is wrong.',
    whatToDo: 'Set the clock of this server by a time service (NTP), then try again.',
    inTerminal:
      'Correct the clock of this machine; Microsoft allows five minutes. In a pipeline, the federated token may have expired: sign in sooner after it was made.',
  },
  '700027': {
    meaning: 'The certificate is not in the app registration, or has expired.',
    whatToDo:
      'Upload the certificate, without its private key, under Certificates & secrets of the app registration and compare the thumbprints.',
    inTerminal:
      'Upload the certificate (without its private key) to the app registration {clientId} under Certificates & secrets. Check that AZURE_CLIENT_CERTIFICATE_PATH names the right file.',
  },
  '1000502': {
    meaning: 'The certificate has expired, or is not valid yet.',
    whatToDo: 'Create a new certificate, upload it to the app registration and save it here.',
    inTerminal:
      'Create a new certificate, upload it to the app registration {clientId} and set AZURE_CLIENT_CERTIFICATE_PATH.',
  },
  '7000112': {
    meaning: 'The application is disabled in the directory.',
    whatToDo: 'Enable sign-in for it in Entra ID under Enterprise applications, Properties.',
    inTerminal:
      'Ask an administrator of {tenant} to allow sign-in under Enterprise applications > {clientId} > Properties.',
  },
  '7000215': {
    meaning: 'The client secret is wrong.',
    whatToDo: 'Save the secret value, not the secret ID, in Graph API Settings or the tenant’s credentials.',
    inTerminal: 'Set AZURE_CLIENT_SECRET to the value of the secret, not to its ID.',
  },
  '7000222': {
    meaning: 'The client secret has expired.',
    whatToDo: 'Create a new secret in the app registration and save it here.',
    inTerminal:
      'Create a new secret for the app registration {clientId} and set AZURE_CLIENT_SECRET, or use a certificate or federation.',
  },
  '7000229': {
    meaning: 'The application has no service principal in the tenant: it was removed there.',
    whatToDo: 'Reconnect the tenant so that an administrator can consent again.',
    inTerminal:
      'An administrator of {tenant} adds the application again: {login}/{tenant}/adminconsent?client_id={clientId}',
  },
  '50020': {
    meaning: 'The account is not in this tenant.',
    whatToDo: 'Sign in with an account of the tenant, or have it invited there.',
    inTerminal: 'Sign in with an account of {tenant}, or check --tenant.',
  },
  '50034': {
    meaning: 'The account does not exist in this tenant.',
    whatToDo: 'Sign in with an account of the tenant.',
    inTerminal: 'Sign in with an account of {tenant}, or check --tenant.',
  },
  '50059': {
    meaning: 'Microsoft does not know which tenant is meant.',
    whatToDo: 'Check the directory ID of the tenant.',
    inTerminal: 'Give --tenant a domain of the tenant or its directory ID.',
  },
  '50079': {
    meaning: 'The account has to register for MFA first.',
    whatToDo: 'Have the account register for MFA at https://aka.ms/mfasetup, then sign in again.',
    inTerminal: 'Register for MFA at https://aka.ms/mfasetup, then use --sign-in browser or --sign-in device-code.',
  },
  '50105': {
    meaning: 'The account is not assigned to the application.',
    whatToDo: 'Assign the account to the enterprise application, or let the application be used without assignment.',
  },
  '50126': {
    meaning: 'The user name or the password is wrong.',
    whatToDo: 'Sign in again.',
  },
  '53000': {
    meaning: 'A Conditional Access policy of the tenant asks for a compliant device.',
    whatToDo: 'Sign in from a compliant device.',
    inTerminal: 'Use a compliant device with --sign-in browser, or an application with a certificate.',
  },
  '53001': {
    meaning: 'A Conditional Access policy of the tenant asks for a device that is joined to it.',
    whatToDo: 'Sign in from a joined device.',
    inTerminal: 'Use a joined device with --sign-in browser, or an application with a certificate.',
  },
  '530003': {
    meaning: 'A Conditional Access policy of the tenant asks for a managed device.',
    whatToDo: 'Sign in from a managed device.',
    inTerminal: 'Use a managed device with --sign-in browser, or an application with a certificate.',
  },
  '650057': {
    meaning: 'The app registration does not list the permissions that it is asked for.',
    whatToDo: 'Add the permissions from Graph API Settings to the app registration and give consent.',
    inTerminal:
      'Add the Microsoft Graph permissions to the app registration {clientId}, then give consent: {login}/{tenant}/adminconsent?client_id={clientId}',
  },
  '70011': {
    meaning: 'A scope of the sign-in is not valid for this application.',
    whatToDo: 'Check the permissions of the app registration.',
  },
  '70021': {
    meaning: 'No federated credential of the application matches the token.',
    whatToDo:
      'Add a federated credential to the app registration with exactly the issuer, subject and audience of the token.',
    inTerminal:
      'Add a federated credential to the app registration {clientId}: issuer {issuer}, subject {subject}, audience {audience}.',
  },
  '70025': {
    meaning: 'The application has no federated credential.',
    whatToDo:
      'Add a federated credential to the app registration with exactly the issuer, subject and audience of the token.',
    inTerminal:
      'Add a federated credential to the app registration {clientId}: issuer {issuer}, subject {subject}, audience {audience}.',
  },
  '700211': {
    meaning: 'No federated credential of the application has the issuer of the token.',
    whatToDo:
      'Add a federated credential to the app registration with exactly the issuer, subject and audience of the token.',
    inTerminal:
      'Add a federated credential to the app registration {clientId}: issuer {issuer}, subject {subject}, audience {audience}.',
  },
  '700212': {
    meaning: 'No federated credential of the application has the audience of the token.',
    whatToDo:
      'Add a federated credential to the app registration with exactly the issuer, subject and audience of the token.',
    inTerminal:
      'Set the audience of the federated credential of {clientId} to {audience} (issuer {issuer}, subject {subject}). Also check --cloud.',
  },
  '700213': {
    meaning: 'No federated credential of the application has the subject of the token.',
    whatToDo:
      'Add a federated credential to the app registration with exactly the issuer, subject and audience of the token.',
    inTerminal:
      'Add a federated credential to the app registration {clientId}: subject {subject}, issuer {issuer}, audience {audience}.',
  },
  '7002138': {
    meaning: 'The federated credential of the application has the subject of the token in other upper and lower case.',
    whatToDo: 'Write the subject of the federated credential exactly as the token has it.',
    inTerminal: 'Write the subject of the federated credential of {clientId} exactly so: {subject}',
  },
  '50013': {
    meaning: 'The signature of the federated token or certificate could not be verified.',
    whatToDo: 'Check that the certificate of the app registration is the one that is used.',
    inTerminal: 'Sign in again. For federation, check that the issuer {issuer} publishes its keys.',
  },
  '7000218': {
    meaning: 'The app registration does not allow sign-in without a secret.',
    whatToDo: 'Allow public client flows in the app registration, under Authentication.',
    inTerminal:
      'Allow public client flows in the app registration {clientId} under Authentication, or leave out --client-id.',
  },
  '900023': {
    meaning: 'The name of the tenant is neither a directory ID nor a domain.',
    whatToDo: 'Check the directory ID of the tenant.',
    inTerminal: 'Give --tenant a domain of the tenant or its directory ID.',
  },
  '90072': {
    meaning: 'The account is of another tenant, and a guest is not enough for this application.',
    whatToDo: 'Sign in with an account of the tenant.',
    inTerminal: 'Sign in with an account of {tenant}, or check --tenant.',
  },
  '900382': {
    meaning: 'The tenant is in another cloud.',
    whatToDo: 'Connect the tenant in its own cloud.',
    inTerminal: 'Use --cloud gcchigh, dod or china, as the tenant is.',
  },
};

function known(message: string): { code: string; explanation: Explanation } | null {
  const code = /AADSTS(\d{5,7})/.exec(message)?.[1] ?? '';
  const explanation = Object.hasOwn(explanations, code) ? explanations[code] : undefined;
  return explanation ? { code: `AADSTS${code}`, explanation } : null;
}

/** The explanation of the AADSTS code in a message; null where it names none, or one that is not known here. */
export function explainAadsts(message: string): { code: string; meaning: string; whatToDo: string } | null {
  const found = known(message);
  if (!found) return null;
  const { meaning, whatToDo } = found.explanation;
  return { code: found.code, meaning, whatToDo };
}

/**
 * The same for a person at a terminal.
 * @param values what stands in braces, such as the tenant that was signed in to
 */
export function explainAadstsInTerminal(
  message: string,
  values: Readonly<Record<string, string>>,
): { code: string; meaning: string; whatToDo: string } | null {
  const found = known(message);
  if (!found) return null;
  const { meaning, whatToDo, inTerminal = whatToDo } = found.explanation;
  const filled = inTerminal.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '(unknown)');
  return { code: found.code, meaning, whatToDo: filled };
}
