import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { TabPanels } from './tab-panels.tsx';

test('the arrow keys, Home and End go from tab to tab, and one of them is in the tab order', async () => {
  const user = userEvent.setup();
  render(
    <TabPanels label="Letters" names={['A', 'B', 'C']}>
      {(name) => <p>Panel {name}</p>}
    </TabPanels>,
  );
  await user.tab();
  for (const [key, name] of [
    ['{ArrowRight}', 'B'],
    ['{End}', 'C'],
    ['{ArrowRight}', 'A'],
    ['{ArrowLeft}', 'C'],
    ['{Home}', 'A'],
  ] as const) {
    await user.keyboard(key);
    expect(document.activeElement).toBe(screen.getByRole('tab', { name, selected: true }));
    expect(screen.getByRole('tabpanel', { name }).textContent).toBe(`Panel ${name}`);
  }
  expect(screen.getAllByRole('tab').filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
});
