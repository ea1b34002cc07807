import { scoreControlsOf } from './score-control.ts';

/** Secure Score controls of Entra ID. Control ids are Microsoft's; titles and remediation are our wording. */
export const identityScoreControls = scoreControlsOf(`
AdminMFAV2 | Require MFA for administrative roles | Identity | AzureAD | 10 | Low | Low
  Require MFA for every directory role by Conditional Access.
MFARegistrationV2 | Make sure every user can complete MFA | Identity | AzureAD | 9 | High | High
  Have every user register an MFA method.
BlockLegacyAuthentication | Block legacy authentication | Identity | AzureAD | 8 | Moderate | Moderate
  Block legacy protocols by Conditional Access.
SigninRiskPolicy | Act on risky sign-ins | Identity | AzureAD | 7 | Moderate | Moderate
  Challenge or block sign-ins with medium or high risk.
UserRiskPolicy | Act on risky users | Identity | AzureAD | 7 | Moderate | Moderate
  Require a new password where the user risk is high.
RoleOverlap | Use least privileged administrative roles | Identity | AzureAD | 1 | Low | Low
  Replace Global Administrator by narrower roles.
OneAdmin | Have more than one Global Administrator | Identity | AzureAD | 1 | Low | Low
  Name a second Global Administrator.
SelfServicePasswordReset | Enable self-service password reset | Identity | AzureAD | 1 | Moderate | Moderate
  Let every user reset his own password.
PWAgePolicyNew | Do not let passwords expire | Identity | AzureAD | 8 | Moderate | Low
  Set passwords to never expire.
IntegratedApps | Do not let users consent to unmanaged applications | Identity | AzureAD | 4 | Moderate | Low
  Turn off user consent.
aad_admin_consent_workflow | Offer an admin consent workflow | Identity | AzureAD | 4 | Low | Low
  Turn on the admin consent workflow.
aad_sign_in_freq_session_timeout | Limit sessions of administrators | Identity | AzureAD | 7 | Low | Low
  Set sign-in frequency for administrators.
aad_phishing_MFA_strength | Phishing-resistant MFA for administrators | Identity | AzureAD | 7 | Moderate | Moderate
  Require the phishing-resistant strength for administrators.
aad_custom_banned_passwords | Use a custom banned password list | Identity | AzureAD | 5 | Low | Low
  Fill the banned password list.
aad_limited_administrative_roles | Have two to four Global Administrators | Identity | AzureAD | 1 | Low | Low
  Keep two to four Global Administrators.
`);
