import { Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import { SignOutRegular } from '@fluentui/react-icons/svg/sign-out';
import { type ClientSummary, getClientLogo } from '@tenantry/contract/client-summary';
import { useState } from 'react';
import { signOut, useSignedIn } from '../../lib/session.ts';
import { Hint } from '../../ui/muted.tsx';
import { useRoom } from './room-context.ts';
import { RoomNav } from './room-nav.tsx';

const useStyles = makeStyles({
  root: {
    backgroundColor: tokens.colorNeutralBackground1,
    borderBottom: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
  },
  inner: {
    boxSizing: 'border-box',
    maxWidth: '1120px',
    marginInline: 'auto',
    display: 'grid',
    gap: tokens.spacingVerticalS,
    padding: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalXXL} ${tokens.spacingVerticalXS}`,
    '@media (max-width: 639px)': { paddingInline: tokens.spacingHorizontalL },
  },
  top: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: tokens.spacingHorizontalM,
  },
  brand: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalM, minWidth: 0 },
  // Logos are made for white paper.
  logo: {
    display: 'block',
    maxWidth: '180px',
    height: '36px',
    objectFit: 'contain',
    padding: tokens.spacingHorizontalXS,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralForegroundStaticInverted,
  },
  names: { display: 'grid', minWidth: 0, overflowWrap: 'anywhere' },
  who: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS, overflowWrap: 'anywhere' },
});

/** Whose room it is, by whom, who is in it, and its pages. */
export function RoomHeader({ summary }: { summary: ClientSummary | undefined }) {
  const styles = useStyles();
  const { isPreview } = useRoom();
  return (
    <header className={styles.root}>
      <div className={styles.inner}>
        <div className={styles.top}>
          <div className={styles.brand}>
            {summary?.hasLogo && <Logo provider={summary.provider} />}
            <div className={styles.names}>
              <Text size={400} weight="semibold">
                {summary?.provider ?? 'Client room'}
              </Text>
              <Hint>{summary === undefined ? '\u00a0' : `for ${summary.clientName}`}</Hint>
            </div>
          </div>
          {!isPreview && <Who />}
        </div>
        <RoomNav />
      </div>
    </header>
  );
}

function Logo({ provider }: { provider: string | null }) {
  const styles = useStyles();
  const [isBroken, setBroken] = useState(false);
  if (isBroken) return null;
  return (
    <img
      src={getClientLogo.path}
      // Its name stands beside it.
      alt={provider === null ? 'Logo' : ''}
      className={styles.logo}
      onError={() => setBroken(true)}
    />
  );
}

function Who() {
  const styles = useStyles();
  const { user } = useSignedIn();
  return (
    <div className={styles.who}>
      <Text>{user.name}</Text>
      <Button appearance="subtle" icon={<SignOutRegular />} onClick={() => void signOut()}>
        Sign out
      </Button>
    </div>
  );
}
