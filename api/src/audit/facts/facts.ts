import * as z from 'zod/mini';
import type { GraphFailure } from '../../ports/graph.ts';
import type { DatasetName, FactValues } from './datasets.ts';

/**
 * Why Microsoft did not give what it was asked for. `notAvailable`: of a feature (`feature` of its dataset) that is not set up in
 * the tenant, or does not offer this there. `notOffered`: the tenant's cloud does not have it for anybody (national-clouds.ts),
 * so that it was not asked for.
 */
export const FailureReason = z.enum(['notLicensed', 'notPermitted', 'couldNotCheck', 'notAvailable', 'notOffered']);
export type FailureReason = z.infer<typeof FailureReason>;
export type RefusalReason = Exclude<FailureReason, 'notAvailable' | 'notOffered'>;

/** Why something is not there. */
export const DatasetFailure = z.object({
  reason: FailureReason,
  status: z.number(),
  code: z.string(),
  message: z.string(),
});
export type DatasetFailure = z.infer<typeof DatasetFailure>;
/** `missing`: a part of it is not there; the value says which, and checks that need that part give no verdict. */
export type DatasetOk<T> = { state: 'ok'; fetchedAt: string; value: T; missing?: DatasetFailure };
export type DatasetFailed = DatasetFailure & { state: 'failed'; fetchedAt: string };
export type DatasetResult<T = unknown> = DatasetOk<T> | DatasetFailed;

/** The code of what Microsoft refused to an application because it gives it to people alone. */
export const applicationSignedIn = 'ApplicationSignedIn';

/** A dataset that is missing was not collected. */
export type Facts = { [K in DatasetName]?: DatasetResult<FactValues[K]> };

const licenseCodes = new Set([
  'authentication_requestfromnonpremiumtenantorb2ctenant',
  'aadpremiumlicenserequired',
  'invalidlicense',
  'licenserequired',
  'nolicense',
]);
/** Microsoft looks at the tenant's license with the application's own permissions, and may not (see missing-data.ts). */
export const blindToLicenses = 'Authentication_ApplicationHasNoDirectoryReadAccess';
const permissionCodes = new Set(['authorization_requestdenied', 'accessdenied', 'forbidden']);
const licenseWords =
  /not licen[cs]ed|premium licen[cs]e|does(?:n't| not) have (?:an? )?(?:\w+ )?licen[cs]e|licen[cs]e (?:is )?required/i;

/** What Intune answers in a tenant that does not have it (seen in public issue threads; not documented). */
const notApplicableWords = /not applicable to target tenant/i;

/**
 * Why Graph gave no answer. A license gap comes as 403 or 400 with a code or wording of its own and is told apart from
 * a missing consent (Microsoft Graph error codes; the license codes are observed, not documented).
 */
export function failureReason(failure: GraphFailure): RefusalReason {
  const code = failure.code.toLowerCase();
  if (licenseCodes.has(code)) return 'notLicensed';
  if (failure.code === blindToLicenses) return 'notPermitted';
  if ((failure.status === 403 || failure.status === 400) && licenseWords.test(failure.message)) return 'notLicensed';
  if (failure.status === 400 && notApplicableWords.test(failure.message)) return 'notLicensed';
  // 401 speaks of the token, not of what the application may do: no permission would mend it.
  if (failure.status === 403 || permissionCodes.has(code)) return 'notPermitted';
  return 'couldNotCheck';
}

type Refusal = DatasetFailure & { reason: RefusalReason };

function datasetFailure(failure: GraphFailure): Refusal {
  const { status, code, message } = failure;
  return { reason: failureReason(failure), status, code, message };
}

export function failed(failure: GraphFailure, now: Date): DatasetFailed & Refusal {
  return { state: 'failed', fetchedAt: now.toISOString(), ...datasetFailure(failure) };
}

export function collected<T>(value: T, now: Date): DatasetOk<T> {
  return { state: 'ok', fetchedAt: now.toISOString(), value };
}

/** A dataset of which parts may have failed. A part for which the organization has no license is not missing. */
export function collectedWithout<T>(value: T, failures: readonly GraphFailure[], now: Date): DatasetOk<T> {
  const [missing] = failures.map(datasetFailure).filter(({ reason }) => reason !== 'notLicensed');
  return { ...collected(value, now), ...(missing && { missing }) };
}

/** The value of a dataset, or undefined where it was not collected or failed. */
export function factOf<K extends DatasetName>(facts: Facts, name: K): FactValues[K] | undefined {
  const result = facts[name];
  return result?.state === 'ok' ? result.value : undefined;
}

/** Why a dataset is not there, or not all of it. */
export function failureOfDataset(result: DatasetResult | undefined): DatasetFailure | undefined {
  return result?.state === 'failed' ? result : result?.missing;
}

/** The answer came, but is no list or object as documented: nothing may be concluded from it. */
export function unexpectedAnswer(what: string, now: Date): DatasetFailed {
  const message = `Microsoft's answer for ${what} did not have the documented form.`;
  return {
    state: 'failed',
    fetchedAt: now.toISOString(),
    reason: 'couldNotCheck',
    status: 200,
    code: 'UnexpectedAnswer',
    message,
  };
}
