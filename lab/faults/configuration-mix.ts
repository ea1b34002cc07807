import { hashFraction, keyOfText } from '@tenantry/simulator/counter-hash';
import { asUsual, type ConfigurationBehavior } from '@tenantry/simulator/directory/configuration-state';
import type { Fault } from '@tenantry/simulator/faults';
import { configurationDatasets, configurationTypes } from '../../api/src/audit/facts/tenant-configuration.ts';

/** What goes wrong with a tenant's snapshots in a round: in the service, and on the way to it. */
export type ConfigurationDisturbance = {
  name: string;
  behavior: ConfigurationBehavior;
  faults: Omit<Fault, 'tenantId'>[];
};

type Change = { behavior?: Partial<ConfigurationBehavior>; faults?: ConfigurationDisturbance['faults'] };

const root = '/admin/configurationManagement';
const creating = `${root}/configurationSnapshots/createSnapshot`;
const types = configurationDatasets.map((name) => configurationTypes[name].type);
/** In words that are no refusal: what is refused would be another result, and a right one. */
const brokenTypes = Object.fromEntries(
  types.filter((_, index) => index % 3 === 0).map((type) => [type, `${type}: The cmdlet ended with an error.`]),
);
const creatingFails = (fault: Omit<Fault, 'pathPrefix'>): Change => ({ faults: [{ pathPrefix: creating, ...fault }] });

/** @param foreignUrl a host that is not Graph's, and where no token may come */
const changes = (foreignUrl: string): Record<string, Change> => ({
  fails: { behavior: { fails: true } },
  'comes in part': { behavior: { failingTypes: brokenTypes } },
  'errors as objects': { behavior: { failingTypes: brokenTypes, errorsAsObjects: true } },
  'answers for others': { behavior: { answersFor: ['microsoft.teams.meetingpolicy', 'microsoft.intune.anything'] } },
  'everything twice, numbers as text': { behavior: { duplicates: true, numbersAsText: true } },
  'lies on another host': { behavior: { resourceLocation: `${foreignUrl}/v1.0${root}/configurationSnapshots('1')` } },
  'all places taken': { behavior: { otherJobs: 12 } },
  'month used up': { behavior: { otherInstances: 20_000 } },
  'month nearly used up': { behavior: { otherInstances: 19_980 } },
  'creating fails': creatingFails({ kind: 'status', status: 503 }),
  'creating is throttled': creatingFails({ kind: 'status', status: 429, retryAfterSeconds: 1 }),
  'asking for it gets lost': creatingFails({ kind: 'drop', times: 2 }),
  'its answer is cut off': creatingFails({ kind: 'truncate' }),
  'its list fails': { faults: [{ pathPrefix: `${root}/configurationSnapshotJobs`, kind: 'status', status: 503 }] },
  'the snapshot is cut off': { faults: [{ pathPrefix: `${root}/configurationSnapshots(`, kind: 'truncate' }] },
  'takes longer than a scan waits': { behavior: { seconds: 75 } },
  hangs: { behavior: { polls: null } },
});

/** At `index` of a row that comes past each of them. */
export function configurationMix(foreignUrl: string, seed: string, index: number): ConfigurationDisturbance {
  const key = keyOfText(`${seed}/configuration`);
  const order = Object.entries(changes(foreignUrl))
    .map((entry, place) => ({ entry, rank: hashFraction(key, place, 1) }))
    .sort((a, b) => a.rank - b.rank);
  const [name = '', { behavior = {}, faults = [] } = {}] = order[index % order.length]?.entry ?? [];
  return { name, behavior: { ...asUsual, ...behavior }, faults };
}
