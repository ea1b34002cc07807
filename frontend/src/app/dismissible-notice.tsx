import {
  Button,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
  makeStyles,
  tokens,
} from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons/svg/dismiss';
import type { ReactNode } from 'react';

const useStyles = makeStyles({ root: { marginBottom: tokens.spacingVerticalL } });

type Props = {
  intent: 'warning' | 'error';
  title: string;
  /** What the button that takes it away is called. */
  dismissLabel: string;
  onDismiss: () => void;
  /** What can be done about it: a link or a button. */
  action: ReactNode;
  children: ReactNode;
};

/** Says above every page what needs attention, until it is dismissed. */
export function DismissibleNotice({ intent, title, dismissLabel, onDismiss, action, children }: Props) {
  const styles = useStyles();
  return (
    <MessageBar intent={intent} layout="multiline" className={styles.root}>
      <MessageBarBody>
        <MessageBarTitle>{title}</MessageBarTitle>
        {children}
      </MessageBarBody>
      <MessageBarActions
        containerAction={
          <Button appearance="transparent" aria-label={dismissLabel} icon={<DismissRegular />} onClick={onDismiss} />
        }
      >
        {action}
      </MessageBarActions>
    </MessageBar>
  );
}
