import * as z from 'zod/mini';
import { cappedList } from './account-facts.ts';
import { count, flag, id, idOrWord, nameOf, person } from './schema-parts.ts';

/** Applications in app governance and what they do with their privileged permissions. */
export const AppPermissionFacts = z
  .object({
    /** Applications that can sign in, whatever they may do. */
    applications: count,
    /** Those with privileged permissions that they do not use, up to maxAffectedListed of them, and the permissions. */
    unused: z.array(z.object({ id, name: nameOf('Application'), permissions: z.array(nameOf('Permission')) })),
    unusedCount: count,
    /** Those of whose privileged permissions it is not told whether they are used, and that have no unused one. */
    untold: cappedList(nameOf('Application')),
    /** False where there was more than is read. */
    whole: flag,
  })
  .check(z.refine(({ unused, unusedCount }) => unused.length <= unusedCount));
export type AppPermissionFacts = z.infer<typeof AppPermissionFacts>;

/** Assets that Exposure Management takes for critical, with too little confidence to decide it alone. */
export const AssetApprovalFacts = z.object({
  /** Assets in the exposure graph. */
  assets: count,
  /** By what they are taken for, whose name is its id as well, with the names of some. */
  pending: z.array(
    z.object({ id: idOrWord, classification: nameOf('Classification'), count, names: z.array(nameOf('Asset')) }),
  ),
});
export type AssetApprovalFacts = z.infer<typeof AssetApprovalFacts>;

/** Credentials of privileged users that were found on devices. */
export const ExposedCredentialFacts = z
  .object({
    /** Onboarded to Defender for Endpoint. */
    devices: count,
    /** Relations in the exposure graph. */
    edges: count,
    count,
    /** Some of the users, with some of the devices and the kinds of credentials. */
    users: z.array(
      z.object({ id, name: person, devices: z.array(nameOf('Device')), kinds: z.array(nameOf('Credential')) }),
    ),
  })
  .check(z.refine(({ users, count: all }) => users.length <= all));
export type ExposedCredentialFacts = z.infer<typeof ExposedCredentialFacts>;
