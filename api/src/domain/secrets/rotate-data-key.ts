import type { DataKeys } from './data-keys.ts';

/** How many secrets are under the current key now, and how many do not open. */
export type Reencrypted = { reencrypted: number; corrupted: number };

/**
 * Makes a new data key and encrypts every secret under it, while the product goes on: both keys decrypt until the end. Whoever
 * keeps envelopes on records is named here, or theirs would stay under the old key.
 */
export async function rotateDataKey(
  dataKeys: Pick<DataKeys, 'rotate'>,
  keepers: readonly { reencrypt(): Promise<Reencrypted> }[],
): Promise<Reencrypted & { version: number }> {
  const outcome = { version: await dataKeys.rotate(), reencrypted: 0, corrupted: 0 };
  for (const keeper of keepers) {
    const { reencrypted, corrupted } = await keeper.reencrypt();
    outcome.reencrypted += reencrypted;
    outcome.corrupted += corrupted;
  }
  return outcome;
}
