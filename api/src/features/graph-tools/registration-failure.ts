import { truncate } from '@tenantry/contract/text';
import { type Explanation, explainFailure } from '../../domain/connection/explain-failure.ts';
import type { GraphFailure } from '../../ports/graph.ts';

type Words = Omit<Explanation, 'code'>;

const consent = 'Grant admin consent in step 4, then test again.';

/** Where the application stands in its own directory, the way out is another than for a tenant. */
const inOwnDirectory: Readonly<Record<string, Words>> = {
  AADSTS65001: { meaning: 'Nobody has consented to the permissions of the application.', whatToDo: consent },
  AADSTS700016: {
    meaning: 'The application is not in this directory.',
    whatToDo:
      'Compare client ID and tenant ID with the overview page of the app registration. If both are right, grant admin consent in step 4.',
  },
  AADSTS7000229: { meaning: 'The application has no service principal in this directory.', whatToDo: consent },
};

const refusedByGraph: Words = {
  meaning: 'Microsoft issued a token, but Microsoft Graph refused to read the directory: a permission is missing.',
  whatToDo: consent,
};

/** What a failed test of the registration means and what to do; it always says something. */
export function registrationFailure(failure: GraphFailure): Explanation {
  const { status, code, message } = failure;
  const known = explainFailure(failure);
  if (known) return { ...known, ...inOwnDirectory[known.code] };
  if (status === 403 || code === 'Authorization_RequestDenied') return { code, ...refusedByGraph };
  const told = message.split(' Trace ID:')[0] ?? '';
  return {
    code: /AADSTS\d{5,7}/.exec(message)?.[0] ?? code,
    meaning: truncate(told === '' ? 'Microsoft refused the request.' : told, 500),
    whatToDo:
      'Compare client ID, tenant ID, and secret or certificate with the app registration in Entra ID, then test again.',
  };
}
