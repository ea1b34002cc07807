import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';

/** What people would call the color of the text `label` in a badge, as the browser draws it. */
export function shownColor(badge: ReactElement, label: string): 'red' | 'yellow' | 'green' | 'grey' {
  const { unmount } = render(<FluentProvider theme={webLightTheme}>{badge}</FluentProvider>);
  const { color } = getComputedStyle(screen.getByText(label));
  unmount();
  const [red, green, blue] = [...color.matchAll(/\d+/g)].map(Number);
  if (red === undefined || green === undefined || blue === undefined) throw new Error(`"${color}" is no color`);
  if (red === green && green === blue) return 'grey';
  if (green > 1.5 * red) return 'green';
  return red > 1.5 * green ? 'red' : 'yellow';
}
