const localHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

export function isLocal(url: URL): boolean {
  return localHosts.has(url.hostname);
}

/** The address that answers are to go to; null where none may. */
export function parsedUrl(text: string): URL | null {
  const url = URL.parse(text);
  return url && (url.protocol === 'http:' || url.protocol === 'https:') && url.hash === '' ? url : null;
}

/** Entra compares literally, but ignores the port of http://localhost (learn.microsoft.com, "reply-url"). */
export function sameAddress(registered: string, sent: URL, sentText: string): boolean {
  if (registered === sentText) return true;
  const url = parsedUrl(registered);
  if (url?.hostname !== 'localhost' || sent.hostname !== 'localhost') return false;
  return (
    url.protocol === 'http:' &&
    sent.protocol === 'http:' &&
    url.pathname === sent.pathname &&
    url.search === sent.search
  );
}
