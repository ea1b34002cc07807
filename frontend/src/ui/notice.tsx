import {
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  type MessageBarProps,
  MessageBarTitle,
} from '@fluentui/react-components';
import type { ReactNode } from 'react';

type Props = {
  intent: 'info' | 'success' | 'warning' | 'error';
  title?: ReactNode;
  children: ReactNode;
  /** What can be done about it: buttons or links. */
  actions?: ReactNode;
  /** By default Fluent tells screen readers of errors and warnings as they appear. */
  politeness?: MessageBarProps['politeness'];
};

/** Says within a page what has to be known before its content is read. */
export function Notice({ intent, title, children, actions, politeness }: Props) {
  return (
    <MessageBar intent={intent} layout="multiline" politeness={politeness}>
      <MessageBarBody>
        {title !== undefined && <MessageBarTitle>{title}</MessageBarTitle>}
        {children}
      </MessageBarBody>
      {actions && <MessageBarActions>{actions}</MessageBarActions>}
    </MessageBar>
  );
}
