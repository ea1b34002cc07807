import { redacted, textWithoutSecrets } from '../../domain/redaction/secret-text.ts';

/** OData's own parameters, whose names tell what was asked for; any other may be a secret itself. */
const odata = /^\$(select|filter|expand|top|skip|skiptoken|deltatoken|orderby|count|search|format|apply|compute)$/i;

/** Where a query begins, also one whose marks were encoded, once or more often: a server may read it as one. */
const queryMark = /[?&]|%(?:25)*(?:3f|26)/i;

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch (error) {
    if (error instanceof URIError) return name;
    throw error;
  }
}

/**
 * A path of Graph for the trail, which is never deleted: which parameters were given, but nothing of what was typed into them.
 * @param path as it is sent: a path and its query
 */
export function trailPath(path: string): string {
  const mark = path.search(queryMark);
  const bare = textWithoutSecrets(mark < 0 ? path : path.slice(0, mark));
  if (mark < 0) return bare;
  const names = path
    .slice(mark)
    .replace(queryMark, '')
    .split(/&|%(?:25)*26/)
    .map((part) => decoded(part.split('=', 1)[0] ?? ''))
    .map((name) => (odata.test(name) ? `${name}=${redacted}` : redacted));
  return `${bare}?${names.join('&')}`;
}
