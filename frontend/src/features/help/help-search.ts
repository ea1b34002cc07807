type SearchableArticle = { id: string; title: string; description: string; text: string };

/** A piece of a hit's text; `isMatch` where it is what was searched for. */
export type TextPart = { text: string; isMatch: boolean };
export type ArticleHit = { id: string; title: TextPart[]; description: TextPart[]; sentence: TextPart[] | null };

const wordsOf = (search: string) => [...new Set(search.toLowerCase().split(/\s+/).filter(Boolean))];
const holdsAll = (text: string, words: readonly string[]) => words.every((word) => text.toLowerCase().includes(word));

/** A text in pieces, so that each occurrence of a word can be marked. Where words overlap, the longer one is marked. */
export function markWords(text: string, search: string): TextPart[] {
  const words = wordsOf(search).sort((a, b) => b.length - a.length);
  if (words.length === 0) return [{ text, isMatch: false }];
  const pattern = words.map((word) => word.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')).join('|');
  return text
    .split(new RegExp(`(${pattern})`, 'gi'))
    .map((part, index) => ({ text: part, isMatch: index % 2 === 1 }))
    .filter((part) => part.text !== '');
}

/** The sentence that says most of what was searched for, the first of those; null where no sentence says any. */
function bestSentence(text: string, words: readonly string[]): string | null {
  const sentences = text.split('\n').flatMap((line) => line.split(/(?<=[.!?])\s+/));
  const said = (sentence: string) => words.filter((word) => sentence.toLowerCase().includes(word)).length;
  const best = sentences.reduce((found, one) => (said(one) > said(found) ? one : found), '');
  return best === '' ? null : best;
}

/** Title before description before text: where somebody who searches would look first. */
const rankOf = ({ title, description }: SearchableArticle, words: readonly string[]) =>
  holdsAll(title, words) ? 0 : holdsAll(`${title} ${description}`, words) ? 1 : 2;

/** Articles that hold every word of the search in title, description or text, whatever its case: the best first. */
export function searchArticles(articles: readonly SearchableArticle[], search: string): ArticleHit[] {
  const words = wordsOf(search);
  if (words.length === 0) return [];
  return articles
    .filter((article) => holdsAll(`${article.title}\n${article.description}\n${article.text}`, words))
    .map((article) => ({ article, rank: rankOf(article, words) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ article, rank }) => {
      const sentence = rank === 2 ? bestSentence(article.text, words) : null;
      return {
        id: article.id,
        title: markWords(article.title, search),
        description: markWords(article.description, search),
        sentence: sentence === null ? null : markWords(sentence, search),
      };
    });
}
