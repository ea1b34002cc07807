import { Button, Text } from '@fluentui/react-components';
import { useQueryClient } from '@tanstack/react-query';
import { beginAuthenticator } from '@tenantry/contract/own-account';
import type { Profile } from '@tenantry/contract/profile';
import { call } from '../../lib/api-client.ts';
import { countOf, formatDateTime } from '../../lib/format.ts';
import { useAction } from '../../lib/use-action.ts';
import { useOpened } from '../../lib/use-opened.ts';
import { Notice } from '../../ui/notice.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { profileQuery } from './profile-queries.ts';

const SetUpDialog = onDemand(async () => (await import('./set-up-dialog.tsx')).SetUpDialog);
const RecoveryCodesDialog = onDemand(async () => (await import('./recovery-codes-dialog.tsx')).RecoveryCodesDialog);
const TurnOffDialog = onDemand(async () => (await import('./turn-off-dialog.tsx')).TurnOffDialog);
const NewCodesDialog = onDemand(async () => (await import('./new-codes-dialog.tsx')).NewCodesDialog);

type Opened =
  | { dialog: 'set-up'; secret: string; uri: string }
  | { dialog: 'recovery-codes'; codes: readonly string[] }
  | { dialog: 'turn-off' }
  | { dialog: 'new-codes' };

/** Fewer than this are worth a word. */
const fewCodes = 4;

/** The authenticator app of a local account. Who signs in with Microsoft has theirs there. */
export function AuthenticatorSection({ profile }: { profile: Profile }) {
  const client = useQueryClient();
  const { opened, open, close, fallback } = useOpened<Opened>();
  const { submit: begin, pending } = useAction('Could not begin', async () => {
    open({ dialog: 'set-up', ...(await call(beginAuthenticator, { tenantId: null })) });
  });
  if (profile.signsInWith === 'microsoft') return null;
  const { authenticator } = profile;
  const reload = () => client.invalidateQueries({ queryKey: profileQuery().queryKey });
  const showCodes = (codes: readonly string[]) => {
    open({ dialog: 'recovery-codes', codes });
    void reload();
  };
  return (
    <SectionCard
      title="Authenticator app"
      subtitle="A code from your phone, beside your password, at every sign-in."
      actions={
        authenticator === null ? (
          <Button ref={fallback} appearance="primary" onClick={() => void begin()} disabledFocusable={pending}>
            Set up
          </Button>
        ) : (
          <>
            <Button ref={fallback} onClick={() => open({ dialog: 'new-codes' })}>
              New recovery codes
            </Button>
            <Button onClick={() => open({ dialog: 'turn-off' })}>Turn off</Button>
          </>
        )
      }
    >
      <State authenticator={authenticator} />

      {opened?.dialog === 'set-up' && <SetUpDialog {...opened} onConfirmed={showCodes} onClose={close} />}
      {opened?.dialog === 'new-codes' && <NewCodesDialog onRenewed={showCodes} onClose={close} />}
      {opened?.dialog === 'recovery-codes' && <RecoveryCodesDialog codes={opened.codes} onClose={close} />}
      {opened?.dialog === 'turn-off' && <TurnOffDialog onTurnedOff={reload} onClose={close} />}
    </SectionCard>
  );
}

function State({ authenticator }: Pick<Profile, 'authenticator'>) {
  if (authenticator === null) return <Text>Off. Your password alone signs you in.</Text>;
  const { since, recoveryCodesLeft } = authenticator;
  return (
    <>
      <Text>
        On since {formatDateTime(since)}. {countOf(recoveryCodesLeft, 'recovery code')} left.
      </Text>
      {recoveryCodesLeft < fewCodes && (
        <Notice intent="warning">Make new recovery codes: without one, a lost phone keeps you out.</Notice>
      )}
    </>
  );
}
