import { useQuery } from '@tanstack/react-query';
import type { Profile } from '@tenantry/contract/profile';
import { roleLabels } from '../../blocks/role-labels.ts';
import { countOf, formatDate } from '../../lib/format.ts';
import { useSignedIn } from '../../lib/session.ts';
import { FactGrid } from '../../ui/fact-grid.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { PageShell } from '../../ui/page-shell.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { AuthenticatorSection } from './authenticator-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { PreferencesSection } from './preferences-section.tsx';
import { profileQuery } from './profile-queries.ts';
import { SessionsSection } from './sessions-section.tsx';

const TokensSection = onDemand(
  async () => (await import('../../blocks/tokens-section.tsx')).TokensSection,
  <SkeletonRows rows={2} size={32} label="Loading tokens" />,
);

/** What users see and choose of themselves. */
export function ProfilePage() {
  const query = useQuery(profileQuery());
  // Draws the page anew when another time zone was chosen.
  useSignedIn();
  return (
    <PageShell title="Profile" subtitle="Your account, how you sign in, and how pages look to you" narrow>
      <QueryState query={query} loadingLabel="Loading your profile" errorTitle="Your profile could not be loaded">
        {(profile) => <Sections profile={profile} />}
      </QueryState>
    </PageShell>
  );
}

function Sections({ profile }: { profile: Profile }) {
  return (
    <>
      <Account profile={profile} />
      <PreferencesSection profile={profile} />
      <PasswordSection profile={profile} />
      <AuthenticatorSection profile={profile} />
      <SessionsSection />
      <TokensSection kind="personal" />
    </>
  );
}

function tenantsOf({ organizations }: Profile): string {
  if (organizations === null) return 'All tenants';
  return organizations === 0 ? 'None yet' : countOf(organizations, 'tenant');
}

function Account({ profile }: { profile: Profile }) {
  const { displayName, username, email, role, signsInWith, createdAt } = profile;
  return (
    <SectionCard title="Account" subtitle="Name, role and tenants are changed by an administrator.">
      <FactGrid
        columnPx={200}
        facts={[
          ['Display name', displayName],
          ['Username', username],
          ['Email', email ?? '—'],
          ['Role', roleLabels[role]],
          ['Tenants', tenantsOf(profile)],
          ['Signs in with', signsInWith === 'password' ? 'Password' : 'Microsoft'],
          ['Member since', formatDate(createdAt)],
        ]}
      />
    </SectionCard>
  );
}
