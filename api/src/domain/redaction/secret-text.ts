export const redacted = '[REDACTED]';

/** A name that stands before its value: `AccountKey=…`, `&sig=…`, `client_assertion=…`. */
const assigned =
  /(?<![A-Za-z0-9])((?:client[_-]?|shared[_-]?|account[_-]?|api[_-]?|access[_-]?|refresh[_-]?|id[_-]?|auth[_-]?|user[_-]?|x-ms-)?(?:secret|secret[_-]?key|access[_-]?key|sharedaccesskey|sharedsecret|account[_-]?key|api[_-]?key|private[_-]?key|key[_-]?secret|sharedaccesssignature|password|passwd|pwd|passphrase|passcode|token|assertion|connectionstring|tempauth)|x-functions-key|x-api-key|ocp-apim-subscription-key|x-amz-signature)(\s{0,4}=\s{0,4})(?:"[^"]{0,4096}"|'[^']{0,4096}'|[^;\r\n"']{0,512}(?=;)|[^;&#\s"']+)/gi;
/** Parameters whose names are too short to tell outside an address. */
const parameter = /([?&;](?:sig|signature|code|key|assertion|device_code|subscription-key)=)[^&#;\s"']+/gi;
const header =
  /((?:authorization|proxy-authorization|x-functions-key|x-api-key|api-key|ocp-apim-subscription-key|set-cookie|cookie)"?\s{0,4}:\s{0,4})[^\r\n]{1,4096}/gi;
/** In what people write down; a value of letters alone is more likely to be a word. */
const noted =
  /(?<![A-Za-z0-9])((?:password|passwd|pwd|passphrase|passcode|(?:client )?secret|(?:api|account|access|secret|shared access) ?key)\s{0,2}:\s{0,4})(?=[^\s\d!@#$%^&*=+]{0,64}[\d!@#$%^&*=+])[^\s;,"']{1,512}/gi;
/** With something in it that words have not, so that "Basic authentication" stays. */
const scheme = /\b(Bearer|Basic)(\s{1,4})(?=[A-Za-z._~+/-]*[0-9=_~+/])[A-Za-z0-9._~+/=-]{8,}/g;
const userInfo = /(?<=:\/\/)([^/\s:@]{1,256}:)[^@\s/]{1,512}(?=@)/g;

/** What is a secret by its own form: signed and encrypted JSON Web Tokens (RFC 7519), PEM private keys (RFC 7468), Azure's keys. */
const bySight = [
  /eyJ[A-Za-z0-9_-]{5,}(?:\.[A-Za-z0-9_-]*){2,4}/g,
  /-----BEGIN [A-Z ]{0,32}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,32}PRIVATE KEY-----|$)/g,
  // A storage account's key: 64 bytes in base64.
  /(?<![A-Za-z0-9+/=])[A-Za-z0-9+/]{86}==(?![A-Za-z0-9+/=])/g,
  // A token of this API (domain/tokens/token-format.ts).
  /tenantry_[A-Za-z0-9]{8,}/g,
  // A client secret of Entra ID.
  /(?<![A-Za-z0-9_~.-])[A-Za-z0-9_~.-]{3}\dQ~[A-Za-z0-9_~.-]{31,34}(?![A-Za-z0-9_~.-])/g,
];

/** The text without what is a secret by the name before it or by its own form. Takes time in proportion to its length. */
export function textWithoutSecrets(text: string): string {
  const seen = bySight.reduce((current, form) => current.replace(form, redacted), text);
  return seen
    .replace(header, `$1${redacted}`)
    .replace(assigned, `$1$2${redacted}`)
    .replace(noted, `$1${redacted}`)
    .replace(parameter, `$1${redacted}`)
    .replace(scheme, `$1$2${redacted}`)
    .replace(userInfo, `$1${redacted}`);
}
