/** Properties of Graph's objects, and of OAuth's answers, whose value is or may be a secret. */
const secretNames =
  /^(.*secret(s|text|value)?|.*password(profile|hash|base64|value)?s?|passcode|.*tokens?|clientstate|backupcodes|.*privatekey|.*apikey|api_key|key|certificate|customkeyidentifier|proofs?|recoverykey|temporaryaccesspass|otp.*seed|seed|connectionstring|sharedkey|presharedkey)$/i;
/** Values of parameters that open what an address leads to: signed addresses of storage, downloads, codes. */
const signedParameter =
  /([?&](?:sig|signature|x-amz-signature|tempauth|access_token|client_secret|code|token)=)[^&#\s"']+/gi;
/** Of these the name alone says too much: they are counts, dates and switches. */
const harmless = /^(.*policies|.*lifetime.*|.*datetime|isenabled|.*count)$/i;

const jsonWebToken = /eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]*/g;
const redacted = '[REDACTED]';
const maxDepth = 40;

function isSecret(name: string, value: unknown): boolean {
  if (harmless.test(name) || !secretNames.test(name)) return false;
  // Lists of objects show when each secret ends; what is secret in them has a name of its own.
  if (Array.isArray(value)) return value.some((item) => typeof item === 'string' || typeof item === 'number');
  return typeof value === 'string' || typeof value === 'number' || (typeof value === 'object' && value !== null);
}

/** `{name: 'ClientSecret', value: …}`: the name of the value stands beside it. */
function namesSecretValue(object: object): boolean {
  return ['name', 'key', 'displayName'].some((label) => {
    const name: unknown = Reflect.get(object, label);
    return typeof name === 'string' && isSecret(name.replace(/\s+/g, ''), 'value');
  });
}

/** The answer without secrets: what is named like one, and what looks like a token wherever it stands. */
export function withoutSecrets(value: unknown, depth = 0): unknown {
  if (depth > maxDepth) return redacted;
  if (typeof value === 'string') return value.replace(jsonWebToken, redacted).replace(signedParameter, `$1${redacted}`);
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  const isPair = namesSecretValue(value);
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      isSecret(name, inner) || (isPair && name === 'value') ? redacted : withoutSecrets(inner, depth + 1),
    ]),
  );
}
