import { type DatasetName, datasets, defenderForIdentity } from './datasets.ts';
import { collected, type DatasetResult, type Facts } from './facts.ts';
import { hasLicense } from './licenses.ts';

/**
 * Defender for Identity answers 403 `Forbidden` "Tenant is not onboarded …" where nobody has set it up, and 403 without words where
 * the permission is missing (github.com/microsoft/zerotrustassessment pull request 1352, seen on a real tenant).
 */
const notOnboarded = /not onboarded/i;

function settledResult(facts: Facts, name: DatasetName, result: DatasetResult): DatasetResult {
  if (result.state === 'ok') return result;
  const { license } = datasets[name];
  // Where it is not set up there is no sensor, and no issue of one.
  if (license === defenderForIdentity && result.status === 403 && notOnboarded.test(result.message)) {
    return collected([], new Date(result.fetchedAt));
  }
  if (result.reason !== 'notLicensed' || license === null || hasLicense(facts, license) !== true) return result;
  return { ...result, reason: 'couldNotCheck' };
}

/**
 * What was collected, once all of it is known together. A service that says that a license is missing is not believed where the
 * tenant's own subscriptions hold it: nobody is told to buy what is there. One that is not set up has nothing to tell.
 */
export function settledFacts(facts: Facts): Facts {
  const entries = Object.entries(facts) as [DatasetName, DatasetResult][];
  return Object.fromEntries(entries.map(([name, result]) => [name, settledResult(facts, name, result)])) as Facts;
}
