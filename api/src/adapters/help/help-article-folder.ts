import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArticle } from '@tenantry/contract/article-file';
import type { HelpArticle, HelpArticles } from '../../ports/help-articles.ts';

const ending = '.md';

type Read = HelpArticle & { text: string };

async function readAll(folder: string): Promise<Map<string, Read>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(ending)).sort();
  const articles = names.map(async (name): Promise<[string, Read]> => {
    const id = name.slice(0, -ending.length);
    const text = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n');
    const { title, description } = parseArticle(text);
    return [id, { id, title, description, text }];
  });
  return new Map(await Promise.all(articles));
}

/**
 * The help articles of a folder, read once, with the first that is asked for. What is asked for is only ever looked up among what was
 * read: no name leads out of the folder.
 */
export function openHelpArticles(folder: string): HelpArticles {
  let read: Promise<Map<string, Read>> | null = null;
  const articles = () => {
    read ??= readAll(folder).catch((error: unknown) => {
      read = null;
      throw error;
    });
    return read;
  };
  return {
    list: async () =>
      [...(await articles()).values()].map(({ id, title, description }) => ({ id, title, description })),
    read: async (id) => (await articles()).get(id)?.text ?? null,
  };
}
