import { Button, makeStyles, Tooltip, tokens } from '@fluentui/react-components';
import { PlugConnectedCheckmarkRegular } from '@fluentui/react-icons/svg/plug-connected-checkmark';
import { SettingsRegular } from '@fluentui/react-icons/svg/settings';
import type { Credential } from '@tenantry/contract/connections';
import { reconnectPath } from '../../blocks/reconnect-path.ts';
import { RetryScan } from '../../blocks/retry-scan.tsx';
import { useSubmit } from '../../lib/use-submit.ts';
import { ServerLinkButton } from '../../ui/server-link-button.tsx';

const useStyles = makeStyles({
  // The third button, which is rare, has a line of its own, so that the table need not be wide enough for it.
  root: { display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: tokens.spacingHorizontalXS },
});

/** What another sign-in of the tenant's administrator repairs. */
const isRepairedByReconnecting = ({ status, isMock }: Credential) =>
  !isMock && ['corrupted', 'reconnect'].includes(status);

type Props = {
  credential: Credential;
  onTest: (credential: Credential) => Promise<void>;
  onEdit: (credential: Credential) => void;
};

/** What can be done with the connection of one tenant. */
export function CredentialActions({ credential, onTest, onEdit }: Props) {
  const styles = useStyles();
  const { submit, pending } = useSubmit(() => onTest(credential));
  const { tenantName, tenantId, userEmail } = credential;
  return (
    <div className={styles.root}>
      {isRepairedByReconnecting(credential) && (
        <ServerLinkButton href={reconnectPath(tenantId, userEmail)} size="small" aria-label={`Reconnect ${tenantName}`}>
          Reconnect
        </ServerLinkButton>
      )}
      {credential.trouble && <RetryScan tenantId={tenantId} name={tenantName} />}
      <Button
        size="small"
        icon={<PlugConnectedCheckmarkRegular />}
        onClick={() => void submit()}
        disabledFocusable={pending}
        aria-label={`Test Connection of ${tenantName}`}
      >
        {pending ? 'Testing…' : 'Test Connection'}
      </Button>
      <Tooltip content={`Credentials of ${tenantName}`} relationship="label">
        <Button size="small" appearance="subtle" icon={<SettingsRegular />} onClick={() => onEdit(credential)} />
      </Tooltip>
    </div>
  );
}
