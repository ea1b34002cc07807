import { tokens } from '@fluentui/react-components';

/** For `makeStyles`: the link past what every page repeats, seen only while it has the focus. */
export const skipLinkStyle = {
  position: 'fixed',
  insetInlineStart: tokens.spacingHorizontalM,
  top: '-100px',
  zIndex: 1000,
  padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
  borderRadius: tokens.borderRadiusMedium,
  backgroundColor: tokens.colorBrandBackground,
  color: tokens.colorNeutralForegroundOnBrand,
  ':focus': { top: tokens.spacingVerticalM },
} as const;
