import type { DatasetStateView } from '@tenantry/contract/audits';
import { datasetLabel } from '@tenantry/contract/dataset-labels';
import { truncate, uriComponent } from '@tenantry/contract/text';
import { type DatasetName, datasets, permissionText } from '../../audit/facts/datasets.ts';
import { type DatasetResult, type Facts, failureOfDataset } from '../../audit/facts/facts.ts';
import { isConfigurationDataset } from '../../audit/facts/tenant-configuration.ts';
import type { KeptDatasetState } from '../../store/audits.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import { beginConsentPath } from '../connection/organization-consent.ts';

/** Messages of services are of any length. */
const maxMessageLength = 400;
const maxCodeLength = 100;

/**
 * Where the application is granted what its registration lists, without a way back to us
 * (learn.microsoft.com/entra/identity/enterprise-apps, "grant-admin-consent"): what an audit keeps, so that it names the application
 * that was refused. What is shown is made of it on reading; audits of before hold the same.
 */
export function keptGrantUrl(entraTenantId: string, clientId: string): string {
  const url = new URL(`https://login.microsoftonline.com/${uriComponent(entraTenantId)}/adminconsent`);
  url.searchParams.set('client_id', clientId);
  return url.href;
}

function stateOf(name: DatasetName, result: DatasetResult | undefined, grantUrl: string | null): KeptDatasetState {
  const { license } = datasets[name];
  const permission = permissionText(name);
  const fixed = { name, permission, license };
  const nothingFailed = { status: null, code: null, message: null, grantUrl: null };
  if (result === undefined) {
    return { ...fixed, ...nothingFailed, state: 'notCollected', fetchedAt: null };
  }
  const failure = failureOfDataset(result);
  const { fetchedAt } = result;
  if (failure === undefined) return { ...fixed, ...nothingFailed, state: 'ok', fetchedAt };
  const { reason, status, code } = failure;
  const message = result.state === 'ok' ? `Not all of it could be read: ${failure.message}` : failure.message;
  return {
    ...fixed,
    state: reason,
    fetchedAt,
    status,
    code: truncate(code, maxCodeLength),
    message: truncate(message, maxMessageLength),
    // Where Microsoft's own service was refused, what is missing is a role of its own.
    grantUrl: reason === 'notPermitted' && permission !== null && !isConfigurationDataset(name) ? grantUrl : null,
  };
}

type Plan = Pick<TenantRecord, 'nextScanAt' | 'lastSignInDueAt'> & Partial<Pick<TenantRecord, 'id' | 'isMock'>>;

const notCollected = 'Not collected during scans.';

const featureOf = (name: string) =>
  Object.hasOwn(datasets, name) ? (datasets[name as DatasetName].feature ?? null) : null;

/** When a dataset that could not be checked is tried again: with the next scan, the last sign-ins maybe sooner. */
function retryAt({ name, state }: Pick<DatasetStateView, 'name' | 'state'>, plan: Plan): string | null {
  if (state !== 'couldNotCheck') return null;
  const times = [plan.nextScanAt ?? null, name === 'signInActivity' ? (plan.lastSignInDueAt ?? null) : null];
  return times.filter((time) => time !== null).sort()[0] ?? null;
}

/** What became of each dataset of a scan, in the order of the table of datasets. */
export function datasetStates(
  facts: Facts,
  { entraTenantId, clientId }: { entraTenantId: string; clientId: string | null },
): KeptDatasetState[] {
  const grantUrl = clientId === null ? null : keptGrantUrl(entraTenantId, clientId);
  return (Object.keys(datasets) as DatasetName[]).map((name) => stateOf(name, facts[name], grantUrl));
}

/** The application that an audit was refused with, by what it keeps; null where nothing is granted to it. */
export function refusedClientId(kept: readonly KeptDatasetState[] | undefined): string | null {
  const grantUrl = kept?.find((state) => state.grantUrl !== null)?.grantUrl ?? null;
  return grantUrl === null ? null : (URL.parse(grantUrl)?.searchParams.get('client_id') ?? null);
}

/** The states that an audit kept, with the labels of today and the times of the tenant's plan as it is now. */
export function currentDatasetStates(kept: readonly KeptDatasetState[] | undefined, plan: Plan): DatasetStateView[] {
  // Nobody can grant the simulator anything.
  const grantUrl = plan.id === undefined || plan.isMock ? null : beginConsentPath(plan.id);
  return (kept ?? []).map((state) => ({
    ...state,
    grantUrl: state.grantUrl === null ? null : grantUrl,
    // What an audit of before kept of it is in the words of then.
    message: state.state === 'notCollected' ? notCollected : state.message,
    label: datasetLabel(state.name),
    feature: featureOf(state.name),
    retryAt: retryAt(state, plan),
  }));
}
