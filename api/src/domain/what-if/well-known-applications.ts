/**
 * Applications that policies name most, by what policies call them (Microsoft Learn, "Conditional Access: Target resources" and
 * "Verify first-party Microsoft applications in sign-in reports").
 */
export const wellKnownApplications: readonly { id: string; name: string }[] = [
  { id: 'All', name: 'All resources' },
  { id: 'Office365', name: 'Office 365' },
  { id: 'MicrosoftAdminPortals', name: 'Microsoft Admin Portals' },
  { id: '797f4846-ba00-4fd7-ba43-dac1f8f63013', name: 'Windows Azure Service Management API' },
  { id: '00000002-0000-0ff1-ce00-000000000000', name: 'Office 365 Exchange Online' },
  { id: '00000003-0000-0ff1-ce00-000000000000', name: 'Office 365 SharePoint Online' },
  { id: 'd4ebce55-015a-49b5-a083-c84d1797ae8c', name: 'Microsoft Intune Enrollment' },
];
