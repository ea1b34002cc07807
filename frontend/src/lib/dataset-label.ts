/** Names whose words do not follow from the identifier. */
const named: Record<string, string> = {
  dns: 'DNS records',
  dkimSigningConfig: 'Exchange DKIM signing configuration',
  onPremisesSynchronization: 'Directory synchronization settings',
  registration: 'MFA registration',
  roles: 'Directory roles',
  signInActivity: 'Sign-in activity',
  legacySignIns: 'Legacy sign-ins',
  sharepointSettings: 'SharePoint settings',
  subscribedSkus: 'Licenses',
};

/** A dataset's identifier (`conditionalAccessPolicies`) as words ('Conditional access policies'). */
export function datasetLabel(name: string): string {
  const words = name.replace(
    /([a-z0-9])([A-Z])/g,
    (_, before: string, after: string) => `${before} ${after.toLowerCase()}`,
  );
  return named[name] ?? words.charAt(0).toUpperCase() + words.slice(1);
}
