export interface CookieRules {
  /** Appended as Domain where the API set none; undefined leaves cookies alone. */
  domain: string | undefined;
  laxToStrict: boolean;
}

/** Changes one Set-Cookie header as Static Web Apps is reported to do on the way from a linked backend. */
export function rewriteSetCookie(header: string, rules: CookieRules): string {
  let cookie = header;
  if (rules.laxToStrict) cookie = cookie.replace(/;\s*samesite=lax(?=\s*(?:;|$))/i, '; SameSite=Strict');
  if (rules.domain !== undefined && !/;\s*domain=/i.test(cookie)) cookie += `; Domain=${rules.domain}`;
  return cookie;
}
