import { Badge, makeStyles, Text, Tooltip, tokens } from '@fluentui/react-components';
import { CheckmarkCircleFilled } from '@fluentui/react-icons/svg/checkmark-circle';
import { ErrorCircleFilled } from '@fluentui/react-icons/svg/error-circle';
import { QuestionCircleFilled } from '@fluentui/react-icons/svg/question-circle';
import { SubtractCircleFilled } from '@fluentui/react-icons/svg/subtract-circle';
import { WarningFilled } from '@fluentui/react-icons/svg/warning';
import { type UserStatus, userStatus } from '@tenantry/contract/user-status';
import type { DirectoryUser } from '@tenantry/contract/users';
import { roleLabels } from '../../blocks/role-labels.ts';
import { type BadgeStyle, StatusBadge } from '../../ui/status-badge.tsx';

const useStyles = makeStyles({
  // What only a tooltip tells has to be reached by the keyboard, too.
  told: { display: 'inline-flex', borderRadius: tokens.borderRadiusMedium },
});

const styleOf: Record<UserStatus, BadgeStyle> = {
  Secure: { color: 'success', icon: <CheckmarkCircleFilled /> },
  Active: { color: 'success', icon: <CheckmarkCircleFilled /> },
  Review: { color: 'warning', icon: <WarningFilled /> },
  'At Risk': { color: 'danger', icon: <ErrorCircleFilled /> },
  'No Auth': { color: 'warning', icon: <WarningFilled /> },
  'Not known': { color: 'informative', icon: <QuestionCircleFilled /> },
  Disabled: { color: 'subtle', icon: <SubtractCircleFilled /> },
};

/** What a status says, in a sentence. */
function reasonOf(status: UserStatus, user: DirectoryUser): string {
  switch (status) {
    case 'Secure':
      return 'MFA is enforced and a license is assigned.';
    case 'At Risk':
      return 'MFA is not enforced and no license is assigned.';
    case 'Review':
      return user.isMfaEnforced ? 'MFA is enforced, but no license is assigned.' : 'MFA is not enforced.';
    case 'Not known':
      return user.mfaUnknownBecause ?? user.licenseUnknownBecause ?? 'MFA enforcement is not known.';
    case 'Active':
      return 'Signs in with a password.';
    case 'No Auth':
      return 'Has no password and cannot sign in.';
    case 'Disabled':
      return 'Cannot sign in until an administrator enables the account.';
  }
}

/** How a user stands, with the reason in a tooltip. */
export function UserStatusBadge({ user }: { user: DirectoryUser }) {
  const styles = useStyles();
  const status = userStatus(user);
  return (
    <Tooltip content={reasonOf(status, user)} relationship="description">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the tooltip has to be reached by the keyboard */}
      <span className={styles.told} tabIndex={0}>
        <StatusBadge label={status} {...styleOf[status]} />
      </span>
    </Tooltip>
  );
}

const roleSourceTexts: Record<NonNullable<DirectoryUser['roleSource']>, string> = {
  manual: 'Manually assigned',
  mapped: 'Mapped from M365 directory roles',
  default: 'Default role: no role mapping matches',
};

/** The role, with where it comes from in a tooltip. */
export function RoleBadge({ user }: { user: DirectoryUser }) {
  return user.isClient ? <ClientBadge /> : <OwnRoleBadge user={user} />;
}

/** Their role opens nothing but the room of their tenant. */
function ClientBadge() {
  return (
    <Badge appearance="outline" color="informative" shape="rounded">
      Client
    </Badge>
  );
}

function OwnRoleBadge({ user: { role, roleSource, roleUnknownBecause, signsInHere } }: { user: DirectoryUser }) {
  const styles = useStyles();
  const told = roleSource === null ? (roleUnknownBecause ?? 'Not known') : roleSourceTexts[roleSource];
  const isMapped = signsInHere || roleSource === 'mapped';
  const content = signsInHere ? told : `${isMapped ? `${told}. ` : ''}This account does not sign in to Tenantry.`;
  return (
    <Tooltip content={content} relationship="description">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the tooltip has to be reached by the keyboard */}
      <span className={styles.told} tabIndex={0}>
        {!isMapped ? (
          <Text>No access</Text>
        ) : role === null ? (
          <Text>Not known</Text>
        ) : (
          <Badge
            appearance={signsInHere ? 'tint' : 'outline'}
            color={role === 'admin' && signsInHere ? 'brand' : 'informative'}
            shape="rounded"
          >
            {roleLabels[role]}
          </Badge>
        )}
      </span>
    </Tooltip>
  );
}
