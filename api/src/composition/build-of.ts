/** Written into the bundle by `build.mjs`; not there where the sources run as they are. */
declare const __tenantryBuild: { version: string; commit: string | null } | undefined;

/** Which version and commit this bundle was built of; null where it is no bundle. */
export const buildOf = (): { version: string; commit: string | null } | null =>
  typeof __tenantryBuild === 'undefined' ? null : __tenantryBuild;
