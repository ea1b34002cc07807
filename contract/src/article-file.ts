type ArticleFile = {
  title: string;
  /** One sentence for lists and search. */
  description: string;
  /** The Markdown below both. */
  body: string;
};

const opening = /^# (.+)\n+(.+)\n*/;

/** Takes an article's file apart: its title in the first line, what it is about in the first paragraph, and the text. */
export function parseArticle(file: string): ArticleFile {
  const text = file.replaceAll('\r\n', '\n').replace(/^\uFEFF/, '');
  const [whole = '', title = '', description = ''] = opening.exec(text) ?? [];
  return { title: title.trim(), description: description.trim(), body: text.slice(whole.length) };
}
