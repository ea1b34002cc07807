import { makeStyles, Text, tokens } from '@fluentui/react-components';
import { isColor, ownColor } from '../../lib/color.ts';
import { LogoPicture } from './logo-picture.tsx';
import type { ShownLogo } from './report-look.ts';

const useStyles = makeStyles({
  // Paper is white in every theme.
  page: {
    backgroundColor: tokens.colorNeutralForegroundStaticInverted,
    color: tokens.colorNeutralBackgroundStatic,
    border: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    overflow: 'hidden',
    maxWidth: '480px',
    minWidth: 0,
    margin: 0,
  },
  band: { height: '12px', forcedColorAdjust: 'none' },
  content: { display: 'grid', gap: tokens.spacingVerticalS, padding: tokens.spacingHorizontalL, minWidth: 0 },
  title: { overflowWrap: 'anywhere', forcedColorAdjust: 'none' },
  caption: { padding: `0 ${tokens.spacingHorizontalL} ${tokens.spacingVerticalM}` },
});

type Props = { name: string; color: string; logo: ShownLogo | null };

/** How the title page of a report begins. */
export function TitleBlock({ name, color, logo }: Props) {
  const styles = useStyles();
  const shown = isColor(color) ? color : ownColor;
  return (
    <figure className={styles.page} aria-label="Preview of the title page">
      <div className={styles.band} style={{ backgroundColor: shown }} />
      <div className={styles.content}>
        {logo && <LogoPicture logo={logo} />}
        <Text size={500} weight="semibold" className={styles.title} style={{ color: shown }}>
          Microsoft 365 Security Audit
        </Text>
        <Text className={styles.title}>{name.trim() === '' ? 'No organization name' : `Prepared by ${name}`}</Text>
      </div>
    </figure>
  );
}
