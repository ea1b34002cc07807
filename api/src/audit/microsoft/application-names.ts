/** Applications of Microsoft that policies and checks speak of, by their ids (Microsoft Learn, "Apps included in Office 365"). */
const names: Readonly<Record<string, string>> = {
  '00000002-0000-0ff1-ce00-000000000000': 'Exchange Online',
  '00000003-0000-0ff1-ce00-000000000000': 'SharePoint Online',
  'cc15fd57-2c6c-4117-a88c-83b1d56b4bbe': 'Microsoft Teams',
  '797f4846-ba00-4fd7-ba43-dac1f8f63013': 'Windows Azure Service Management API',
  '499b84ac-1321-427f-aa17-267ca6975798': 'Azure DevOps',
  'd4ebce55-015a-49b5-a083-c84d1797ae8c': 'Microsoft Intune Enrollment',
  '00000004-0000-0ff1-ce00-000000000000': 'Skype for Business Online',
  '00000005-0000-0ff1-ce00-000000000000': 'Viva Engage',
  '00000006-0000-0ff1-ce00-000000000000': 'Microsoft Office 365 Portal',
  '00000007-0000-0ff1-ce00-000000000000': 'Microsoft Exchange Online Protection',
  '4765445b-32c6-49b0-83e6-1d93765276ca': 'OfficeHome',
  '905fcf26-4eb7-48a0-9ff0-8dcc7194b5ba': 'Sway',
};

/** What service principals of Microsoft are called where that is another name: the same in every tenant that has them. */
const principalNames = [
  'Office 365 Exchange Online',
  'Office 365 SharePoint Online',
  'M365 Admin Services',
  'Tenant Configuration Management',
];

const microsofts = new Set([...Object.values(names), ...principalNames].map((name) => name.toLowerCase()));

/** Whether Microsoft itself gave an application this name: then it says nothing of the tenant that has it. */
export const isMicrosoftApplication = (name: string): boolean => microsofts.has(name.toLowerCase());

/** @param id an application (client) id in lower case. @returns its name where it is one of these, else the id */
export const applicationName = (id: string): string => names[id] ?? id;
