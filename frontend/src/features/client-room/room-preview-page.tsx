import { makeStyles, Text, tokens } from '@fluentui/react-components';
import { EyeRegular } from '@fluentui/react-icons/svg/eye';
import { useMemo } from 'react';
import { paths } from '../../lib/paths.ts';
import { useSelectedTenant } from '../../lib/session.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { RoomPages } from './room-pages.tsx';

const useStyles = makeStyles({
  root: {
    position: 'sticky',
    top: 0,
    zIndex: 10,
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: tokens.spacingHorizontalM,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalXXL}`,
    backgroundColor: tokens.colorNeutralBackgroundInverted,
    color: tokens.colorNeutralForegroundInverted,
    '@media (max-width: 639px)': { paddingInline: tokens.spacingHorizontalL },
  },
  words: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS },
});

/** The client room of the selected tenant as its contacts see it. Nothing can be answered or asked in it. */
export function RoomPreviewPage() {
  const { id: tenantId, displayName } = useSelectedTenant();
  const room = useMemo(() => ({ tenantId, base: paths.clientPreview, isPreview: true }), [tenantId]);
  return <RoomPages room={room} banner={<PreviewBanner name={displayName} />} />;
}

function PreviewBanner({ name }: { name: string }) {
  const styles = useStyles();
  return (
    <section className={styles.root} aria-label="Preview">
      <span className={styles.words}>
        <EyeRegular fontSize={20} aria-hidden />
        <Text weight="semibold">Preview: the room as contacts of {name} see it. Nothing can be answered here.</Text>
      </span>
      <LinkButton to={paths.clientRoom} size="small">
        Back to Client Portal
      </LinkButton>
    </section>
  );
}
