import { rmSync } from 'node:fs';
import { GraphError } from '../../ports/graph.ts';
import { messageOf, UsageError } from '../command.ts';
import { applicationTag } from './application-body.ts';
import type { ApplicationOnRecord, ApplicationRegistry } from './application-registry.ts';
import type { Journal } from './journal.ts';
import { keyFilesOf } from './key-file.ts';
import type { RegisterArguments } from './register-arguments.ts';

export type Removing = {
  asked: RegisterArguments;
  tenantId: string;
  registry: ApplicationRegistry;
  journal: Journal;
  /** Standard output. */
  tell(text: string): void;
  /** What somebody typed; null where nobody is there to be asked. */
  ask(question: string): Promise<string | null>;
};

/** @throws UsageError where it was not confirmed, and nothing was done by then */
async function confirmRemoval({ asked, ask }: Removing): Promise<void> {
  if (asked.yes) return;
  const typed = await ask(`Type ${asked.tenant} to remove it: `);
  if (typed === null) throw new UsageError('Nobody is there to confirm it. Nothing was removed.\nAdd --yes.');
  if (typed.trim().toLowerCase() !== asked.tenant)
    throw new UsageError(`"${typed.trim()}" is not ${asked.tenant}. Nothing was removed.`);
}

async function removeOne(
  { registry, journal }: Removing,
  { id, displayName, appId }: ApplicationOnRecord,
): Promise<void> {
  await journal.change(`${displayName} (${appId}) was removed`, async () => {
    try {
      await registry.remove(id);
    } catch (error) {
      // Somebody else was first.
      if (!(error instanceof GraphError && error.failure.status === 404)) throw error;
    }
  });
}

async function removeKeys({ asked, tenantId, tell, ask }: Removing): Promise<void> {
  for (const path of keyFilesOf(asked.out, tenantId)) {
    tell(`The private key lies in ${path}.\n`);
    const answer = asked.yes ? 'yes' : await ask(`Delete ${path} too? Type yes: `);
    if (answer?.trim().toLowerCase() !== 'yes') {
      tell('It stays there.\n');
      continue;
    }
    try {
      rmSync(path, { force: true });
    } catch (error) {
      throw new UsageError(`${path} cannot be deleted (${messageOf(error)}). Delete it by hand.`);
    }
    tell('It was deleted.\n');
  }
}

/** Removes what this command made, which its tag says; applications of the same name are left alone. */
export async function removeRegistration(removing: Removing): Promise<void> {
  const { asked, registry, tell } = removing;
  const found = await registry.withTag(applicationTag);
  if (found.length === 0) {
    tell(`There is no application of this command in ${asked.tenant}.\n`);
  } else {
    const lines = found.map(
      (one) => `  ${one.displayName}, client ID ${one.appId}, made on ${one.createdDateTime.slice(0, 10)}`,
    );
    tell(`This would be removed from ${asked.tenant}, with its certificates and its consent:\n${lines.join('\n')}\n`);
    await confirmRemoval(removing);
    for (const one of found) await removeOne(removing, one);
    tell(
      'Microsoft keeps a deleted application for 30 days: App registrations, Deleted applications. In other organizations that consented to it, it stays under Enterprise applications, and can do nothing any more.\n',
    );
  }
  await removeKeys(removing);
}
