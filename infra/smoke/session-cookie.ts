import { type Line, line } from './smoke-check.ts';

/** What is wrong with a session cookie as a browser at `origin` gets it; nothing where it is right. */
function faultsOf(cookie: string, origin: string): string[] {
  const [pair = '', ...attributes] = cookie.split(';').map((part) => part.trim());
  const attribute = (name: string) => {
    const found = attributes.find((one) => one.toLowerCase().split('=')[0] === name);
    return found === undefined ? undefined : (found.split('=')[1] ?? '').toLowerCase();
  };
  const domain = attribute('domain')?.replace(/^\./, '');
  const isHostCookie = pair.startsWith('__Host-');
  const faults: string[] = [];
  if (!isHostCookie && !pair.startsWith('__Secure-')) faults.push('its name has neither __Host- nor __Secure-');
  if (attribute('secure') === undefined) faults.push('Secure is missing');
  if (attribute('httponly') === undefined) faults.push('HttpOnly is missing');
  if (!['lax', 'strict'].includes(attribute('samesite') ?? '')) faults.push('SameSite is neither Lax nor Strict');
  if (attribute('path') !== '/') faults.push('Path is not /');
  if (domain !== undefined && isHostCookie) faults.push('Domain was added, and browsers refuse __Host- with one');
  if (domain !== undefined && domain !== new URL(origin).hostname) faults.push(`Domain is ${domain}, not this host`);
  return faults;
}

/** The one cookie that starts or clears a session, held against what keeps it from others. Its value is never shown. */
export function cookieLine(what: string, cookies: readonly string[], origin: string): Line {
  const expected = '__Host- or __Secure-, Secure, HttpOnly, SameSite Lax or Strict, Path=/, no other host as Domain';
  const sessions = cookies.filter((cookie) => /^[^=]*tenantry=/i.test(cookie));
  const [cookie, second] = sessions;
  if (cookie === undefined) return line(what, false, 'no session cookie', expected);
  if (second !== undefined) return line(what, false, `${sessions.length} session cookies`, 'one');
  const faults = faultsOf(cookie, origin);
  const shown = cookie.replace(/=[^;]*/, '=…');
  return line(what, faults.length === 0, faults.length === 0 ? shown : `${shown}: ${faults.join(', ')}`, expected);
}
