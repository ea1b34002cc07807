import { enumAt, type JsonObject, textAt } from './json-reader.ts';

/** Platforms of the default enrollment restriction, by the properties in which they stand (deviceEnrollmentPlatformRestrictionsConfiguration). */
export const enrollmentPlatforms: Readonly<Record<string, string>> = {
  androidForWorkRestriction: 'Android Enterprise',
  androidRestriction: 'Android',
  iosRestriction: 'iOS',
  macOSRestriction: 'macOS',
  windowsRestriction: 'Windows',
};

export const isPlatformRestriction = (one: JsonObject): boolean =>
  /platformrestriction/i.test(
    `${textAt(one, '@odata.type') ?? ''} ${enumAt(one, 'deviceEnrollmentConfigurationType') ?? ''}`,
  );

/** The one that acts on whoever no other is assigned to: Graph gives it the priority 0. */
export const isDefaultRestriction = (one: JsonObject): boolean =>
  isPlatformRestriction(one) && (one.priority === 0 || /default/i.test(textAt(one, 'id') ?? ''));
