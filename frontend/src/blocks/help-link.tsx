import { paths } from '../lib/paths.ts';
import { TextLink } from '../ui/text-link.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';

type Props = {
  /** The help article that says how to mend it; null where there is none. */
  article: string | null;
  /** What is to be fixed, for screen readers: a list has many of these links. */
  of: string;
};

/** Leads to the article that says how to fix something. */
export function HelpLink({ article, of }: Props) {
  if (article === null) return null;
  return (
    <span>
      <TextLink to={`${paths.help}?article=${article}`}>
        How to fix this
        <VisuallyHidden as="span"> ({of})</VisuallyHidden>
      </TextLink>
    </span>
  );
}
