import { quoted, withoutBlanks } from '../bounded-text.ts';
import { createNotes, type Note, type Notes } from '../notes.ts';

export type DmarcPolicy = 'none' | 'quarantine' | 'reject';
type ReportUri = { uri: string; scheme: string; domain: string | null };

/** A record as published. `p`, `sp` and `np` are null where the tag is missing or has no valid value. */
export type DmarcRecord = {
  text: string;
  p: DmarcPolicy | null;
  sp: DmarcPolicy | null;
  np: DmarcPolicy | null;
  psd: 'y' | 'n' | 'u';
  test: boolean;
  adkim: 'r' | 's';
  aspf: 'r' | 's';
  rua: ReportUri[];
  ruf: ReportUri[];
  /** What makes the record invalid, and what is ignored but worth a word. */
  errors: Note[];
  warnings: Note[];
};

/** RFC 9989, 4.7: the record begins with the version, spelled exactly so; what does not is no DMARC record. */
export function isDmarcRecord(text: string): boolean {
  const [first = ''] = text.split(';', 1);
  const [, value = ''] = /^v[ \t]*=(.*)$/is.exec(first) ?? [];
  return withoutBlanks(value) === 'DMARC1';
}

/** What a text at _dmarc that is no DMARC record seems to have been meant for. */
export function strayNote(text: string): { isError: boolean; code: string; text: string } {
  const note = (isError: boolean, code: string, what: string) => ({ isError, code, text: `${what}: ${quoted(text)}` });
  const trimmed = text.trim();
  if (/^v=spf1(\s|$)/i.test(trimmed)) return note(false, 'spf_at_dmarc_name', 'there is an SPF record at _dmarc');
  if (isDmarcRecord(trimmed)) return note(true, 'leading_space', 'the record begins with a space');
  if (/^v[ \t]*=/i.test(trimmed)) return note(true, 'version_invalid', 'the version is not v=DMARC1');
  if (/(?:^|;)\s*v\s*=\s*DMARC1\s*(?:;|$)/i.test(trimmed))
    return note(true, 'version_not_first', 'v=DMARC1 is not the first tag');
  if (/(?:^|;)\s*p\s*=/i.test(trimmed)) return note(true, 'version_missing', 'v=DMARC1 is missing');
  return note(false, 'unrelated_txt', 'there is an unrelated TXT record at _dmarc');
}

const policies: ReadonlySet<string> = new Set<DmarcPolicy>(['none', 'quarantine', 'reject']);
/** A broken value of these is not ignored: the record then acts as p=none (4.10.1). */
const policyTags = ['p', 'sp', 'np'];
const removedTags = ['pct', 'rf', 'ri'];
const knownTags: ReadonlySet<string> = new Set(
  ['v', 'p', 'sp', 'np', 'psd', 't', 'adkim', 'aspf', 'fo', 'rua', 'ruf'].concat(removedTags),
);

type Reading = { tags: Map<string, string>; errors: Notes; warnings: Notes };

/** Parses a record that `isDmarcRecord` has recognized (RFC 9989, 4.7 and 4.8). */
export function parseDmarcRecord(text: string): DmarcRecord {
  const reading = readTags(text);
  const { tags, errors, warnings } = reading;
  const [p, sp, np] = [policyOf(reading, 'p'), policyOf(reading, 'sp'), policyOf(reading, 'np')];
  const rua = urisOf(reading, 'rua');
  const ruf = urisOf(reading, 'ruf');
  checkFailureOptions(reading);
  if (!tags.has('p')) {
    // A record without a policy still asks for reports, as if it said p=none (4.7, 4.10.1).
    const notes = rua.length > 0 ? warnings : errors;
    notes.add('p_missing', 'the record has no policy (p=)');
  }
  return {
    text,
    p,
    sp,
    np,
    psd: choiceOf(reading, 'psd', ['y', 'n', 'u'], 'u'),
    test: choiceOf(reading, 't', ['y', 'n'], 'n') === 'y',
    adkim: choiceOf(reading, 'adkim', ['r', 's'], 'r'),
    aspf: choiceOf(reading, 'aspf', ['r', 's'], 'r'),
    rua,
    ruf,
    errors: errors.list(),
    warnings: warnings.list(),
  };
}

function readTags(text: string): Reading {
  const reading: Reading = { tags: new Map(), errors: createNotes(), warnings: createNotes() };
  for (const part of text.split(';').slice(1)) {
    const tag = withoutBlanks(part);
    if (tag !== '') readTag(reading, tag);
  }
  return reading;
}

function readTag({ tags, errors, warnings }: Reading, tag: string): void {
  const [, key = '', value = ''] = /^([a-z]+)[ \t]*=[ \t]*(.*)$/is.exec(tag) ?? [];
  const name = key.toLowerCase();
  const isWritten = /^[\x20-\x7e]+$/.test(value);
  if (name === '' || (!isWritten && !policyTags.includes(name)))
    warnings.add('tag_malformed', `"${quoted(tag)}" is not a tag=value pair and is ignored`);
  else if (tags.has(name) || name === 'v')
    // The name is a stranger's: a code for each would be any number of codes.
    errors.add(`duplicate_tag:${knownTags.has(name) ? name : 'unknown'}`, `${quoted(name)}= is duplicated`);
  else {
    tags.set(name, value);
    if (!knownTags.has(name)) warnings.add('unknown_tag', `${quoted(name)}= is unknown and is ignored`);
    if (removedTags.includes(name))
      warnings.add(`tag_removed:${name}`, `${name}= was removed from DMARC and is ignored (RFC 9989)`);
  }
}

function policyOf({ tags, errors }: Reading, name: 'p' | 'sp' | 'np'): DmarcPolicy | null {
  const value = tags.get(name)?.toLowerCase();
  if (value === undefined) return null;
  if (policies.has(value)) return value as DmarcPolicy;
  errors.add(`${name}_invalid`, `${name}=${quoted(value)} is not none, quarantine or reject`);
  return null;
}

function choiceOf<T extends string>({ tags, warnings }: Reading, name: string, choices: readonly T[], otherwise: T): T {
  const value = tags.get(name)?.toLowerCase();
  const choice = choices.find((allowed) => allowed === value);
  if (value !== undefined && choice === undefined)
    warnings.add(`tag_invalid:${name}`, `${name}=${quoted(value)} is not valid, ${name}=${otherwise} applies`);
  return choice ?? otherwise;
}

/** RFC 9989, 4.7: 0 and 1 exclude each other, d and s may be added. */
function checkFailureOptions({ tags, warnings }: Reading): void {
  const options = tags.get('fo')?.toLowerCase().split(':').map(withoutBlanks);
  if (options === undefined) return;
  const isRight =
    options.every((option) => /^[01ds]$/.test(option)) && !(options.includes('0') && options.includes('1'));
  if (!isRight) warnings.add('tag_invalid:fo', `fo=${quoted(options.join(':'))} is not valid`);
}

const uriForm = /^([a-z][a-z0-9+.-]*):([a-z0-9\-._~:/?#[\]@$&'()*+=%]+)$/i;

function urisOf({ tags, errors, warnings }: Reading, name: 'rua' | 'ruf'): ReportUri[] {
  const uris: ReportUri[] = [];
  for (const part of (tags.get(name) ?? '').split(',')) {
    const trimmed = part.trim();
    if (trimmed === '') continue;
    const uri = trimmed.replace(/!\d+[kmgt]?$/i, '');
    if (uri !== trimmed) warnings.add(`${name}_size_obsolete`, `the size limit in ${quoted(trimmed)} is ignored`);
    const read = readUri(uri);
    if (read === null) errors.add(`${name}_invalid`, `${quoted(trimmed)} is not a mailto: address`);
    else uris.push(read);
    if (read !== null && read.scheme !== 'mailto')
      warnings.add(`${name}_not_mailto`, `${quoted(trimmed)}: reports go to mailto: addresses only`);
  }
  return uris;
}

function readUri(text: string): ReportUri | null {
  const match = uriForm.exec(text);
  if (match === null) return null;
  const scheme = match[1]?.toLowerCase() ?? '';
  if (scheme !== 'mailto') return { uri: text, scheme, domain: null };
  const domain = /^[^@?]+@([^@?]+)(?:\?.*)?$/.exec(match[2] ?? '')?.[1]?.toLowerCase();
  return domain === undefined ? null : { uri: text, scheme, domain };
}
