import { rowsOf } from '@tenantry/contract/text-table';

type Explanation = {
  meaning: string;
  /** For the product's pages. */
  whatToDo: string;
  /** For a command in a terminal, where that is something else. {tenant}, {clientId}, {consent} and the like are filled in. */
  inTerminal?: string;
};

/**
 * What a code of Entra ID means, what to do, and what to do in a terminal where that is something else: in our words. Source:
 * learn.microsoft.com/entra/identity-platform, "reference-error-codes", and for 90093 "application-sign-in-unexpected-user-consent-error".
 * 500113 is on neither: its message is in answers of public issue threads (Microsoft: "No reply address is registered for the application").
 */
const table = `
50011: The redirect URI is not in the app registration.
  Add the redirect URI from Graph API Settings to the app registration as a web platform, exactly as shown.
  Add http://localhost as a redirect URI of the platform “Mobile and desktop applications” to the app registration {clientId}, or use --sign-in device-code.
50013: The signature of the federated token or certificate could not be verified.
  Check that the certificate of the app registration is the one that is used.
  Sign in again. For federation, check that the issuer {issuer} publishes its keys.
50020: The account is not in this tenant.
  Sign in with an account of the tenant, or have it invited there.
  Sign in with an account of {tenant}, or check --tenant.
50034: The account does not exist in this tenant.
  Sign in with an account of the tenant.
  Sign in with an account of {tenant}, or check --tenant.
50057: The account is disabled in the directory.
  Connect the tenant with another account of it, or have an administrator enable this one.
  Sign in with another account of {tenant}, or have an administrator enable this one.
50059: Microsoft does not know which tenant is meant.
  Check the directory ID of the tenant.
  Give --tenant a domain of the tenant or its directory ID.
50074: The tenant requires MFA for this account, and it was not passed.
  Reconnect the tenant and complete MFA.
  Use --sign-in browser or --sign-in device-code and complete MFA.
50076: The tenant requires MFA for this account.
  Reconnect the tenant and complete MFA.
  Use --sign-in browser or --sign-in device-code and complete MFA.
50078: The MFA of the stored sign-in is older than a policy of the tenant allows.
  Reconnect the tenant and complete MFA again.
  Sign in again and complete MFA.
50079: The account has to register for MFA first.
  Have the account register for MFA at https://aka.ms/mfasetup, then sign in again.
  Register for MFA at https://aka.ms/mfasetup, then use --sign-in browser or --sign-in device-code.
50105: The account is not assigned to the application.
  Assign the account to the enterprise application, or let the application be used without assignment.
50126: The user name or the password is wrong.
  Sign in again.
50132: The stored sign-in is no longer valid: the password has expired or was changed.
  Reconnect the tenant.
  Sign in again.
50133: The stored sign-in was revoked: the password has expired or was changed.
  Reconnect the tenant.
  Sign in again.
50173: The stored sign-in was revoked by a password change or an administrator.
  Reconnect the tenant.
  Sign in again.
50194: The app registration is for one directory alone, and accounts of any were asked for.
  Allow accounts in any organizational directory under Authentication of the app registration. Tenants other than its own cannot be connected before.
  Give --tenant the directory of the app registration {clientId}, or make the registration multi-tenant (npm run register-app -- --multi-tenant).
53000: A Conditional Access policy of the tenant asks for a compliant device.
  Sign in from a compliant device.
  Use a compliant device with --sign-in browser, or an application with a certificate.
53001: A Conditional Access policy of the tenant asks for a device that is joined to it.
  Sign in from a joined device.
  Use a joined device with --sign-in browser, or an application with a certificate.
53003: A Conditional Access policy of the tenant blocks this sign-in.
  Ask the tenant’s administrator to allow the account or the application, then reconnect.
  Let the policy allow this sign-in: device code flow, the network or the application are often blocked. Another way is --sign-in browser, or an application with a certificate.
54005: The authorization code of this sign-in was used before: the page was loaded twice.
  Start again, and do not reload the page on the way back from Microsoft.
  Sign in again.
65001: The application’s permissions have no consent, or the consent was revoked.
  Reconnect the tenant as an administrator who can consent for the tenant.
  An administrator of {tenant} gives consent here: {consent}
65004: Consent was declined.
  Start again and accept the permissions.
  Sign in again and accept the permissions, or have an administrator do it.
70008: The stored sign-in has expired or was already used.
  Start again. For a tenant, reconnect it.
  Sign in again.
70011: A scope of the sign-in is not valid for this application.
  Check the permissions of the app registration.
70021: No federated credential of the application matches the token.
  Add a federated credential to the app registration with exactly the issuer, subject and audience of the token.
  Add a federated credential to the app registration {clientId}: issuer {issuer}, subject {subject}, audience {audience}.
70025: The application has no federated credential.
  Add a federated credential to the app registration with exactly the issuer, subject and audience of the token.
  Add a federated credential to the app registration {clientId}: issuer {issuer}, subject {subject}, audience {audience}.
70043: The sign-in is older than the sign-in frequency that Conditional Access of the tenant allows.
  Reconnect the tenant. It comes back as often as the policy says, unless that leaves out the account that connects.
  Sign in again.
90002: Microsoft knows no directory with this tenant ID.
  Copy the directory (tenant) ID from the overview page of the app registration. Check the cloud as well.
  Check --tenant ({tenant}) and --cloud.
90033: Entra ID is temporarily not available.
  Try again in a few minutes.
90072: The account is of another tenant, and a guest is not enough for this application.
  Sign in with an account of the tenant.
  Sign in with an account of {tenant}, or check --tenant.
90093: The account may not grant the permissions that the application asks for.
  Sign in as an administrator who can consent for the tenant.
  Have an administrator of {tenant} give consent here: {consent}
90094: An administrator has to consent.
  Sign in as an administrator who can consent for the tenant.
  Have an administrator of {tenant} sign in once, or give consent here: {consent}
90095: The tenant lets administrators approve applications, and a request for that was sent or is needed.
  Ask an administrator of the tenant to approve the request in Entra ID under Enterprise applications, Admin consent requests. Then start again.
  Ask an administrator of {tenant} to approve it under Enterprise applications > Admin consent requests, or to give consent here: {consent}
500011: The service that is asked for is not in the tenant, or is in another cloud.
  Check the directory ID of the tenant. A tenant of a national cloud has to be connected in its own cloud.
  Check --tenant ({tenant}) and --cloud.
500113: The app registration has no redirect URI.
  Add the redirect URI from Graph API Settings to the app registration as a web platform.
  Add http://localhost as a redirect URI of the platform “Mobile and desktop applications” to the app registration {clientId}. A consent that was given counts all the same.
530003: A Conditional Access policy of the tenant asks for a managed device.
  Sign in from a managed device.
  Use a managed device with --sign-in browser, or an application with a certificate.
530032: A security policy of the tenant blocks this sign-in.
  Ask the tenant’s administrator which policy blocks it, and to allow the account or the application. Then reconnect.
  Ask an administrator of {tenant} which policy blocks this sign-in, or use an application with a certificate.
650052: The tenant has no service principal of a service that the app registration asks for, such as one that it has not subscribed to.
  Ask for permissions of Microsoft Graph alone in the app registration. Then connect the tenant again.
  Leave permissions of Microsoft Graph alone in the app registration {clientId}, then give consent again: {consent}
650056: The app registration asks for no permission of Microsoft Graph, or the tenant has not consented to it.
  Add the permissions from Graph API Settings to the app registration under API permissions. Then give consent again.
  Check that the app registration {clientId} lists permissions of Microsoft Graph, then give consent: {consent}
650057: The app registration does not list the permissions that it is asked for.
  Add the permissions from Graph API Settings to the app registration and give consent.
  Add the Microsoft Graph permissions to the app registration {clientId}, then give consent: {consent}
700003: The device of this sign-in is not registered in the tenant.
  Sign in from a device registered in the tenant, or with an account that does not need one.
  Use a device that is registered in the tenant, or an application with a certificate.
700016: The application is not in the tenant: it was never added or was removed.
  Reconnect the tenant so that an administrator can consent again. Also check the client ID in Graph API Settings.
  Check the client ID ({clientId}), --tenant ({tenant}) and --cloud. If it is an application of another tenant, an administrator of {tenant} adds it here: {consent}
700024: The signature made with the certificate is outside its time range: the clock of this machine is wrong.
  Set the clock of this server by a time service (NTP), then try again.
  Correct the clock of this machine; Microsoft allows five minutes. In a pipeline, the federated token may have expired: sign in sooner after it was made.
700027: The certificate is not in the app registration, or has expired.
  Upload the certificate, without its private key, under Certificates & secrets of the app registration and compare the thumbprints.
  Upload the certificate (without its private key) to the app registration {clientId} under Certificates & secrets. Check that AZURE_CLIENT_CERTIFICATE_PATH names the right file.
700082: The stored sign-in was not used for 90 days.
  Reconnect the tenant.
700211: No federated credential of the application has the issuer of the token.
  Add a federated credential to the app registration with exactly the issuer, subject and audience of the token.
  Add a federated credential to the app registration {clientId}: issuer {issuer}, subject {subject}, audience {audience}.
700212: No federated credential of the application has the audience of the token.
  Add a federated credential to the app registration with exactly the issuer, subject and audience of the token.
  Set the audience of the federated credential of {clientId} to {audience} (issuer {issuer}, subject {subject}). Also check --cloud.
700213: No federated credential of the application has the subject of the token.
  Add a federated credential to the app registration with exactly the issuer, subject and audience of the token.
  Add a federated credential to the app registration {clientId}: subject {subject}, issuer {issuer}, audience {audience}.
900023: The name of the tenant is neither a directory ID nor a domain.
  Check the directory ID of the tenant.
  Give --tenant a domain of the tenant or its directory ID.
900382: The tenant is in another cloud.
  Connect the tenant in its own cloud.
  Use --cloud gcchigh, dod or china, as the tenant is.
1000502: The certificate has expired, or is not valid yet.
  Create a new certificate, upload it to the app registration and save it here.
  Create a new certificate, upload it to the app registration {clientId} and set AZURE_CLIENT_CERTIFICATE_PATH.
7000112: The application is disabled in the directory.
  Enable sign-in for it in Entra ID under Enterprise applications, Properties.
  Ask an administrator of {tenant} to allow sign-in under Enterprise applications > {clientId} > Properties.
7000215: The client secret is wrong.
  Save the secret value, not the secret ID, in Graph API Settings or the tenant’s credentials.
  Set AZURE_CLIENT_SECRET to the value of the secret, not to its ID.
7000218: The app registration does not allow sign-in without a secret.
  Allow public client flows in the app registration, under Authentication.
  Allow public client flows in the app registration {clientId} under Authentication, or leave out --client-id.
7000222: The client secret has expired.
  Create a new secret in the app registration and save it here.
  Create a new secret for the app registration {clientId} and set AZURE_CLIENT_SECRET, or use a certificate or federation.
7000229: The application has no service principal in the tenant: it was removed there.
  Reconnect the tenant so that an administrator can consent again.
  An administrator of {tenant} adds the application again: {consent}
7002138: The federated credential of the application has the subject of the token in other upper and lower case.
  Write the subject of the federated credential exactly as the token has it.
  Write the subject of the federated credential of {clientId} exactly so: {subject}
`;

const explanations = new Map(
  rowsOf(table, /^(\d+): (.+)\n {2}(.+)(?:\n {2}(.+))?$/gm).map(
    ([, code = '', meaning = '', whatToDo = '', inTerminal]): [string, Explanation] => [
      code,
      { meaning, whatToDo, ...(inTerminal === undefined ? {} : { inTerminal }) },
    ],
  ),
);

function known(message: string): { code: string; explanation: Explanation } | null {
  const code = /AADSTS(\d{5,7})/.exec(message)?.[1] ?? '';
  const explanation = explanations.get(code);
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
