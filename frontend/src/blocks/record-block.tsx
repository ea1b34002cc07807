import { Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import { CheckmarkRegular } from '@fluentui/react-icons/svg/checkmark';
import { CopyRegular } from '@fluentui/react-icons/svg/copy';
import { useEffect, useState } from 'react';
import { messageOf } from '../lib/api-error.ts';
import { showToast } from '../lib/toast.ts';

const useStyles = makeStyles({
  root: {
    border: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground2,
    minWidth: 0,
  },
  head: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: tokens.spacingHorizontalM,
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS} 0 ${tokens.spacingHorizontalM}`,
  },
  name: { minWidth: 0, overflowWrap: 'anywhere' },
  value: {
    margin: 0,
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalM} ${tokens.spacingVerticalM}`,
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase300,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  },
  copy: { flexShrink: 0 },
});

const copiedShownMs = 2000;

type Props = {
  /** What it is: `TXT _dmarc.contoso.com`. */
  name: string;
  value: string;
};

/** Text to be taken over exactly, with a button that copies it. */
export function RecordBlock({ name, value }: Props) {
  const styles = useStyles();
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), copiedShownMs);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
    } catch (error) {
      showToast({ title: 'Could not copy', body: messageOf(error), intent: 'error' });
    }
  };
  return (
    <div className={styles.root}>
      <div className={styles.head}>
        <Text size={200} weight="semibold" className={styles.name}>
          {name}
        </Text>
        <Button
          size="small"
          appearance="subtle"
          className={styles.copy}
          icon={isCopied ? <CheckmarkRegular /> : <CopyRegular />}
          onClick={() => void copy()}
          aria-label={isCopied ? `Copied: ${name}` : `Copy: ${name}`}
        >
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
      </div>
      <pre className={styles.value}>
        <code>{value}</code>
      </pre>
    </div>
  );
}
