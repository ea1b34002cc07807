/** Properties of Graph's objects, and of OAuth's answers, whose value is or may be a secret. */
const secretNames =
  /^(.*secret(text)?|password|.*password(profile|hash)?|passcode|.*token|.*privatekey|.*apikey|api_key|key|certificate|customkeyidentifier|proofs?|recoverykey|temporaryaccesspass|otp.*seed|seed|connectionstring|sharedkey|presharedkey)$/i;
/** Of these the name alone says too much: they are counts, dates and switches. */
const harmless = /^(.*policies|.*lifetime.*|.*datetime|isenabled|.*count)$/i;

const jsonWebToken = /eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]*/g;
const redacted = '[REDACTED]';
const maxDepth = 40;

function isSecret(name: string, value: unknown): boolean {
  if (harmless.test(name) || !secretNames.test(name)) return false;
  return (
    typeof value === 'string' ||
    typeof value === 'number' ||
    (typeof value === 'object' && value !== null && !Array.isArray(value))
  );
}

/** The answer without secrets: what is named like one, and what looks like a token wherever it stands. */
export function withoutSecrets(value: unknown, depth = 0): unknown {
  if (depth > maxDepth) return redacted;
  if (typeof value === 'string') return value.replace(jsonWebToken, redacted);
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      isSecret(name, inner) ? redacted : withoutSecrets(inner, depth + 1),
    ]),
  );
}
