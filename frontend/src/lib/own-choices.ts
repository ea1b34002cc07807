import type { Theme } from '@tenantry/contract/auth';
import { chooseTheme as chooseThemeCall, chooseTimeZone, type Profile } from '@tenantry/contract/profile';
import { call } from './api-client.ts';
import { messageOf } from './api-error.ts';
import { takeOwnChoices } from './session.ts';
import { chooseTheme } from './theme-choice.ts';
import { showToast } from './toast.ts';

/**
 * Chooses how the pages look: here at once, and in every other browser of the user from their next sign-in or reload on.
 * @returns the profile as it is now; null where it could not be kept
 */
export async function saveTheme(theme: Theme): Promise<Profile | null> {
  chooseTheme(theme);
  try {
    const profile = await call(chooseThemeCall, { body: { theme }, tenantId: null });
    takeOwnChoices(profile);
    return profile;
  } catch (error) {
    showToast({ title: 'Theme not saved', body: `It is for this browser only: ${messageOf(error)}`, intent: 'error' });
    return null;
  }
}

/** Chooses the zone in which times are shown. @param timeZone null for the browser's @throws ApiError */
export async function saveTimeZone(timeZone: string | null): Promise<Profile> {
  const profile = await call(chooseTimeZone, { body: { timeZone }, tenantId: null });
  takeOwnChoices(profile);
  return profile;
}
