import { type OpenedPack, openPack } from '../../domain/evidence/open-pack.ts';
import { looksLikeZip, PackFormError } from '../../domain/evidence/pack-zip.ts';
import { certificatesIn, readTimeStamp, TimeStampError } from '../../domain/evidence/time-stamp.ts';
import { UsageError } from '../command.ts';
import { type JudgedPack, judgePack } from './judge-pack.ts';
import type { KnownKeys } from './known-keys.ts';
import { shownValue } from './shown-value.ts';

export const exitCodes = { good: 0, differs: 1, notKnown: 2 } as const;

/** What is said of a pack: lines for people, and how the command ends. */
export type Verification = { code: 0 | 1 | 2; lines: string[] };

const namedAtMost = 50;

/** @param isConfirmed whether the key was compared: only then is what the manifest says of the tool the word of the installation */
function judgedLines(
  { verdicts, controls, differences, otherTool, notJudgedBecause }: JudgedPack,
  isConfirmed: boolean,
): string[] {
  const tool = otherTool.length === 0 ? 'the same catalog' : `another tool: ${otherTool.join('; ')}`;
  if (notJudgedBecause !== null) return [`NOT JUDGED AGAIN: ${shownValue(notJudgedBecause)} (by ${tool}).`];
  const head = `${verdicts} verdicts and ${controls} controls (by ${tool})`;
  if (differences.length === 0)
    return [
      `Judged again: the same ${head}.`,
      'The page, the table and README.txt are made of them. For dates of sources, accepted risks and evaluate.mjs the signature alone stands.',
    ];
  const why =
    otherTool.length === 0
      ? 'The tool is the same: the pack does not tell what its own snapshot gives.'
      : isConfirmed
        ? 'The tool is another one, so this is no sign of tampering: use the one that judged it.'
        : 'The pack says that another tool judged it, and whose word that is was not verified: give --installation or --key, and use that tool.';
  return [
    `JUDGED AGAIN, AND ${differences.length} DIFFER, of ${head}. ${why}`,
    ...differences.slice(0, namedAtMost).map((one) => `  ${shownValue(one)}`),
    ...(differences.length > namedAtMost ? [`  and ${differences.length - namedAtMost} more`] : []),
  ];
}

function judgedCode({ differences, otherTool, notJudgedBecause }: JudgedPack): Verification['code'] {
  if (notJudgedBecause !== null) return exitCodes.notKnown;
  if (differences.length === 0) return exitCodes.good;
  return otherTool.length === 0 ? exitCodes.differs : exitCodes.notKnown;
}

/** Whose key it is, as far as that was told. */
function keyLines(kid: string, known: KnownKeys): { lines: string[]; isForeign: boolean; isConfirmed: boolean } {
  if (known === null)
    return {
      lines: [
        `Key: ${kid}`,
        'WARNING: the key is the one in the pack, and anybody can put one there. Compare the thumbprint, or give --installation or --key.',
      ],
      isForeign: false,
      isConfirmed: false,
    };
  const isForeign = !known.thumbprints.includes(kid);
  const words = isForeign ? `SIGNED BY ANOTHER KEY: it is none of ${known.from}.` : `It is a key of ${known.from}.`;
  return { lines: [`Key: ${kid}`, words], isForeign, isConfirmed: !isForeign };
}

/** When the signature was there, as far as an authority says so; revocation of its certificate is not looked at. */
async function stampLine(
  { timeStamp, manifest }: OpenedPack,
  trusted: string | null,
): Promise<{ line: string; isGood: boolean }> {
  if (timeStamp === null)
    return { line: `Time stamp: none. ${shownValue(manifest.noTimeStampBecause ?? '')}`, isGood: true };
  try {
    const { at, authority, isTrusted } = await readTimeStamp(timeStamp.response, timeStamp.stamped, trusted);
    const chain = {
      true: 'Its certificate leads to a trusted one.',
      false: 'NOT TRUSTED: its certificate leads to none in --tsa-ca.',
      null: 'Whether the authority is what it says was NOT verified: give its root with --tsa-ca.',
    }[`${isTrusted}`];
    return {
      line: `Time stamp: ${at.toISOString()} by ${shownValue(authority)}. ${chain}`,
      isGood: isTrusted !== false,
    };
  } catch (error) {
    if (!(error instanceof TimeStampError)) throw error;
    return { line: `TIME STAMP NOT GOOD: ${shownValue(error.message)}`, isGood: false };
  }
}

/** Told whether the pack is stamped or not: a mistake in a command is none of the pack. */
function refuseNoAuthorities(trusted: string | null): void {
  try {
    if (trusted !== null) certificatesIn(trusted);
  } catch (error) {
    throw error instanceof TimeStampError ? new UsageError(`--tsa-ca: ${error.message}`) : error;
  }
}

/**
 * Says of a pack whether it is whole, by whom it was signed, and whether its snapshot gives the same verdicts again.
 * @param trustedAuthorities PEM of the roots of time stamp authorities; null: none was given
 * @throws UsageError where the file is no zip at all, or the authorities are none
 */
export async function verifyPack(
  bytes: Uint8Array,
  known: KnownKeys,
  trustedAuthorities: string | null = null,
): Promise<Verification> {
  refuseNoAuthorities(trustedAuthorities);
  if (!looksLikeZip(bytes)) throw new UsageError('This is no zip file, and so no evidence pack.');
  let pack: Awaited<ReturnType<typeof openPack>>;
  try {
    pack = await openPack(bytes);
  } catch (error) {
    if (!(error instanceof PackFormError)) throw error;
    return { code: exitCodes.differs, lines: [`NOT WHOLE: ${shownValue(error.message)}`] };
  }
  const { tenant, framework, audit, installation, madeAt, madeBy, snapshot, files } = pack.manifest;
  const key = keyLines(pack.key.kid, known);
  const judged = judgePack(pack);
  const stamp = await stampLine(pack, trustedAuthorities);
  const lines = [
    `Whole: ${files.length} files, each as the manifest says, and the signature holds.`,
    `About: ${shownValue(tenant.name)}, ${shownValue(framework.name)}, judged ${shownValue(audit.judgedAt)}${audit.isSimulated ? ' (SIMULATED DATA)' : ''}, snapshot ${snapshot}.`,
    `Signed by: ${shownValue(installation.name)}, ${shownValue(installation.address)}. Made ${shownValue(madeAt)} by ${shownValue(madeBy)}.`,
    ...key.lines,
    stamp.line,
    ...judgedLines(judged, key.isConfirmed),
  ];
  return { code: key.isForeign || !stamp.isGood ? exitCodes.differs : judgedCode(judged), lines };
}
