import type { HelpArticles } from '../../ports/help-articles.ts';
import type { McpContent, McpResource, McpResourceTemplate } from '../../ports/mcp.ts';

const base = 'tenantry://help/';
const markdown = 'text/markdown';

/** The address of a help article as a resource. */
export const articleUri = (id: string): string => `${base}${id}`;

export const articleTemplate: McpResourceTemplate = {
  uriTemplate: `${base}{article}`,
  name: 'help-article',
  title: 'Help article',
  description: 'How to mend what a check finds, or how something in Tenantry works',
  mimeType: markdown,
};

/** Every help article as a resource. */
export async function articleResources(articles: HelpArticles): Promise<McpResource[]> {
  const all = await articles.list();
  return all.map(({ id, title, description }) => ({
    uri: articleUri(id),
    name: id,
    title,
    description,
    mimeType: markdown,
  }));
}

/** The help article of an address; null where it is none of ours. */
export async function readArticle(uri: string, articles: HelpArticles): Promise<McpContent | null> {
  const [, id] = /^tenantry:\/\/help\/([a-z0-9][a-z0-9-]{0,80})$/.exec(uri) ?? [];
  const text = id === undefined ? null : await articles.read(id);
  return text === null ? null : { mimeType: markdown, text };
}
