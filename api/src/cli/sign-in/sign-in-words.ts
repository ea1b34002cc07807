import type { CredentialPlan } from '../../adapters/entra/credential-plan.ts';
import type { SignInDetail, SignInFailure, SignInReason } from '../../adapters/entra/sign-in-failure.ts';
import type { MicrosoftCloud } from '../../adapters/graph/clouds.ts';
import { explainAadstsInTerminal } from '../../domain/connection/aadsts.ts';
import { consentAddressOfPlan } from '../register-app/consent-address.ts';
import type { Environment } from './settings.ts';
import { unreachableWords, type Words } from './unreachable-words.ts';

export type Told = {
  tenant: string;
  cloud: MicrosoftCloud;
  plan: CredentialPlan;
  env: Environment;
  /** What an account is asked to allow, by names of Microsoft Graph. */
  permissions: readonly string[];
};

const clientIdOf = ({ plan }: Told): string => ('clientId' in plan ? plan.clientId : 'the Azure CLI');

/** Where an administrator consents; of the Azure CLI's sign-in the application is not known here. */
const consentPlace = ({ plan, ...told }: Told): string =>
  'clientId' in plan
    ? consentAddressOfPlan(plan, told)
    : 'Entra ID > Enterprise applications > the application > Permissions';

/** Entra's refusal by its number; its own words where the number says nothing to us. */
function refusedWords({ code = '', said = '', presented }: SignInDetail, told: Told): Words {
  const { tenant, cloud } = told;
  const place = { tenant, clientId: clientIdOf(told), consent: consentPlace(told) };
  const explained = explainAadstsInTerminal(code, { ...place, ...presented });
  if (explained) return { what: `${explained.meaning} (${explained.code})`, whatToDo: explained.whatToDo };
  return {
    what: `Entra ID refused the sign-in: ${said || code}`,
    whatToDo: `Look ${code} up at ${cloud.loginOrigin}/error${/^AADSTS\d+$/.test(code) ? `?code=${code.slice(6)}` : ''}`,
  };
}

const certificate = 'AZURE_CLIENT_CERTIFICATE_PATH';

const words: Readonly<Record<SignInReason, (detail: SignInDetail, told: Told) => Words>> = {
  refused: refusedWords,
  unreachable: (detail, { env }) => unreachableWords(detail, env),
  elsewhere: ({ host }) => ({
    what: `The sign-in was led to ${host}, which is neither Microsoft’s nor that of the federation. Nothing was sent there.`,
    whatToDo: 'Remove AZURE_REGIONAL_AUTHORITY_NAME from the environment if it is set, and check --cloud and --tenant.',
  }),
  'certificate-missing': ({ path }) => ({
    what: `The certificate ${path} does not exist.`,
    whatToDo: `Check ${certificate}.`,
  }),
  'certificate-unreadable': ({ path, said }) => ({
    what: `The certificate ${path} cannot be read (${said}).`,
    whatToDo: 'Let the user that runs this command read the file, and nobody else.',
  }),
  'certificate-is-pfx': ({ path }) => ({
    what: `The certificate ${path} is a PFX file, and a PEM file is needed.`,
    whatToDo: `Convert it: openssl pkcs12 -in ${path} -out certificate.pem -nodes. The new file holds the private key: keep it safe.`,
  }),
  'certificate-incomplete': ({ path }) => ({
    what: `The file ${path} does not hold a certificate and its private key.`,
    whatToDo: 'Put both into it as PEM: BEGIN CERTIFICATE and BEGIN PRIVATE KEY.',
  }),
  'certificate-password-needed': ({ path }) => ({
    what: `The private key in ${path} is protected by a password.`,
    whatToDo: 'Set AZURE_CLIENT_CERTIFICATE_PASSWORD.',
  }),
  'certificate-password-wrong': ({ path }) => ({
    what: `The password does not open the private key in ${path}.`,
    whatToDo: 'Check AZURE_CLIENT_CERTIFICATE_PASSWORD.',
  }),
  'token-file-missing': ({ path, said }) => ({
    what: `The federated token ${path} cannot be read (${said}).`,
    whatToDo: 'Check AZURE_FEDERATED_TOKEN_FILE, and that the token has been written by now.',
  }),
  'github-no-token': ({ status }) => ({
    what: `GitHub gave no token for federation (${status}).`,
    whatToDo:
      'Add "permissions: id-token: write" to the workflow or the job. A workflow of a fork’s pull request gets none.',
  }),
  'pipelines-no-token': ({ status }) => ({
    what: `Azure Pipelines gave no token for federation (${status}).`,
    whatToDo:
      'Map SYSTEM_ACCESSTOKEN: $(System.AccessToken) in the step, and check AZURESUBSCRIPTION_SERVICE_CONNECTION_ID: the pipeline needs the right to use that service connection.',
  }),
  'browser-not-opened': () => ({
    what: 'No browser could be opened on this machine.',
    whatToDo: 'Use --sign-in device-code, and sign in on another device.',
  }),
  'browser-no-port': () => ({
    what: 'No port could be opened on 127.0.0.1, to which the browser comes back.',
    whatToDo: 'Use --sign-in device-code.',
  }),
  'browser-not-finished': () => ({
    what: 'Nobody signed in in the browser within 15 minutes.',
    whatToDo: 'Run the command again, or use --sign-in device-code.',
  }),
  'sign-in-canceled': () => ({
    what: 'The sign-in was canceled, or its permissions were not accepted.',
    whatToDo: 'Run the command again. Where you may not consent yourself, have an administrator do it.',
  }),
  'device-code-expired': () => ({
    what: 'The code has expired: nobody entered it in time.',
    whatToDo: 'Run the command again for a new code.',
  }),
  'device-code-declined': () => ({
    what: 'The sign-in with the code was declined.',
    whatToDo:
      'Run the command again, and accept the sign-in. Where you may not consent yourself, have an administrator do it.',
  }),
  'az-missing': () => ({
    what: 'The Azure CLI (az) is not installed, or not on the PATH.',
    whatToDo: 'Install it (https://aka.ms/azure-cli), or sign in another way: --sign-in browser, or device-code.',
  }),
  'az-signed-out': (_, { tenant }) => ({
    what: 'Nobody is signed in to the Azure CLI for this tenant, or the sign-in has expired.',
    whatToDo: `Run: az login --tenant ${tenant} --allow-no-subscriptions`,
  }),
  'az-failed': (_, { tenant, cloud }) => ({
    what: 'The Azure CLI (az) gave no token, and not in a way that is known here.',
    whatToDo: `Run it by hand to see why: az account get-access-token --tenant ${tenant} --resource ${cloud.graphOrigin} --query expiresOn`,
  }),
  'wrong-tenant': ({ tenantId }, { tenant }) => ({
    what: `The token is of the directory ${tenantId}, not of ${tenant}.`,
    whatToDo: 'Check --tenant and AZURE_TENANT_ID. For the Azure CLI: az login --tenant, with the same tenant.',
  }),
  'token-expired': (_, { tenant }) => ({
    what: 'The token has already expired.',
    whatToDo: `Check the clock of this machine. For the Azure CLI: az login --tenant ${tenant} --allow-no-subscriptions`,
  }),
  'no-permissions': (_, told) => ({
    what: `The application ${clientIdOf(told)} has no permission in ${told.tenant}: nobody has given consent.`,
    whatToDo: `An administrator gives consent here: ${consentPlace(told)}. The app registration needs application permissions of Microsoft Graph, not delegated ones.`,
  }),
  unexpected: ({ code }) => ({
    what: `The sign-in failed in a way that is not known here (${code}).`,
    whatToDo: 'Run it again with AZURE_LOG_LEVEL=info to see more, or sign in another way with --sign-in.',
  }),
};

/** What is wrong in a first line, and what to do in a second. */
export function signInWords({ reason, detail }: SignInFailure, told: Told): string {
  const { what, whatToDo } = words[reason](detail, told);
  return `${what}\n${whatToDo}`;
}
