import { useFocusFinders } from '@fluentui/react-components';

/**
 * Keeps Fluent's focus management (Tabster) for as long as the application is open. Without anybody who uses it, it is
 * disposed of and leaves behind what an open dialog had hidden: where the session ended with a dialog open, no screen
 * reader could read the sign-in page.
 */
export function FocusManagement() {
  useFocusFinders();
  return null;
}
