export type HelpArticle = {
  id: string;
  title: string;
  /** One sentence. */
  description: string;
};

/** The help articles of this product, in Markdown. */
export interface HelpArticles {
  /** By id. */
  list(): Promise<readonly HelpArticle[]>;
  /** The whole text; null where there is none of this id. */
  read(id: string): Promise<string | null>;
}
