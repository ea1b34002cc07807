// Made by frontend/help-articles-plugin.ts of the files in frontend/public/help.

declare module 'virtual:help-articles' {
  /** Title and description of each article by its id. */
  const articles: Record<string, { title: string; description: string }>;
  export default articles;
}

declare module 'virtual:help-texts' {
  /** What each article says, by its id, without marks. */
  const texts: Record<string, string>;
  export default texts;
}
