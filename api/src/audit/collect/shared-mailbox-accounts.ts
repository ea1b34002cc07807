import { uriComponent } from '@tenantry/contract/text';
import type { BatchItem, GraphClient } from '../../ports/graph.ts';
import { collected, collectedWithout, type DatasetResult } from '../facts/facts.ts';
import { isObject, type JsonObject, objectsAt } from '../facts/json-reader.ts';
import { addressOfMailbox } from '../facts/shared-mailboxes.ts';
import { noAnswer } from './graph-answers.ts';

/** Of more mailboxes than this it is not known whose they are. */
const maxMailboxes = 2000;

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

function lookUp(address: string, index: number): BatchItem {
  const filter = uriComponent(`mail eq ${quoted(address)} or userPrincipalName eq ${quoted(address)}`);
  return {
    id: String(index),
    path: `/v1.0/users?$filter=${filter}&$select=id,displayName,mail,userPrincipalName,accountEnabled`,
  };
}

/** The accounts of the shared mailboxes, looked up by their addresses: 20 in a request. */
export async function collectSharedMailboxAccounts(
  graph: GraphClient,
  mailboxes: readonly JsonObject[],
  now: Date,
): Promise<DatasetResult<JsonObject[]>> {
  const addresses = [...new Set(mailboxes.flatMap((mailbox) => addressOfMailbox(mailbox) ?? []))].slice(
    0,
    maxMailboxes,
  );
  if (addresses.length === 0) return collected([], now);
  const answers = await graph.batch(addresses.map(lookUp));
  const accounts: JsonObject[] = [];
  const failures = [];
  for (const index of addresses.keys()) {
    const answer = answers.get(String(index)) ?? noAnswer;
    if (answer.ok) accounts.push(...objectsAt(isObject(answer.body) ? answer.body : {}, 'value'));
    else failures.push(answer.failure);
  }
  return collectedWithout(accounts, failures, now);
}
