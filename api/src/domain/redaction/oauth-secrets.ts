import { withoutSecrets } from './redact-secrets.ts';
import { redacted, textWithoutSecrets } from './secret-text.ts';

/** What Microsoft's sign-in hands out once, or what proves who asked: never of use to a reader (RFC 6749, RFC 7636). */
const grantName =
  /^(?:.*[_-])?(?:code|state|nonce|verifier|challenge|sid|session|flow|hash|value)$|(?:Code|State|Nonce|Verifier|Challenge)$/i;
/** An error has a code, too: a number, or a word. */
const errorWord = /^(?:AADSTS)?\d{1,7}$|^[A-Za-z]+(?:[_ -][A-Za-z]+){0,6}$/;
const errorName = /error|status|suberror/i;
const namedGrant =
  /((?:^|[^A-Za-z0-9_])(?:code|state|nonce|session_state|code_verifier|code_challenge|device_code|user_code|(?:access|refresh|id)_token)["']?\s{0,2}[=:]\s{0,2}["']?)(?!(?:AADSTS)?\d{1,7}(?:\D|$))[^\s&;,"'<>)]{6,}/gi;
/** Long, of one piece, and with digits and letters in both cases, or as codes and tokens of Entra ID begin. */
const opaque =
  /(?<![A-Za-z0-9._~+/=-])(?=[A-Za-z0-9._~+/=-]*\d)(?=[A-Za-z0-9._~+/=-]*[A-Za-z])[A-Za-z0-9._~+/=-]{40,}/g;
const entraGrant =
  /(?<![A-Za-z0-9])(?:[01]\.A[A-Za-z0-9_-]{8,}|M\.C\d+_[A-Za-z0-9]{2,4}\.[A-Za-z0-9._!*$-]{8,})[A-Za-z0-9._!*$-]*/g;
const address = /^https?:\/\/[^?#]*$/i;

function text(value: string): string {
  const seen = textWithoutSecrets(value).replace(namedGrant, `$1${redacted}`).replace(entraGrant, redacted);
  return address.test(seen) ? seen : seen.replace(opaque, redacted);
}

function redact(name: string, value: unknown): unknown {
  if (typeof value === 'string') {
    const isGrant = grantName.test(name) && !(errorName.test(name) || errorWord.test(value));
    return isGrant && value !== '' ? redacted : text(value);
  }
  if (Array.isArray(value)) return value.map((item) => redact(name, item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([field, inner]) => [text(field), redact(field, inner)]));
}

/**
 * The details of a step of a sign-in without anything like a code or a token: what is named like a secret, what is named like
 * something that is handed out once (code, state, nonce, verifier), and long opaque values under whatever name.
 */
export const withoutOAuthSecrets = (raw: unknown): unknown => redact('', withoutSecrets(raw));

/** The same of a text, as an error's is. */
export const textWithoutOAuthSecrets = (value: string): string => text(value);
