import { AppError } from '../../http/app-error.ts';

const origin = 'https://graph.microsoft.com';
const version = /^\/(v1\.0|beta)\//;
/** A name that is encoded more often than this is no name. */
const maxDecodings = 4;

function refuse(message: string): AppError {
  return new AppError('INVALID_INPUT', message, { fields: [{ path: 'endpoint', message }] });
}

/** What the text says once nothing in it is encoded any more. */
function decodedWholly(text: string): string {
  let current = text;
  for (let round = 0; round < maxDecodings; round += 1) {
    let next: string;
    try {
      // A service might take wide dots and slashes, and those that stand for several, for plain ones.
      next = decodeURIComponent(current).normalize('NFKC');
    } catch {
      throw refuse('The endpoint is not well encoded');
    }
    if (next === current) return current;
    current = next;
  }
  throw refuse('The endpoint is encoded too often');
}

/**
 * A path of Microsoft Graph as an administrator typed it, checked: relative, of version 1.0 or beta, without host, scheme,
 * fragment or `..` in any encoding. What it gives is sent to Graph with the tenant's token, so nothing else may pass.
 * @throws AppError INVALID_INPUT at the field `endpoint`
 */
export function explorerPath(endpoint: string): string {
  const typed = endpoint.trim();
  if (!version.test(typed)) throw refuse('Start the endpoint with /v1.0/ or /beta/');
  const [path = '', ...query] = typed.split('?');
  const bare = decodedWholly(path);
  // Backslashes, tabs and line breaks are slashes or nothing to a URL parser.
  if (/[\\#\p{Cc}]/u.test(bare) || typed.includes('#') || /[\\\p{Cc}]/u.test(typed)) {
    throw refuse('The endpoint holds characters that no path has');
  }
  const segments = bare.split('/').slice(1);
  // A part may carry parameters after a semicolon, which some services drop.
  if (segments.some((segment) => /^\.*$/.test(segment.split(';', 1)[0]?.trim() ?? ''))) {
    throw refuse('The endpoint must not hold . or .. or empty parts');
  }
  if (segments.some((segment) => segment.toLowerCase() === '$batch')) throw refuse('Ask for one path at a time');
  const url = new URL(`${path}${query.length > 0 ? `?${query.join('?')}` : ''}`, origin);
  const stays = url.origin === origin && version.test(url.pathname) && url.username === '' && url.hash === '';
  if (!stays) throw refuse('The endpoint must stay within Microsoft Graph');
  return `${url.pathname}${url.search}`;
}

/** Whether only an account can ask for it: an application has no `me`. */
export function needsAccount(path: string): boolean {
  return /^\/(v1\.0|beta)\/(me|directory\/onPremisesSynchronization)(\/|\?|$)/i.test(path);
}
