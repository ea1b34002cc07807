import {
  Button,
  Menu,
  MenuDivider,
  MenuGroup,
  MenuGroupHeader,
  MenuItem,
  MenuItemRadio,
  MenuList,
  MenuPopover,
  MenuTrigger,
  makeStyles,
  Text,
  tokens,
} from '@fluentui/react-components';
import { PersonRegular } from '@fluentui/react-icons/svg/person';
import { PersonCircleRegular } from '@fluentui/react-icons/svg/person-circle';
import { QuestionCircleRegular } from '@fluentui/react-icons/svg/question-circle';
import { SignOutRegular } from '@fluentui/react-icons/svg/sign-out';
import { useNavigate } from 'react-router-dom';
import { saveTheme } from '../lib/own-choices.ts';
import { paths } from '../lib/paths.ts';
import { signOut, useSignedIn } from '../lib/session.ts';
import { themes, useThemeChoice } from '../lib/theme-choice.ts';

const useStyles = makeStyles({
  who: { display: 'grid', padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`, maxWidth: '280px' },
  email: { color: tokens.colorNeutralForeground3, overflowWrap: 'anywhere' },
});

/** Who is signed in, and what they can do about it. */
export function UserMenu() {
  const styles = useStyles();
  const navigate = useNavigate();
  const { user } = useSignedIn();
  const theme = useThemeChoice();
  return (
    <Menu
      inline
      checkedValues={{ theme: [theme] }}
      onCheckedValueChange={(_, { checkedItems }) =>
        void saveTheme(themes.find(({ value }) => value === checkedItems[0])?.value ?? 'system')
      }
    >
      <MenuTrigger disableButtonEnhancement>
        <Button
          appearance="subtle"
          shape="circular"
          aria-label={`Account: ${user.name}`}
          icon={<PersonCircleRegular />}
        />
      </MenuTrigger>
      <MenuPopover>
        <div className={styles.who}>
          <Text weight="semibold">{user.name}</Text>
          <Text size={200} className={styles.email}>
            {user.email ?? user.username}
          </Text>
        </div>
        <MenuList>
          <MenuDivider />
          <MenuItem icon={<QuestionCircleRegular />} onClick={() => navigate(paths.help)}>
            Help &amp; Documentation
          </MenuItem>
          <MenuItem icon={<PersonRegular />} onClick={() => navigate(paths.profile)}>
            Profile
          </MenuItem>
          <MenuDivider />
          <MenuGroup>
            <MenuGroupHeader>Theme</MenuGroupHeader>
            {themes.map(({ value, label }) => (
              <MenuItemRadio key={value} name="theme" value={value}>
                {label}
              </MenuItemRadio>
            ))}
          </MenuGroup>
          <MenuDivider />
          <MenuItem icon={<SignOutRegular />} onClick={() => void signOut()}>
            Log out
          </MenuItem>
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
