import { Button, Text } from '@fluentui/react-components';
import type { Profile } from '@tenantry/contract/profile';
import { useOpened } from '../../lib/use-opened.ts';
import { onDemand } from '../../ui/on-demand.tsx';
import { SectionCard } from '../../ui/section-card.tsx';

const ChangePasswordDialog = onDemand(async () => (await import('./change-password-dialog.tsx')).ChangePasswordDialog);

/** The user's own password; of an account of Microsoft, where it is kept. */
export function PasswordSection({ profile }: { profile: Profile }) {
  const { opened, open, close } = useOpened<never>();
  if (profile.signsInWith === 'microsoft') {
    return (
      <SectionCard title="Password">
        <Text>You sign in with Microsoft. Your password and your second factor are kept there.</Text>
      </SectionCard>
    );
  }
  return (
    <SectionCard
      title="Password"
      subtitle="Changing it signs you out everywhere else."
      actions={<Button onClick={() => open(null)}>Change password</Button>}
    >
      {opened === null && <ChangePasswordDialog onClose={close} />}
    </SectionCard>
  );
}
