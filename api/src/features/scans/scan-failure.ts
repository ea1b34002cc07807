import { type DatasetName, datasets } from '../../audit/facts/datasets.ts';
import type { Facts } from '../../audit/facts/facts.ts';
import { explainAadsts } from '../../domain/connection/aadsts.ts';
import type { DatasetState, ScanRecord } from '../../store/scans.ts';
import type { ScanFailing } from '../../store/tenants.ts';

/** Why a scan counts as failed. */
export type ScanFailure = Pick<ScanFailing, 'reason' | 'cause'>;

type States = readonly (readonly [name: string, state: DatasetState])[];

/** What Graph gives to the application. Last sign-ins and tenant configuration may be of before, and are read by ways of their own. */
function isOfApplication(name: string): boolean {
  const info = Object.hasOwn(datasets, name) ? datasets[name as DatasetName] : undefined;
  return (
    info !== undefined &&
    info.permission !== null &&
    !info.asAccount &&
    info.feature === undefined &&
    name !== 'signInActivity'
  );
}

/** What the tenant goes without says nothing about its connection. */
const isUnasked: ReadonlySet<DatasetState> = new Set(['waiting', 'notLicensed', 'notAvailable', 'notOffered']);

/** Of the datasets that Graph was asked for and the tenant has a license for: how many were refused or not read. */
function countsOf(states: States) {
  const asked = states.filter(([name, state]) => isOfApplication(name) && !isUnasked.has(state));
  const refused = asked.filter(([, state]) => state === 'notPermitted').length;
  const unread = asked.filter(([, state]) => state !== 'done').length;
  return { asked: asked.length, refused, unread };
}

const statesOf = (facts: Facts): States =>
  Object.entries(facts).map(([name, result]) => [name, result.state === 'failed' ? result.reason : 'done'] as const);

const consentGone =
  'The consent was withdrawn or its permissions were removed. Reconnect the tenant, or grant admin consent again.';

/** Whether Graph gave anything at all to the application that asked. */
export function isUnread(facts: Facts): boolean {
  const { asked, unread } = countsOf(statesOf(facts));
  return unread === asked;
}

/**
 * Why a scan that gave a result counts as failed all the same: most of what it asked for was not there. Null where it was.
 * Half is the line: below it no audit covers the 60 % of the checks that an overall status needs.
 */
export function failureOfResult(facts: Facts): ScanFailure | null {
  const { asked, refused, unread } = countsOf(statesOf(facts));
  if (unread * 2 <= asked) return null;
  return refused * 2 > unread
    ? { cause: 'refused', reason: `Microsoft Graph refused ${refused} of ${asked} datasets. ${consentGone}` }
    : { cause: 'failed', reason: `Microsoft Graph gave no answer for ${unread} of ${asked} datasets.` };
}

/** What a scan without a result failed of, in plain words: Microsoft's own stand in the scan. */
export function failureOfScan({
  datasets: states,
  errorMessage,
}: Pick<ScanRecord, 'datasets' | 'errorMessage'>): ScanFailure {
  const said = errorMessage ?? '';
  const explained = explainAadsts(said);
  if (explained) return { cause: 'refused', reason: `${explained.meaning} (${explained.code})` };
  const { refused, unread } = countsOf(Object.entries(states));
  if (unread > 0 && refused * 2 > unread) {
    return { cause: 'refused', reason: `Microsoft Graph refused every request (403). ${consentGone}` };
  }
  const [, status, code = ''] = /\((\d{1,3}) (\w+)\)$/.exec(said) ?? [];
  switch (status) {
    case undefined:
      return { cause: 'failed', reason: said === '' ? 'The scan failed.' : said };
    case '401':
      return { cause: 'refused', reason: 'Microsoft did not accept the sign-in of the application (401).' };
    case '0':
      return { cause: 'failed', reason: noAnswer[code] ?? 'Microsoft Graph could not be reached.' };
    case '429':
      return { cause: 'failed', reason: 'Microsoft Graph throttled the scan (429).' };
    default:
      return { cause: 'failed', reason: `Microsoft Graph answered with an error (${status} ${code}).` };
  }
}

const noAnswer: Readonly<Record<string, string>> = {
  NotConnected: 'This tenant is not connected to Microsoft 365.',
  RateLimited: 'Microsoft Graph limits left no capacity for this scan.',
};
