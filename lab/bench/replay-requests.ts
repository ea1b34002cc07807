import type { SnapshotJobNames, WireRequest } from './scan-job.ts';

const isOfSnapshots = ({ url }: Pick<WireRequest, 'url'>): boolean => url.includes('/admin/configurationManagement/');
/** MSAL writes its `client-request-id` behind the path; the directory stands before it. */
const tokenPath = /\/[^/]+(\/oauth2\/v2\.0\/token)(?=\?|$)/;

/** The job that an answer tells of, where the request created one or read one; null for all others. */
export function jobOfAnswer(
  { url, method }: Pick<WireRequest, 'url' | 'method'>,
  answer: string,
): SnapshotJobNames | null {
  const isCreated = method === 'POST' && url.endsWith('/configurationSnapshots/createSnapshot');
  const isRead = method === 'GET' && /\/configurationSnapshotJobs\/[^/?]+(\?|$)/.test(url);
  if (!isCreated && !isRead) return null;
  const { id, resourceLocation } = JSON.parse(answer) as { id?: unknown; resourceLocation?: unknown };
  if (typeof id !== 'string') return null;
  const [, snapshotId = null] = /\/configurationSnapshots\('([^']+)'\)$/.exec(String(resourceLocation ?? '')) ?? [];
  return { id, snapshotId };
}

/** Requests that leave nothing behind, as many as are asked for: what a process is warmed up with. */
export function warmUpRequests(requests: readonly WireRequest[], count: number): WireRequest[] {
  return requests.filter((request) => !isOfSnapshots(request)).slice(0, count);
}

/** A connection that was kept open may be closed as the next request goes out: nobody has read it then. */
const wasClosed = (error: unknown): boolean =>
  error instanceof Error && (error.cause as NodeJS.ErrnoException | undefined)?.code === 'ECONNRESET';

async function send({ url, method, headers, body, status }: WireRequest): Promise<string> {
  const ask = () => fetch(url, { method, headers, body });
  const response = await ask().catch((error: unknown) => {
    if (!wasClosed(error)) throw error;
    return ask();
  });
  const answer = await response.text();
  if (response.status !== status)
    throw new Error(`${url} answered ${response.status}, to the scan ${status}: ${answer.slice(0, 500)}`);
  return answer;
}

/**
 * The recorded requests of a scan one after another, their answers read as text and thrown away. A snapshot job is deleted by
 * the scan that created it, and its id never comes back: whoever repeats the scan has to create, poll, read and delete jobs of
 * its own, so their ids take the place of the recorded ones.
 * @param ownTenant whose snapshots are taken in the place of the recorded tenant's, with a token for it: Microsoft allows 12
 * jobs at a time and 20,000 instances a month in each (tenant configuration management, limits)
 * @throws Error where an answer has another status than the scan got
 */
export async function replayRequests(requests: readonly WireRequest[], ownTenant: string | null = null): Promise<void> {
  const ownNames = new Map<string, string>();
  let ownToken: string | null = null;
  for (const recorded of requests) {
    const isToken = ownTenant !== null && tokenPath.test(recorded.url);
    let url = isToken ? recorded.url.replace(tokenPath, `/${ownTenant}$1`) : recorded.url;
    let headers = recorded.headers;
    if (isOfSnapshots(recorded)) {
      for (const [name, own] of ownNames) url = url.replace(name, own);
      if (ownTenant !== null && ownToken === null) throw new Error(`No token was recorded before ${url}`);
      if (ownToken !== null) headers = { ...headers, authorization: `Bearer ${ownToken}` };
    }
    const answer = await send({ ...recorded, url, headers });
    if (isToken) ownToken = (JSON.parse(answer) as { access_token: string }).access_token;
    if (recorded.job === null) continue;
    const own = jobOfAnswer(recorded, answer);
    if (own === null) throw new Error(`${url} told of no job`);
    ownNames.set(recorded.job.id, own.id);
    if (recorded.job.snapshotId === null) continue;
    if (own.snapshotId === null) throw new Error(`${url}: the snapshot is not there, to the scan it was`);
    ownNames.set(recorded.job.snapshotId, own.snapshotId);
  }
}
