import type { BatchAnswer, GraphClient } from '../../ports/graph.ts';
import type { DatasetName } from '../facts/datasets.ts';
import { collected, type DatasetResult, failed } from '../facts/facts.ts';
import { isObject } from '../facts/json-reader.ts';
import { collectAgentIdentities } from './agent-identities.ts';
import { agentItemIds, type FixedItem, roleItemIds } from './fixed-part.ts';
import { badForm, failureOf, noAnswer, wholeList } from './graph-answers.ts';
import { trimControl, trimScores } from './reduce/secure-score.ts';
import { collectRoles, roleRules, roleSchedules } from './roles.ts';

async function fixedResult(
  graph: GraphClient,
  now: Date,
  item: FixedItem,
  answers: ReadonlyMap<string, BatchAnswer>,
): Promise<DatasetResult> {
  const answer = answers.get(item.id) ?? noAnswer;
  if (item.dataset === 'roles') return collectRoles(graph, answers, now);
  if (item.dataset === 'agentIdentities') return collectAgentIdentities(answers, now);
  if (item.shape === 'object') {
    if (!answer.ok) return failed(answer.failure, now);
    return isObject(answer.body) ? collected(answer.body, now) : failed(badForm(item.dataset), now);
  }
  const { path } = item;
  const list = await wholeList(graph, item.dataset, answer, { path, firstPageOnly: item.shape === 'first' });
  if (!list.ok) return failed(list.failure, now);
  if (item.dataset === 'secureScores') return collected(trimScores(list.items), now);
  if (item.dataset === 'secureScoreControlProfiles') return collected(list.items.map(trimControl), now);
  if (item.dataset === 'roleSchedules') return collected(roleSchedules(list.items), now);
  return collected(item.dataset === 'roleRules' ? roleRules(list.items) : list.items, now);
}

/** Where the batch as a whole failed, every item did. */
async function batchAnswers(
  graph: GraphClient,
  items: readonly FixedItem[],
): Promise<ReadonlyMap<string, BatchAnswer>> {
  try {
    return await graph.batch(items.map(({ id, path, headers }) => ({ id, path, ...(headers && { headers }) })));
  } catch (error) {
    const failure = failureOf(error);
    return new Map(items.map(({ id }) => [id, { ok: false, failure }]));
  }
}

/** Read for the dataset of the item before them, not datasets of their own. */
const helperItems: readonly string[] = [roleItemIds.definitions, roleItemIds.eligible, agentItemIds.withoutOwner];

/** Collects the wanted datasets of a fixed part by one batch. `finish` is awaited for each. */
export async function collectFixedPart(
  part: readonly FixedItem[],
  { graph, now, signal }: { graph: GraphClient; now: Date; signal: AbortSignal },
  wanted: (name: DatasetName) => boolean,
  finish: (name: DatasetName, result: DatasetResult) => Promise<void>,
): Promise<void> {
  const items = part.filter((item) => wanted(item.dataset));
  if (items.length === 0) return;
  signal.throwIfAborted();
  const answers = await batchAnswers(graph, items);
  for (const item of items) {
    if (helperItems.includes(item.id)) continue;
    signal.throwIfAborted();
    await finish(item.dataset, await fixedResult(graph, now, item, answers));
  }
}
