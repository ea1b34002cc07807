import type { UserRecord } from '../../store/users.ts';

export type Assignee = { userId: string; name: string };

/** Of users who may work, those whom a search finds, by name. */
export async function assigneeList(
  workers: AsyncIterable<UserRecord>,
  { search = '', limit }: { search?: string | undefined; limit: number },
): Promise<{ items: Assignee[]; hasMore: boolean }> {
  const wanted = search.toLowerCase();
  const found: Assignee[] = [];
  for await (const { id, displayName, username } of workers) {
    if (![displayName, username].some((name) => name.toLowerCase().includes(wanted))) continue;
    found.push({ userId: id, name: displayName });
  }
  found.sort((a, b) => a.name.localeCompare(b.name) || a.userId.localeCompare(b.userId));
  return { items: found.slice(0, limit), hasMore: found.length > limit };
}
