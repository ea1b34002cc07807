import type { BatchAnswer } from '../../ports/graph.ts';
import type { AgentIdentityFacts } from '../facts/application-facts.ts';
import { collected, type DatasetResult, failed } from '../facts/facts.ts';
import { numberAt, objectsAt, textAt } from '../facts/json-reader.ts';
import { agentItemIds } from './fixed-part.ts';
import { badForm, noAnswer } from './graph-answers.ts';
import { addTo, emptyList } from './reduce/capped-list.ts';

/** How many agent identities there are, and which of them nobody owns: two counts of Graph, with the names of the second. */
export function collectAgentIdentities(
  answers: ReadonlyMap<string, BatchAnswer>,
  now: Date,
): DatasetResult<AgentIdentityFacts> {
  const all = answers.get(agentItemIds.all) ?? noAnswer;
  const ownerless = answers.get(agentItemIds.withoutOwner) ?? noAnswer;
  if (!all.ok) return failed(all.failure, now);
  if (!ownerless.ok) return failed(ownerless.failure, now);
  const total = numberAt(all.body, '@odata.count');
  const count = numberAt(ownerless.body, '@odata.count');
  if (total === null || count === null) return failed(badForm('agent identities'), now);
  const withoutOwner = emptyList();
  for (const agent of objectsAt(ownerless.body, 'value')) {
    const id = textAt(agent, 'id') ?? '';
    addTo(withoutOwner, id, textAt(agent, 'displayName') ?? id);
  }
  // One that came between the two answers is in the second alone.
  return collected({ total: Math.max(total, count), withoutOwner: { ...withoutOwner, count } }, now);
}
