import { Button, Card, makeStyles, Subtitle2, Text, tokens } from '@fluentui/react-components';
import { ArrowDownloadRegular } from '@fluentui/react-icons/svg/arrow-download';
import { type ReactElement, type ReactNode, useId } from 'react';

const useStyles = makeStyles({
  card: { padding: tokens.spacingHorizontalXL, gap: tokens.spacingVerticalM, minWidth: 0 },
  icon: { fontSize: '32px', lineHeight: 0, color: tokens.colorBrandForeground1 },
  title: { margin: 0 },
  text: { flexGrow: 1, color: tokens.colorNeutralForeground2 },
  button: { alignSelf: 'flex-start' },
});

type CardProps = {
  icon: ReactElement;
  title: string;
  text: string;
  buttonLabel: string;
  isPending: boolean;
  onDownload: () => void;
  /** Choices that the file depends on. */
  children?: ReactNode;
};

/** A file that can be saved. */
export function DownloadCard({ icon, title, text, buttonLabel, isPending, onDownload, children }: CardProps) {
  const styles = useStyles();
  const titleId = useId();
  return (
    <Card className={styles.card} role="group" aria-labelledby={titleId}>
      <span className={styles.icon} aria-hidden>
        {icon}
      </span>
      <Subtitle2 as="h2" id={titleId} className={styles.title}>
        {title}
      </Subtitle2>
      <Text className={styles.text}>{text}</Text>
      {children}
      <Button
        className={styles.button}
        icon={<ArrowDownloadRegular />}
        onClick={onDownload}
        disabledFocusable={isPending}
      >
        {isPending ? 'Preparing…' : buttonLabel}
      </Button>
    </Card>
  );
}
