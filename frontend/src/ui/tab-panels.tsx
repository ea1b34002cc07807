import { makeStyles, Tab, TabList, tokens } from '@fluentui/react-components';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';

const useStyles = makeStyles({
  panel: { paddingTop: tokens.spacingVerticalM, minWidth: 0 },
  list: { flexWrap: 'wrap' },
});

/**
 * Without Fluent's own arrow navigation: its focus guards are hidden from assistive technology and yet focusable, which
 * fails WCAG 4.1.2 as axe reads it.
 */
const noFocusGuards = { 'data-tabster': undefined };

type Props<Name extends string> = {
  /** Names the tabs for screen readers. */
  label: string;
  names: readonly [Name, ...Name[]];
  /** Which one is shown, where the page's address says so. */
  selected?: Name;
  onSelect?: (name: Name) => void;
  /** What the panel of a tab holds. */
  children: (name: Name) => ReactNode;
};

/** Tabs, one of whose panels is shown; the arrow keys go from one to the next. */
export function TabPanels<Name extends string>({ label, names, selected: given, onSelect, children }: Props<Name>) {
  const styles = useStyles();
  const id = useId();
  const [chosen, setChosen] = useState<Name>(names[0]);
  const selected = given ?? chosen;
  const setSelected = (name: Name) => {
    setChosen(name);
    onSelect?.(name);
  };
  const idOf = (name: Name) => `${id}${names.indexOf(name)}`;
  const move = (event: KeyboardEvent) => {
    const target = names.at(nextIndex(event.key, names.indexOf(selected), names.length) ?? names.length);
    if (target === undefined) return;
    event.preventDefault();
    setSelected(target);
    document.getElementById(idOf(target))?.focus();
  };
  return (
    <div>
      <TabList
        {...noFocusGuards}
        className={styles.list}
        selectedValue={selected}
        onTabSelect={(_, { value }) => setSelected(names.find((name) => name === value) ?? names[0])}
        onKeyDown={move}
        aria-label={label}
      >
        {names.map((name) => (
          <Tab
            key={name}
            value={name}
            id={idOf(name)}
            aria-controls={`${id}panel`}
            tabIndex={name === selected ? 0 : -1}
          >
            {name}
          </Tab>
        ))}
      </TabList>
      <div role="tabpanel" id={`${id}panel`} aria-labelledby={idOf(selected)} className={styles.panel}>
        {children(selected)}
      </div>
    </div>
  );
}

/** The tab that a key moves to, wrapping around at the ends; null for other keys. */
function nextIndex(key: string, index: number, count: number): number | null {
  if (key === 'ArrowRight') return (index + 1) % count;
  if (key === 'ArrowLeft') return (index + count - 1) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}
