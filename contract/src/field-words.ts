/** How the trade writes what a field's name holds in one case: `mfa` is MFA, not mfa. */
const spellings = [
  'AAD AD API B2B B2C CA CAE CAP CSV DKIM DLP DMARC DNS FIDO FIDO2 FQDN GDAP HTTP HTTPS ID IMAP IP IPv4 IPv6 JIT LDAP M365',
  'MAM MDM MFA MSOL MTA MX NTLM OAuth OATH OTP OWA PIM PIN POP QR RBAC SAML SAS SKU SMS SMTP SPF SPN SSO SSPR STS TAP TLS',
  'TOTP UPN URI URL UTC VPN WHfB X509 Azure Entra Exchange Intune iOS Kerberos Linux macOS Microsoft Outlook Windows Yammer',
]
  .join(' ')
  .split(' ');
const spellingOf = new Map(spellings.map((word) => [word.toLowerCase(), word]));
/** Names of more than one word, as they come out in pieces. */
const names: readonly (readonly [RegExp, string])[] = [
  [/\bpower shell\b/gi, 'PowerShell'],
  [/\bshare point\b/gi, 'SharePoint'],
  [/\bone drive\b/gi, 'OneDrive'],
  [/\bpass key/gi, 'passkey'],
  [/\bmac OS\b/gi, 'macOS'],
  [/\bi OS\b/g, 'iOS'],
];

/** A word of a name with its digits; letters that are all capital stay together: `allowedToUseSSPR`, `azureADJoined`. */
const word = /[A-Z]+\d*(?![a-z])|[A-Z]?[a-z]+\d*(?:[A-Z](?![a-zA-Z]))?|\d+[a-z]*/g;

/** A field's name as words: `isMfaAccepted` becomes 'is MFA accepted', `allowedToUseSSPR` 'allowed to use SSPR'. */
export function fieldWords(name: string): string {
  const words = (name.match(/b2[bc]|[^\W_]+?(?=b2[bc])|[^\W_]+/gi) ?? [])
    .flatMap((part) => (/^b2[bc]$/i.test(part) ? [part] : (part.match(word) ?? [part])))
    .map((part) => spellingOf.get(part.toLowerCase()) ?? (/^[A-Z]{2,}\d*$/.test(part) ? part : part.toLowerCase()));
  return names.reduce((text, [pieces, whole]) => text.replace(pieces, whole), words.join(' '));
}

/** The first letter as a capital, unless the word is written with a small one and a capital later: iOS, macOS. */
export function sentenceCase(text: string): string {
  return /^[a-z]+[A-Z]/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);
}
