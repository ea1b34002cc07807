import { expect, test } from 'vitest';
import { settingPath } from './setting-path.ts';

test('the way to a setting is told in words, and identifiers stay as they are', () => {
  expect(settingPath(['conditions', 'users', 'excludeUsers'])).toBe('Conditions › Users › Exclude users');
  expect(settingPath(['authenticationMethodConfigurations', 'Sms', 'state'])).toBe(
    'Authentication method configurations › SMS › State',
  );
  expect(settingPath(['allowedToUseSSPR'])).toBe('Allowed to use SSPR');
  expect(settingPath(['inboundTrust', 'isMfaAccepted'])).toBe('Inbound trust › Is MFA accepted');
  expect(settingPath(['values', 'EnableMSStandardBlockedWords', 'value'])).toBe(
    'Values › EnableMSStandardBlockedWords › Value',
  );
  expect(settingPath(['localAdmins', '@odata.type'])).toBe('Local admins › Kind');
  expect(settingPath([])).toBe('');
});
