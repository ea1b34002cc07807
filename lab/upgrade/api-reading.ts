/** GET of a path of the API, as a signed-in administrator of all tenants. */
export type Get = <T>(path: string, tenantId?: string) => Promise<T>;

/** What is stored, without what the code of the day makes of it: labels, explanations, names of tenants beside ids. */
export function pick<T extends object, K extends keyof T>(from: T, ...keys: readonly K[]): Pick<T, K> {
  return Object.fromEntries(keys.map((key) => [key, from[key]])) as Pick<T, K>;
}

/** All of a list that comes in pages. */
export async function everyPage<P extends { nextCursor?: string | undefined }>(get: Get, path: string): Promise<P[]> {
  const pages: P[] = [];
  for (let cursor: string | undefined = ''; cursor !== undefined; cursor = pages.at(-1)?.nextCursor) {
    const query = new URLSearchParams({ limit: '200', ...(cursor === '' ? {} : { cursor }) });
    pages.push(await get<P>(`${path}${path.includes('?') ? '&' : '?'}${query}`));
  }
  return pages;
}

type ListPage<T> = { items: T[]; nextCursor?: string };

/** Every item of a list that comes in pages. */
export const everyItem = async <T>(get: Get, path: string): Promise<T[]> =>
  (await everyPage<ListPage<T>>(get, path)).flatMap(({ items }) => items);

type OpenApi = { paths: Record<string, object> };

/**
 * Which calls a running version has, by its own description: what it has no call for, nobody can have stored.
 * @returns whether it has a call, by the path as the contract writes it
 */
export async function offeredCalls(get: Get): Promise<(method: string, path: string) => boolean> {
  const { paths } = await get<OpenApi>('/api/openapi.json');
  return (method, path) => Object.hasOwn(paths[path] ?? {}, method.toLowerCase());
}
