/**
 * Does everything, `lanes` works at a time; each begins as soon as one before it has ended.
 * @returns what each came to, in the order of the works
 */
export async function sideBySide<T>(works: readonly (() => Promise<T>)[], lanes: number): Promise<T[]> {
  const results: T[] = [];
  const left = works.entries();
  const lane = async (): Promise<void> => {
    for (const [place, work] of left) results[place] = await work();
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return results;
}
