import { makeStyles, tokens } from '@fluentui/react-components';

/** A cell is large enough to be touched. */
export const gridSizes = { rowPx: 52, columnPx: 44, rowHeadPx: 300, columnHeadPx: 184 } as const;

/** What rows and the head of columns share. */
export const useGridStyles = makeStyles({
  rowHead: {
    position: 'sticky',
    left: 0,
    zIndex: 1,
    width: `${gridSizes.rowHeadPx}px`,
    boxSizing: 'border-box',
    display: 'flex',
    paddingLeft: tokens.spacingHorizontalM,
    paddingRight: tokens.spacingHorizontalM,
    paddingBottom: tokens.spacingVerticalXS,
    backgroundColor: tokens.colorNeutralBackground2,
    borderRight: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
  },
  focusable: {
    ':focus-visible': {
      outline: `${tokens.strokeWidthThick} solid ${tokens.colorStrokeFocus2}`,
      outlineOffset: `calc(-1 * ${tokens.strokeWidthThick})`,
    },
    ':hover': { backgroundColor: tokens.colorNeutralBackground2Hover },
  },
});
