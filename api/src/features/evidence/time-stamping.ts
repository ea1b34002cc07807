import type { TimeStamp } from '../../domain/evidence/seal-pack.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import type { GuardedFetch } from '../../ports/guarded-fetch.ts';

/** Under which the setting stands in system_config. */
export const timeStampSettingId = 'evidence-time-stamp' as const;

/** The authority that packs are stamped by, as it is set now. */
export type TimeStamping = {
  /** Null where none is set. */
  authority(): Promise<{ address: string; stamp(signature: Uint8Array): Promise<TimeStamp> } | null>;
};

type Parts = Pick<CommonParts, 'systemConfig'> & { fetch: GuardedFetch };

/** Asks the time stamp authority that is set, where one is. */
export function createTimeStamping({ systemConfig }: Parts): TimeStamping {
  return {
    async authority() {
      const url = (await systemConfig.evidenceTimeStamp.get(timeStampSettingId))?.value.url ?? null;
      if (url === null) return null;
      return { address: url, stamp: async () => ({ noneBecause: 'No time stamp authority is asked yet.' }) };
    },
  };
}
