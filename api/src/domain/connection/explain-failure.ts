import type { GraphFailure } from '../../ports/graph.ts';
import { explainAadsts } from './aadsts.ts';

/** What went wrong, in plain words. */
export type Explanation = { code: string; meaning: string; whatToDo: string };
type Words = Omit<Explanation, 'code'>;

const unresolved: Words = {
  meaning: 'The names of Microsoft’s services could not be resolved.',
  whatToDo: 'Check DNS and internet access of this server. Behind a proxy, set HTTPS_PROXY before you start it.',
};
const unreachable: Words = {
  meaning: 'Microsoft could not be reached.',
  whatToDo:
    'Allow HTTPS to login.microsoftonline.com and graph.microsoft.com. Behind a proxy, set HTTPS_PROXY before you start this server.',
};
const intercepted: Words = {
  meaning: 'Another certificate than Microsoft’s was shown: a proxy inspects the connection.',
  whatToDo:
    'Set NODE_EXTRA_CA_CERTS to the PEM file of the proxy’s certificate authority before you start this server.',
};
const proxyRefused: Words = {
  meaning: 'The proxy did not let the connection through.',
  whatToDo:
    'Check address, user and password in HTTPS_PROXY, and that the proxy allows login.microsoftonline.com and graph.microsoft.com.',
};
const notMicrosoft: Words = {
  meaning: 'Something other than Microsoft answered, such as a proxy or the sign-in page of a network.',
  whatToDo: 'Allow login.microsoftonline.com and graph.microsoft.com in the proxy, without a sign-in page.',
};
const later: Words = {
  meaning: 'Microsoft is throttling requests, or is temporarily not available.',
  whatToDo: 'This says nothing about the registration. Try again in a few minutes.',
};

/** Codes of Node's network and TLS (Node.js, Errors: common system errors; OpenSSL, X509_V_ERR), and our own. */
const ofCode: readonly [RegExp, Words][] = [
  [/^(ENOTFOUND|EAI_AGAIN|EAI_FAIL)$/, unresolved],
  [/CERT|_SIGNATURE$|^ERR_SSL|^ERR_TLS/, intercepted],
  [/^UnexpectedBody$/, notMicrosoft],
  [/^(E[A-Z]+|UND_ERR_\w+|TimeoutError|AbortError|TimedOut)$/, unreachable],
];

/** What a failure of Entra ID, of Microsoft Graph or of the way to them means; null where it says nothing that is known. */
export function explainFailure({ status, code, message }: GraphFailure): Explanation | null {
  const explained = explainAadsts(message) ?? explainAadsts(code);
  if (explained) return explained;
  if (status === 429 || status >= 500) return { code: code === 'Unknown' ? String(status) : code, ...later };
  if (status !== 0) return null;
  if (/proxy/i.test(message) || code === 'UND_ERR_PRX_TLS') return { code, ...proxyRefused };
  const words = ofCode.find(([pattern]) => pattern.test(code))?.[1];
  return words ? { code, ...words } : null;
}
