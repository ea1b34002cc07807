import type { TimeStamp } from '../../domain/evidence/seal-pack.ts';
import type * as timeStamps from '../../domain/evidence/time-stamp.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import type { GuardedFetch } from '../../ports/guarded-fetch.ts';

/** Under which the setting stands in system_config. */
export const timeStampSettingId = 'evidence-time-stamp' as const;

/** The authority that packs are stamped by, as it is set now. */
export type TimeStamping = {
  /** Null where none is set. */
  authority(): Promise<{ address: string; stamp(signature: Uint8Array): Promise<TimeStamp> } | null>;
};

type Parts = Pick<CommonParts, 'systemConfig'> & {
  fetch: GuardedFetch;
  /** What makes and reads time stamps is large, and nothing else needs it: it is loaded where one is asked for. */
  loadTimeStamps(): typeof timeStamps;
};

const media = { query: 'application/timestamp-query', reply: 'application/timestamp-reply' } as const;

/** Asks an authority by HTTP (RFC 3161, 3.4). It is told a hash and a random number, and nothing else. */
async function stampBy({ fetch, loadTimeStamps }: Parts, url: string, signature: Uint8Array): Promise<TimeStamp> {
  const { readTimeStamp, TimeStampError, timeStampQuery } = loadTimeStamps();
  const { host } = new URL(url);
  const { query, nonce } = timeStampQuery(signature);
  const headers = { 'content-type': media.query, accept: media.reply };
  const answer = await fetch({ method: 'POST', url, headers, body: query });
  if (answer.kind !== 'answered') return { noneBecause: `${host} gave no time stamp: ${answer.reason}.` };
  if (answer.status !== 200 || answer.bytes === undefined)
    return { noneBecause: `${host} gave no time stamp: it answered with status ${answer.status}.` };
  try {
    const stamp = await readTimeStamp(answer.bytes, signature, null);
    if (stamp.nonce !== nonce) return { noneBecause: `${host} gave the time stamp of another request.` };
  } catch (error) {
    if (!(error instanceof TimeStampError)) throw error;
    return { noneBecause: `${host} gave no time stamp that holds. ${error.message}` };
  }
  return { authority: url, response: answer.bytes };
}

/** Asks the time stamp authority that is set, where one is. What it does not stamp is said in the pack, and made all the same. */
export function createTimeStamping(parts: Parts): TimeStamping {
  return {
    async authority() {
      const url = (await parts.systemConfig.evidenceTimeStamp.get(timeStampSettingId))?.value.url ?? null;
      return url === null ? null : { address: url, stamp: (signature) => stampBy(parts, url, signature) };
    },
  };
}
