import { expect, test } from 'vitest';
import { fieldWords, sentenceCase } from './field-words.ts';

test.each([
  ['allowedToUseSSPR', 'Allowed to use SSPR'],
  ['excludeUsers', 'Exclude users'],
  ['isMfaAccepted', 'Is MFA accepted'],
  ['isHybridAzureADJoinedDeviceAccepted', 'Is hybrid Azure AD joined device accepted'],
  ['b2bCollaborationInbound', 'B2B collaboration inbound'],
  ['ipRanges', 'IP ranges'],
  ['blockMsolPowerShell', 'Block MSOL PowerShell'],
  ['fido2', 'FIDO2'],
  ['isFido2Enforced', 'Is FIDO2 enforced'],
  ['capPolicies', 'CAP policies'],
  ['oauth_tokens', 'OAuth tokens'],
  ['tlsVersion', 'TLS version'],
  ['azureADRegistration', 'Azure AD registration'],
  ['guestUserRoleId', 'Guest user role ID'],
  ['state', 'State'],
  ['x509Certificate', 'X509 certificate'],
  ['isUnmanagedSyncAppForTenantRestricted', 'Is unmanaged sync app for tenant restricted'],
  ['sharingDomainRestrictionMode', 'Sharing domain restriction mode'],
  ['oneDriveForBusiness', 'OneDrive for business'],
  ['macOS', 'macOS'],
  ['', ''],
])('the field %s reads %s', (name, expected) => expect(sentenceCase(fieldWords(name))).toBe(expected));
