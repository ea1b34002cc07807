import { queryOptions } from '@tanstack/react-query';
import { parseArticle } from '@tenantry/contract/article-file';
import * as z from 'zod/mini';
import { ApiError } from '../../lib/api-error.ts';
import { queryKey } from '../../lib/query-client.ts';

/** What the address of the help page asks for: an article, what was searched for, or neither. */
export const HelpParams = z.object({
  article: z.optional(z.string().check(z.maxLength(100))),
  search: z.optional(z.string().check(z.maxLength(200))),
});

/** The address of an article, or of the topics; it keeps what was searched for. */
export function helpAddress({ article, search }: z.output<typeof HelpParams>): string {
  const params = new URLSearchParams();
  if (article !== undefined) params.set('article', article);
  if (search !== undefined) params.set('search', search);
  return params.size === 0 ? '/help' : `/help?${params}`;
}

const articleId = /^[a-z0-9]+(-[a-z0-9]+)*$/;

async function fetchArticle(id: string, signal: AbortSignal) {
  if (!articleId.test(id)) throw new ApiError('There is no such article', { status: 404, code: 'NOT_FOUND' });
  const response = await fetch(`/help/${id}.md`, { signal });
  // A server that answers every unknown address with the application's page has no such article either.
  const isPage = (response.headers.get('content-type') ?? '').includes('html');
  if (!response.ok || isPage) throw new ApiError('The article was not found', { status: response.status });
  return parseArticle(await response.text());
}

/** The file of an article. */
export const articleQuery = (id: string) =>
  queryOptions({ queryKey: queryKey('help-article', null, { id }), queryFn: ({ signal }) => fetchArticle(id, signal) });

/** What all articles say, for the search: loaded when somebody first searches. */
export const helpTextsQuery = (isWanted: boolean) =>
  queryOptions({
    queryKey: queryKey('help-texts', null),
    queryFn: async () => (await import('virtual:help-texts')).default,
    enabled: isWanted,
  });
