import { Link, makeStyles, tokens, typographyStyles } from '@fluentui/react-components';
import type { Token, Tokens } from 'marked';
import { type ReactNode, useMemo } from 'react';
import { RecordBlock } from '../../blocks/record-block.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { tokensOf } from './article-tokens.ts';
import { helpAddress } from './help-queries.ts';

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gap: tokens.spacingVerticalM,
    maxWidth: '76ch',
    minWidth: 0,
    overflowWrap: 'anywhere',
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase500,
  },
  block: { margin: 0 },
  h2: { ...typographyStyles.subtitle1, margin: `${tokens.spacingVerticalL} 0 0` },
  h3: { ...typographyStyles.subtitle2, margin: `${tokens.spacingVerticalS} 0 0` },
  list: {
    margin: 0,
    paddingInlineStart: tokens.spacingHorizontalXXL,
    display: 'grid',
    gap: tokens.spacingVerticalS,
  },
  item: { '& > * + *': { marginTop: tokens.spacingVerticalS } },
  code: {
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: '0.9em',
    padding: `0 ${tokens.spacingHorizontalXXS}`,
    borderRadius: tokens.borderRadiusSmall,
    backgroundColor: tokens.colorNeutralBackground3,
  },
  quote: {
    margin: 0,
    paddingInlineStart: tokens.spacingHorizontalL,
    borderInlineStartWidth: tokens.strokeWidthThick,
    borderInlineStartStyle: 'solid',
    borderInlineStartColor: tokens.colorBrandStroke1,
  },
  scroll: { overflowX: 'auto' },
  table: { borderCollapse: 'collapse', width: '100%', fontSize: tokens.fontSizeBase300 },
  cell: {
    textAlign: 'start',
    verticalAlign: 'top',
    // A word stays whole: a table that is too wide scrolls.
    overflowWrap: 'normal',
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    borderBottom: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
  },
});

/** Markdown as elements. Nothing of it is read as HTML: what it has of that is shown as text. */
export function ArticleText({ markdown }: { markdown: string }) {
  const styles = useStyles();
  const tokensOfText = useMemo(() => tokensOf(markdown), [markdown]);
  return (
    <article className={styles.root}>
      <Parts tokens={tokensOfText} />
    </article>
  );
}

function Parts({ tokens: parts }: { tokens: readonly Token[] | undefined }) {
  let from = 0;
  return parts?.map((token) => {
    const key = from;
    from += token.raw.length;
    return <Part key={`${key} ${token.type}`} token={token} />;
  });
}

/** What marked makes of Markdown is a union that ends in "anything of any type": each kind is named here once. */
function Part({ token }: { token: Token }): ReactNode {
  const styles = useStyles();
  switch (token.type) {
    case 'space':
    case 'hr':
      return null;
    case 'heading':
      return <Heading token={token as Tokens.Heading} />;
    case 'paragraph':
      return (
        <p className={styles.block}>
          <Parts tokens={token.tokens} />
        </p>
      );
    case 'list':
      return <List token={token as Tokens.List} />;
    case 'code':
      return <RecordBlock name={languageOf(token as Tokens.Code)} value={(token as Tokens.Code).text} />;
    case 'table':
      return <Table token={token as Tokens.Table} />;
    case 'blockquote':
      return (
        <blockquote className={styles.quote}>
          <Parts tokens={token.tokens} />
        </blockquote>
      );
    default:
      return <Inline token={token} />;
  }
}

function Inline({ token }: { token: Token }): ReactNode {
  const styles = useStyles();
  switch (token.type) {
    case 'strong':
      return (
        <strong>
          <Parts tokens={token.tokens} />
        </strong>
      );
    case 'em':
      return (
        <em>
          <Parts tokens={token.tokens} />
        </em>
      );
    case 'codespan':
      return <code className={styles.code}>{(token as Tokens.Codespan).text}</code>;
    case 'link':
      return <ArticleLink token={token as Tokens.Link} />;
    case 'br':
      return <br />;
    case 'escape':
      return (token as Tokens.Escape).text;
    case 'text':
      return token.tokens === undefined ? (token as Tokens.Text).text : <Parts tokens={token.tokens} />;
    default:
      return token.raw;
  }
}

function Heading({ token }: { token: Tokens.Heading }) {
  const styles = useStyles();
  // The page has the first level.
  const Level = token.depth <= 2 ? 'h2' : 'h3';
  return (
    <Level className={styles[Level]}>
      <Parts tokens={token.tokens} />
    </Level>
  );
}

/** The parts of an article never change places: their number is their key. */
const numbered = <T,>(list: readonly T[]) => list.map((each, key) => ({ each, key }));

function List({ token }: { token: Tokens.List }) {
  const styles = useStyles();
  const Kind = token.ordered ? 'ol' : 'ul';
  return (
    <Kind className={styles.list} {...(token.ordered && token.start !== '' ? { start: token.start } : {})}>
      {numbered(token.items).map(({ each, key }) => (
        <li key={key} className={styles.item}>
          <Parts tokens={each.tokens} />
        </li>
      ))}
    </Kind>
  );
}

function Table({ token }: { token: Tokens.Table }) {
  const styles = useStyles();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <section className={styles.scroll} tabIndex={0} aria-label="Table">
      <table className={styles.table}>
        <thead>
          <tr>
            {numbered(token.header).map(({ each, key }) => (
              <th key={key} scope="col" className={styles.cell}>
                <Parts tokens={each.tokens} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {numbered(token.rows).map(({ each: row, key: rowKey }) => (
            <tr key={rowKey}>
              {numbered(row).map(({ each, key }) => (
                <td key={key} className={styles.cell}>
                  <Parts tokens={each.tokens} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const languages: Record<string, string> = {
  powershell: 'PowerShell',
  http: 'Microsoft Graph',
  json: 'JSON',
  dns: 'DNS',
  text: 'Text',
};
const languageOf = ({ lang }: Tokens.Code) => languages[lang ?? ''] ?? lang ?? 'Code';

/** Leads to an article within the application, or to a page of the web in a tab of its own; nothing else is a link. */
function ArticleLink({ token: { href, tokens: parts } }: { token: Tokens.Link }) {
  const [, article] = /^article:([a-z0-9-]+)$/.exec(href) ?? [];
  if (article !== undefined) {
    return (
      <TextLink to={helpAddress({ article })} inline>
        <Parts tokens={parts} />
      </TextLink>
    );
  }
  if (!/^https?:\/\//i.test(href)) return <Parts tokens={parts} />;
  return (
    <Link href={href} target="_blank" rel="noopener noreferrer" inline>
      <Parts tokens={parts} />
      <VisuallyHidden as="span"> (opens in a new tab)</VisuallyHidden>
    </Link>
  );
}
