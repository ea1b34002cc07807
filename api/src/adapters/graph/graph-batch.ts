import type { BatchAnswer, BatchItem } from '../../ports/graph.ts';
import { bodyObject, type GraphConnection, isRefusal, preferred, sendPersistently } from './graph-connection.ts';
import { batchAnswer, failureOf } from './graph-failures.ts';
import { pathOfLink } from './graph-links.ts';
import { type GraphRateLimiter, pause } from './graph-rate-limiter.ts';
import { isTransient, retryDelayMs } from './retry.ts';

type Answers = Map<string, BatchAnswer>;

/** An answer whose link to the next page is a path of the Graph that was asked; one to another host is refused. */
function ofThisGraph(connection: GraphConnection, answer: BatchAnswer): BatchAnswer {
  const link = answer.ok && Object(answer.body)['@odata.nextLink'];
  if (!answer.ok || typeof link !== 'string') return answer;
  try {
    return { ok: true, body: { ...Object(answer.body), '@odata.nextLink': pathOfLink(link, connection) } };
  } catch (error) {
    return { ok: false, failure: failureOf(error) };
  }
}

/** JSON batching, Microsoft Graph: at most 20 requests. */
const maxBatch = 20;

const unanswered: BatchAnswer = {
  ok: false,
  failure: { status: 0, code: 'NoAnswerInBatch', message: 'Graph left this request of the batch unanswered' },
};

async function sendBatch(connection: GraphConnection, items: readonly BatchItem[]): Promise<Answers> {
  const version = items[0]?.path.startsWith('/beta/') ? '/beta' : '/v1.0';
  const requests = items.map(({ id, path, headers }) => ({
    id,
    method: 'GET',
    url: path.slice(version.length),
    headers: { ...preferred, ...headers },
  }));
  const limited = items.map(({ path }) => path);
  const body = bodyObject(
    await sendPersistently(connection, `${version}/$batch`, limited, (request) => request.post({ requests })),
  );
  const responses = Array.isArray(body.responses) ? body.responses : [];
  const answers: Answers = new Map(items.map(({ id }) => [id, unanswered]));
  for (const response of responses.map(bodyObject)) {
    answers.set(String(response.id), ofThisGraph(connection, batchAnswer(response)));
  }
  if ([...answers.values()].some((answer) => !answer.ok && isRefusal(answer.failure))) connection.tokens.refused?.();
  return answers;
}

/** Each item is throttled and answered on its own, so the transient ones alone are sent again. */
async function sendPart(connection: GraphConnection, items: readonly BatchItem[]): Promise<Answers> {
  const { retry, signal, watch } = connection;
  const answers: Answers = new Map();
  let left = items;
  for (let attempt = 1; left.length > 0; attempt += 1) {
    for (const [id, answer] of await sendBatch(connection, left)) answers.set(id, answer);
    const failures = left.flatMap((item) => {
      const answer = answers.get(item.id);
      return answer && !answer.ok && isTransient(answer.failure) ? [{ item, failure: answer.failure }] : [];
    });
    if (failures.length === 0 || attempt >= retry.maxAttempts) break;
    left = failures.map(({ item }) => item);
    const waits = failures.map(({ item, failure }) => ({
      path: item.path,
      delayMs: retryDelayMs(failure, attempt, retry, Math.random()),
      failure,
    }));
    for (const { path, delayMs, failure } of waits) watch.waiting?.(path, delayMs, failure);
    await pause(Math.max(...waits.map(({ delayMs }) => delayMs)), signal);
  }
  return answers;
}

/** In parts of 20 at most, in which no two share a limit of one at a time. */
function partsOf(items: readonly BatchItem[], rateLimiter: GraphRateLimiter): BatchItem[][] {
  const parts: BatchItem[][] = [];
  for (const item of items) {
    const fits = (part: BatchItem[]) =>
      part.length < maxBatch && part.every(({ path }) => rateLimiter.mayShare(path, item.path));
    const part = parts.find(fits);
    if (part) part.push(item);
    else parts.push([item]);
  }
  return parts;
}

/** Single reads, each answered on its own. @throws the signal's reason when aborted, and nothing else */
export async function readBatch(connection: GraphConnection, items: readonly BatchItem[]): Promise<Answers> {
  const answers: Answers = new Map();
  for (const part of partsOf(items, connection.rateLimiter)) {
    try {
      for (const [id, answer] of await sendPart(connection, part)) answers.set(id, answer);
    } catch (error) {
      connection.signal?.throwIfAborted();
      const failure = failureOf(error);
      for (const { id } of part) answers.set(id, { ok: false, failure });
    }
  }
  return answers;
}
