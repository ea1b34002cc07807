import { paths } from './paths.ts';

/** What can be done for a tenant from a page that has none: it is chosen first, and the action then runs for it. */
export const quickActions = {
  'generate-report': 'Generate Report',
  'scan-internal': 'Scan Internal',
  'mark-checklist-complete': 'Mark Checklist Complete',
} as const;
export type QuickAction = keyof typeof quickActions;

export const isQuickAction = (text: string): text is QuickAction => Object.hasOwn(quickActions, text);

/** The page where a tenant is chosen for an action. */
export const chooseTenantFor = (action: string) =>
  `${paths.selectTenant}?${new URLSearchParams({ message: 'tenant-required', action })}`;

/**
 * An action with the tenant that was chosen for it. It travels in the state of the navigation and not in its address,
 * so that no link of another site runs it, and no reload runs it again.
 */
export type ChosenAction = { action: string; tenantId: string };

const textIn = (state: unknown, name: string): string | null => {
  if (typeof state !== 'object' || state === null) return null;
  const value: unknown = Reflect.get(state, name);
  return typeof value === 'string' ? value : null;
};

export function chosenActionIn(state: unknown): ChosenAction | null {
  const [action, tenantId] = [textIn(state, 'action'), textIn(state, 'tenantId')];
  return action === null || tenantId === null ? null : { action, tenantId };
}

/** Which page asked for the choice, and gets the answer: one of the two with such actions. */
export const returnsTo = (state: unknown): string =>
  textIn(state, 'returnTo') === paths.adminSystem ? paths.adminSystem : paths.admin;
