/**
 * Names of the products that most organizations have, by skuPartNumber (Microsoft Entra, "Product names and service plan
 * identifiers for licensing"). A product that is not here is shown by its skuPartNumber.
 */
const names: Readonly<Record<string, string>> = {
  AAD_PREMIUM: 'Microsoft Entra ID P1',
  AAD_PREMIUM_P2: 'Microsoft Entra ID P2',
  ATP_ENTERPRISE: 'Microsoft Defender for Office 365 (Plan 1)',
  DESKLESSPACK: 'Office 365 F3',
  EMS: 'Enterprise Mobility + Security E3',
  EMSPREMIUM: 'Enterprise Mobility + Security E5',
  ENTERPRISEPACK: 'Office 365 E3',
  ENTERPRISEPREMIUM: 'Office 365 E5',
  EXCHANGEENTERPRISE: 'Exchange Online (Plan 2)',
  EXCHANGESTANDARD: 'Exchange Online (Plan 1)',
  EXCHANGEDESKLESS: 'Exchange Online Kiosk',
  FLOW_FREE: 'Microsoft Power Automate Free',
  INTUNE_A: 'Microsoft Intune Plan 1',
  M365_F1: 'Microsoft 365 F1',
  O365_BUSINESS: 'Microsoft 365 Apps for business',
  O365_BUSINESS_ESSENTIALS: 'Microsoft 365 Business Basic',
  O365_BUSINESS_PREMIUM: 'Microsoft 365 Business Standard',
  OFFICESUBSCRIPTION: 'Microsoft 365 Apps for enterprise',
  POWER_BI_STANDARD: 'Power BI (free)',
  SPB: 'Microsoft 365 Business Premium',
  SPE_E3: 'Microsoft 365 E3',
  SPE_E5: 'Microsoft 365 E5',
  SPE_F1: 'Microsoft 365 F3',
  STANDARDPACK: 'Office 365 E1',
  TEAMS_EXPLORATORY: 'Microsoft Teams Exploratory',
  THREAT_INTELLIGENCE: 'Microsoft Defender for Office 365 (Plan 2)',
};

export const licenseName = (skuPartNumber: string): string =>
  Object.hasOwn(names, skuPartNumber) ? (names[skuPartNumber] ?? skuPartNumber) : skuPartNumber;
