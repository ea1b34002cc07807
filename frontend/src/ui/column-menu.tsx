import {
  Button,
  Menu,
  MenuItemCheckbox,
  MenuList,
  MenuPopover,
  MenuTrigger,
  makeStyles,
} from '@fluentui/react-components';
import { TableSettingsRegular } from '@fluentui/react-icons/svg/table-settings';

const useStyles = makeStyles({ button: { justifySelf: 'start' } });

type Optional = { id: string; label: string };
type Props = {
  /** The columns that can be left out. */
  optional: readonly Optional[];
  isShown: (column: Optional) => boolean;
  onChoose: (id: string, isShown: boolean) => void;
};

/** The menu in which columns are shown and hidden. */
export function ColumnMenu({ optional, isShown, onChoose }: Props) {
  return (
    <Menu
      checkedValues={{ columns: optional.filter(isShown).map(({ id }) => id) }}
      onCheckedValueChange={(_, { checkedItems }) => {
        const changed = optional.find((column) => isShown(column) !== checkedItems.includes(column.id));
        if (changed) onChoose(changed.id, !isShown(changed));
      }}
    >
      <MenuTrigger disableButtonEnhancement>
        <Button appearance="subtle" className={useStyles().button} icon={<TableSettingsRegular />}>
          Columns
        </Button>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {optional.map(({ id, label }) => (
            <MenuItemCheckbox key={id} name="columns" value={id}>
              {label}
            </MenuItemCheckbox>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
