/** `sharedAccessKey`, `Client Secret` and `x-functions-key` in their words, in lower case. */
function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+|(?<=[a-z])(?=\d)/)
    .filter((word) => word !== '');
}

/** What may stand behind the word that matters: the secret in some form. */
const forms = /^(values?|text|hash(ed)?|base|b|hex|bytes|raw|plain|plaintext|encrypted|cipher|ciphertext|data|\d+)$/;

/** The last word of a name that says of its value that it is a secret, or may be one. */
const secretWords =
  /^(secrets?|passwords?|passwd|pwd|passphrases?|passcodes?|pass|psk|bearer|tokens?|jwt|authorization|cookies?|assertions?|credentials?|keys?|certificates?|pfx|pem|sas|sig|pin|otp|totp|seeds?|proofs?)$/;

/** The same where the words are written together, or where it takes several. */
const secretEndings =
  /(secrets?|passwords?|passwd|passphrases?|passcodes?|tokens?|(api|account|access|secret|private|shared|encryption|decryption|signing|master|functions?|host|subscription|storage|recovery|primary|secondary|license|product)keys?|connectionstrings?|sharedaccesssignature|clientstate|(backup|recovery|verification|authorization|device|auth)codes?|customkeyidentifier|temporaryaccesspass)$/;

/** Keys and tokens that open nothing: names of things, and places in a list. */
const harmlessBefore: Readonly<Record<string, RegExp>> = {
  key: /^(public|partition|row|sort|foreign|cache|idempotency|group|registry|object|lookup|localization|translation|resource|natural|composite)$/,
  token: /^(skip|delta|next|page|continuation|sync)$/,
};

/**
 * Whether the name of a property, parameter or setting says that its value is a secret. The last word decides: `passwordPolicies`,
 * `secretExpiresAt`, `tokenType` and `keyId` tell about a secret and are none.
 */
export function isSecretName(name: string): boolean {
  const words = wordsOf(name);
  while (words.length > 1 && forms.test(words.at(-1) ?? '')) words.pop();
  const last = words.at(-1) ?? '';
  const singular = last.replace(/s$/, '');
  const before = words.at(-2) ?? '';
  if (Object.hasOwn(harmlessBefore, singular) && harmlessBefore[singular]?.test(before)) return false;
  const compact = words.join('');
  const isTogether = Object.entries(harmlessBefore).some(([kind, harmless]) => {
    const head = compact.replace(new RegExp(`${kind}s?$`), '');
    return head !== compact && harmless.test(head);
  });
  return !isTogether && (secretWords.test(last) || secretEndings.test(compact));
}
