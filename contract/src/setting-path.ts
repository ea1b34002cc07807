import { fieldWords, sentenceCase } from './field-words.ts';

/** What Microsoft's admin center calls the methods of the authentication methods policy, by their ids. */
const methodNames: Readonly<Record<string, string>> = {
  Fido2: 'Passkey (FIDO2)',
  MicrosoftAuthenticator: 'Microsoft Authenticator',
  Sms: 'SMS',
  Voice: 'Voice call',
  Email: 'Email OTP',
  TemporaryAccessPass: 'Temporary Access Pass',
  SoftwareOath: 'Software OATH tokens',
  HardwareOath: 'Hardware OATH tokens',
  X509Certificate: 'Certificate-based authentication',
  QRCodePin: 'QR code',
};

/** A property's name (`excludeUsers`) as words ('Exclude users'); the name of an object stays as it is. */
function words(name: string): string {
  if (name === '@odata.type') return 'Kind';
  const method = Object.hasOwn(methodNames, name) ? methodNames[name] : undefined;
  if (method !== undefined) return method;
  return /^[a-z][A-Za-z0-9]*$/.test(name) ? sentenceCase(fieldWords(name)) : name;
}

/** Where a setting stands within its object: 'Conditions › Users › Exclude users'. */
export function settingPath(path: readonly string[]): string {
  return path.map(words).join(' › ');
}
