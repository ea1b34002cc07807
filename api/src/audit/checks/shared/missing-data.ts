import { truncate } from '@tenantry/contract/text';
import type { Evidence } from '@tenantry/contract/verdicts';
import { type DatasetName, datasets, type FactValues } from '../../facts/datasets.ts';
import {
  applicationSignedIn,
  blindToLicenses,
  type DatasetFailure,
  type Facts,
  factOf,
  failureOfDataset,
  failureReason,
} from '../../facts/facts.ts';
import { hiddenMembership, hiddenMembershipCode } from '../../facts/hidden-membership.ts';
import { isConfigurationDataset, notDeletedCode, unsupportedCode } from '../../facts/tenant-configuration.ts';
import { type Check, type CheckContext, type CheckVerdict, evidenceFrom, verdict } from './check.ts';

/** Failures of snapshots whose own words say why (collect/tenant-configuration). */
const toldInWords = new Set(['SnapshotRunning', 'MonthlyShare', 'NoRoomForJob', 'SnapshotTimedOut']);

const failureEvidence = (dataset: DatasetName, { status, code, message }: DatasetFailure): Evidence =>
  evidenceFrom(dataset, truncate(`${status} ${code}: ${message}`, 400));

/** Why these datasets, or parts of them, are not there: for verdicts that say in words of their own what they lack. */
export function missingEvidence(facts: Facts, names: readonly DatasetName[]): Evidence[] {
  return names.flatMap((name) => {
    const failure = failureOfDataset(facts[name]);
    return failure ? [failureEvidence(name, failure)] : [];
  });
}

/** Whether the next scan may know what this one could not read. */
export function failedForNow(facts: Facts, name: DatasetName): boolean {
  return failureOfDataset(facts[name])?.reason === 'couldNotCheck';
}

/**
 * A tenant that has a feature in part is told what part failed: as one that goes without it, it would be judged by less of the
 * catalog for want of an answer.
 */
function rankOf([name, { reason }]: [DatasetName, DatasetFailure], all: readonly [DatasetName, DatasetFailure][]) {
  const { feature } = datasets[name];
  const hasFeature = all.some(([other, told]) => datasets[other].feature === feature && told.reason !== 'notAvailable');
  return reason === 'notAvailable' && feature !== undefined && hasFeature ? 4 : reasonRank[reason];
}

const reasonRank = { notOffered: -1, notAvailable: 0, notLicensed: 1, notPermitted: 2, couldNotCheck: 3 } as const;

/**
 * The verdict where one of the datasets is missing: says which, and what to do about it. Of several, what the tenant's cloud does
 * not offer is told first, then what the tenant goes without, then a license gap, then a refusal, then what may pass by itself.
 */
export function missingData(facts: Facts, names: readonly DatasetName[]): CheckVerdict {
  const failures: [DatasetName, DatasetFailure][] = [];
  const absent: DatasetName[] = [];
  for (const name of names) {
    const failure = failureOfDataset(facts[name]);
    if (facts[name] === undefined) absent.push(name);
    else if (failure) failures.push([name, failure]);
  }
  const unsorted = [...failures];
  failures.sort((a, b) => rankOf(a, unsorted) - rankOf(b, unsorted));
  // What is missing altogether explains more than a dataset of which a part is missing.
  const first =
    failures.find(([name]) => facts[name]?.state === 'failed') ?? (absent.length > 0 ? undefined : failures[0]);
  if (first === undefined) return absent.length > 0 ? notCollected(absent) : notTold(names);
  const [name, failure] = first;
  const evidence = failures.map(([dataset, failure]) => failureEvidence(dataset, failure));
  const what = facts[name]?.state === 'ok' ? `part of the ${datasets[name].label}` : datasets[name].label;
  return { ...explain(name, what, failure), evidence, affected: [] };
}

/**
 * The verdict where each of the datasets would have told, and none does. One that may come by itself is told before what the tenant
 * goes without: a check that could be made yesterday is not taken out of the coverage for it.
 */
export function missingAlternatives(facts: Facts, names: readonly DatasetName[]): CheckVerdict {
  const reasonOf = (name: DatasetName) => failureOfDataset(facts[name])?.reason;
  const offered = names.filter((name) => reasonOf(name) !== 'notOffered');
  if (offered.length > 0 && offered.length < names.length) return missingAlternatives(facts, offered);
  const passing = names.filter((name) => reasonOf(name) === 'couldNotCheck');
  // What may be there next time is why nothing is known now: that another source is closed for good changes nothing of it.
  return missingData(facts, passing.length > 0 ? passing : names);
}

function notCollected(names: readonly DatasetName[]): CheckVerdict {
  const labels = names.map((name) => datasets[name].label).join(', ');
  const [feature] = names.flatMap((name) => datasets[name].feature ?? []);
  const isAllOfIt = feature !== undefined && names.every((name) => datasets[name].feature === feature);
  return {
    ...verdict('couldNotCheck', `Not checked, because this data was not collected: ${labels}.`),
    recommendation: 'Run a scan that collects this data, then look again.',
    ...(isAllOfIt && { needsFeature: feature }),
  };
}

/** The datasets are there, but what is asked for is not in them. */
function notTold(names: readonly DatasetName[]): CheckVerdict {
  const labels = names.map((name) => datasets[name].label).join(', ');
  return {
    ...verdict('couldNotCheck', `Microsoft's answer (${labels}) does not say what is needed to judge this.`),
    recommendation: 'Scan again. If nothing changes, check the setting in the admin center.',
  };
}

const setUpFeature =
  'To have this checked, set up tenant configuration for this organization (help article "Set up tenant configuration"). Everything else is checked without it.';
/** By the code of what a tenant goes without, where it is not for it to set up. */
const withoutFeature: Readonly<Record<string, string>> = {
  [unsupportedCode]: 'Look at the setting in the admin center. Everything else is checked without it.',
  SnapshotRunning: 'No action needed: it is checked as soon as the snapshot is there.',
};

/**
 * What Microsoft looks at a tenant's license with, in place of those who call without it (github.com/microsoftgraph/
 * microsoft-graph-docs-contrib issues 4818 and 3581: reports of sign-ins and of authentication methods).
 */
const licensePermission = 'Directory.Read.All';

/** What to grant: of several, which one is missing is not told. */
function permissionsText(permission: string | null): string {
  const [first = 'for this data', ...others] = permission?.split(' and ') ?? [];
  return others.length === 0
    ? `the application permission ${first}`
    : `the application permissions ${[first, ...others].join(' and ')}, as far as they are missing,`;
}

/** A refusal for want of a license that is not believed (settled-facts.ts). */
const isLicenseRefusal = (failure: DatasetFailure): boolean =>
  failure.reason === 'couldNotCheck' && failureReason(failure) === 'notLicensed';

function explain(
  name: DatasetName,
  label: string,
  failure: DatasetFailure,
): Pick<CheckVerdict, 'status' | 'message' | 'recommendation' | 'needsFeature'> {
  const { permission, license, asAccount, feature } = datasets[name];
  if (failure.reason === 'notOffered') {
    return {
      status: 'notOffered',
      message: `Not checked: ${failure.message} This needs the data: ${label}.`,
      recommendation:
        'Look at the setting in the admin center, where this cloud has it. No permission or license changes this.',
    };
  }
  if (failure.reason === 'notAvailable' && feature !== undefined) {
    return {
      status: 'couldNotCheck',
      message: `Not collected: ${failure.message}`,
      recommendation: withoutFeature[failure.code] ?? setUpFeature,
      needsFeature: feature,
    };
  }
  if (failure.reason === 'notPermitted' && isConfigurationDataset(name)) {
    return {
      status: 'notPermitted',
      message: `Microsoft refused to show this data (${label}) to its own service Tenant Configuration Management.`,
      recommendation:
        'Give that service its read-only role in the tenant: Admin Panel > Tenants > the organization > Tenant configuration shows what is missing and a script for it.',
    };
  }
  if (failure.reason === 'notLicensed') {
    const needed = license ?? 'a premium license';
    return {
      status: 'notLicensed',
      message: `Microsoft does not offer this data (${label}) to the tenant, because it needs ${needed}.`,
      recommendation: `Assign ${needed} in the tenant to have this checked, or accept that it stays unknown.`,
    };
  }
  if (license !== null && isLicenseRefusal(failure)) {
    return {
      status: 'couldNotCheck',
      message: `Microsoft says that this data (${label}) needs ${license}, which the tenant's own subscriptions hold.`,
      recommendation: `Scan again: a new license takes up to a day to work everywhere. If nothing changes, grant the application permission ${licensePermission}, with which Microsoft looks at the license, or ask Microsoft's support.`,
    };
  }
  if (failure.code === hiddenMembershipCode) {
    return {
      status: 'notPermitted',
      message: `Microsoft does not show the members of a group with hidden membership (${label}) to the audit application.`,
      recommendation: `Grant the application permission ${hiddenMembership} and give admin consent again.`,
    };
  }
  if (failure.code === blindToLicenses) {
    return {
      status: 'notPermitted',
      message: `Microsoft could not see with this application's permissions whether the tenant has a license for this data (${label}).`,
      recommendation: `Grant the application permission ${licensePermission} and give admin consent again.`,
    };
  }
  if (failure.reason === 'notPermitted') {
    return {
      status: 'notPermitted',
      message: `Microsoft refused to show this data (${label}) to ${asAccount ? 'the account that connected the tenant' : 'the audit application'}.`,
      recommendation: asAccount
        ? `Grant the delegated permission ${permission ?? 'for this data'} and give admin consent again, or connect the tenant again as an account whose role may read it.`
        : `Grant ${permissionsText(permission)} and give admin consent again.`,
    };
  }
  if (failure.code === 'NO_APP') {
    return {
      status: 'couldNotCheck',
      message: `The data (${label}) could not be read: this installation has no app registration.`,
      recommendation: 'Set it up (Admin Panel > Graph API Settings), then scan again.',
    };
  }
  if (failure.code === applicationSignedIn) {
    return {
      status: 'couldNotCheck',
      message: `This data (${label}) can only be read as a signed-in administrator, and this audit was made by an application.`,
      recommendation:
        'Run the audit with --sign-in browser as a Global Administrator to have this checked, or look at the setting in the Entra admin center.',
    };
  }
  if (asAccount && failure.status === 401) {
    return {
      status: 'couldNotCheck',
      message: `This data (${label}) can only be read as a signed-in administrator, and no such sign-in to this tenant is valid.`,
      recommendation: 'Connect the tenant again as one of its administrators (Admin Panel > Tenants), then scan again.',
    };
  }
  if (failure.code === 'UnexpectedAnswer') {
    return {
      status: 'couldNotCheck',
      message: `The data (${label}) is incomplete or not in the documented format, so nothing is concluded from it.`,
      recommendation: 'Scan again. If nothing changes, report it: Microsoft may have changed the format.',
    };
  }
  if (failure.code === 'WaitingForTurn' || failure.code === 'RateLimited') {
    return {
      status: 'couldNotCheck',
      message: `The data (${label}) was not read yet: Microsoft limits how often it can be requested, and other organizations came first.`,
      recommendation: 'No action needed: it is collected in turn, and the next scan uses it.',
    };
  }
  if (failure.code === notDeletedCode) {
    return {
      status: 'couldNotCheck',
      message: `Not read (${label}): ${failure.message}`,
      recommendation:
        'Grant the application permission ConfigurationMonitoring.ReadWrite.All again if it was changed. Else an administrator deletes the snapshot jobs whose name begins with "Tenantry" (Microsoft Graph, "Delete configurationSnapshotJob"), or waits for seven days.',
    };
  }
  if (feature !== undefined && toldInWords.has(failure.code)) {
    return {
      status: 'couldNotCheck',
      message: `Not read (${label}): ${failure.message}`,
      recommendation: 'No action needed: the next scan that can reads it.',
    };
  }
  const code = failure.status === 0 ? failure.code : `${failure.status} ${failure.code}`;
  return {
    status: 'couldNotCheck',
    message: `The data (${label}) could not be read: ${code}.`,
    recommendation:
      failure.status === 401
        ? 'Microsoft did not accept the sign-in of this audit. Connect the tenant again; an audit that was run as a command is run again.'
        : 'Scan again. If it fails the same way, check the connection of this tenant.',
  };
}

type Values<K extends readonly DatasetName[]> = { [I in keyof K]: FactValues[K[I]] };

/** Judges only where every named dataset is there; else says what is missing. */
export function withData<const K extends readonly DatasetName[]>(
  names: K,
  judge: (values: Values<K>, context: CheckContext, facts: Facts) => CheckVerdict,
): Check['evaluate'] {
  return (facts, context) => {
    const values: unknown[] = [];
    for (const name of names) {
      const value = factOf(facts, name);
      if (value === undefined) return missingData(facts, names);
      values.push(value);
    }
    return judge(values as unknown as Values<K>, context, facts);
  };
}
