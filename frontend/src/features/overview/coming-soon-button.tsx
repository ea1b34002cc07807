import { Button, type ButtonProps, Tooltip } from '@fluentui/react-components';

type Props = { label: string; icon?: ButtonProps['icon'] };

/** A button for what is announced but not there: it can be reached and says 'Coming Soon', and does nothing. */
export function ComingSoonButton({ label, icon }: Props) {
  return (
    <Tooltip content="Coming Soon" relationship="description">
      <Button icon={icon} disabledFocusable>
        {label}
      </Button>
    </Tooltip>
  );
}
