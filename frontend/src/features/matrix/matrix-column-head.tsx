// biome-ignore-all lint/a11y/useSemanticElements: Rows and cells are placed by themselves, which takes a table's own roles away in browsers.
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { PlugDisconnectedFilled } from '@fluentui/react-icons/svg/plug-disconnected';
import { troubleLabels } from '@tenantry/contract/labels';
import type { Matrix, StatusCounts } from '@tenantry/contract/matrix';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { gridSizes, useGridStyles } from './matrix-grid-styles.ts';
import { countsText } from './matrix-texts.ts';

const useStyles = makeStyles({
  root: {
    position: 'absolute',
    top: 0,
    bottom: 0,
    width: `${gridSizes.columnPx}px`,
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'flex-end',
    gap: tokens.spacingVerticalXS,
    paddingBottom: tokens.spacingVerticalXS,
    boxSizing: 'border-box',
    cursor: 'pointer',
    backgroundColor: tokens.colorNeutralBackground2,
  },
  name: {
    writingMode: 'vertical-rl',
    transform: 'rotate(180deg)',
    minHeight: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  trouble: { color: tokens.colorStatusDangerForeground1, flexShrink: 0, lineHeight: 0 },
  failing: { fontWeight: tokens.fontWeightSemibold, fontVariantNumeric: 'tabular-nums' },
});

type Props = {
  tenant: Matrix['tenants'][number];
  counts: StatusCounts;
  index: number;
  start: number;
  isActive: boolean;
};

/** The head of a tenant's column: its name, how many rows fail, and whether anything new is known of it. */
export function MatrixColumnHead({ tenant, counts, index, start, isActive }: Props) {
  const styles = useStyles();
  const shared = useGridStyles();
  const { name, isSimulated, auditedAt, trouble } = tenant;
  const troubleText = trouble === null ? '' : troubleLabels[trouble];
  return (
    <div
      role="columnheader"
      aria-colindex={index + 2}
      tabIndex={isActive ? 0 : -1}
      data-place={`-1:${index}`}
      title={troubleText === '' ? name : `${name}: ${troubleText}`}
      className={mergeClasses(styles.root, shared.focusable)}
      style={{ left: start }}
    >
      <span className={styles.name}>{name}</span>
      {trouble !== null && (
        <span aria-hidden className={styles.trouble}>
          <PlugDisconnectedFilled />
        </span>
      )}
      <span aria-hidden className={styles.failing}>
        {auditedAt === null ? '—' : (counts.fail ?? 0)}
      </span>
      <VisuallyHidden as="span">
        {`${isSimulated ? ' (simulated)' : ''}${troubleText === '' ? '' : `, ${troubleText}`}: ${countsText(counts)}`}
      </VisuallyHidden>
    </div>
  );
}
