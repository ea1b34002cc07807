import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArticle } from '@tenantry/contract/article-file';
import type { Plugin } from 'vite';
import { plainTextOf } from './src/features/help/article-tokens.ts';

const folder = join(import.meta.dirname, 'public/help');

function readArticles() {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => ({
      id: name.slice(0, -'.md'.length),
      file: join(folder, name),
      ...parseArticle(readFileSync(join(folder, name), 'utf8')),
    }));
}

/** What each module holds. Titles come with the page, texts when somebody searches for the first time. */
const contents: Record<string, (articles: ReturnType<typeof readArticles>) => Record<string, unknown>> = {
  'virtual:help-articles': (articles) =>
    Object.fromEntries(articles.map(({ id, title, description }) => [id, { title, description }])),
  'virtual:help-texts': (articles) => Object.fromEntries(articles.map(({ id, body }) => [id, plainTextOf(body)])),
};

/** Makes modules of the files in public/help, so that nothing has to say twice what an article is called. */
export function helpArticles(): Plugin {
  return {
    name: 'tenantry:help-articles',
    resolveId: (id) => (id in contents ? `\0${id}` : undefined),
    load(id) {
      const content = contents[id.slice(1)];
      if (!id.startsWith('\0') || content === undefined) return undefined;
      const articles = readArticles();
      for (const { file } of articles) this.addWatchFile(file);
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(content(articles)))});`;
    },
  };
}
