export type DmarcPolicy = 'none' | 'quarantine' | 'reject';
/** `missingName`: the name at which a record has to be published for the matter to be mended. */
export type DmarcNote = { code: string; text: string; missingName?: string };
export type ReportUri = { uri: string; scheme: string; domain: string | null };

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
  errors: DmarcNote[];
  warnings: DmarcNote[];
};

const versionForm = /^v[ \t]*=[ \t]*(\S*?)[ \t]*(?:;|$)/i;

/** RFC 9989, 4.7: the record begins with the version, spelled exactly so; what does not is no DMARC record. */
export function isDmarcRecord(text: string): boolean {
  return versionForm.exec(text)?.[1] === 'DMARC1';
}

/** What a text at _dmarc that is no DMARC record seems to have been meant for. */
export function strayNote(text: string): DmarcNote & { isError: boolean } {
  const note = (isError: boolean, code: string, what: string) => ({ isError, code, text: `${what}: ${text}` });
  const trimmed = text.trim();
  if (/^v=spf1(\s|$)/i.test(trimmed)) return note(false, 'spf_at_dmarc_name', 'an SPF record stands at _dmarc');
  if (isDmarcRecord(trimmed)) return note(true, 'leading_space', 'the record begins with a space');
  if (/^v[ \t]*=/i.test(trimmed)) return note(true, 'version_invalid', 'the version is not v=DMARC1');
  if (/(?:^|;)\s*v\s*=\s*DMARC1\s*(?:;|$)/i.test(trimmed))
    return note(true, 'version_not_first', 'v=DMARC1 does not stand first');
  if (/(?:^|;)\s*p\s*=/i.test(trimmed)) return note(true, 'version_missing', 'v=DMARC1 is missing');
  return note(false, 'unrelated_txt', 'a text without a meaning for DMARC stands at _dmarc');
}

const policies: ReadonlySet<string> = new Set<DmarcPolicy>(['none', 'quarantine', 'reject']);
/** A broken value of these is not ignored: the record then acts as p=none (4.10.1). */
const policyTags = ['p', 'sp', 'np'];
const removedTags = ['pct', 'rf', 'ri'];
const knownTags: ReadonlySet<string> = new Set(
  ['v', 'p', 'sp', 'np', 'psd', 't', 'adkim', 'aspf', 'fo', 'rua', 'ruf'].concat(removedTags),
);

type Reading = { tags: Map<string, string>; errors: DmarcNote[]; warnings: DmarcNote[] };

/** Parses a record that `isDmarcRecord` has recognized (RFC 9989, 4.7 and 4.8). */
export function parseDmarcRecord(text: string): DmarcRecord {
  const reading = readTags(text);
  const { tags, errors, warnings } = reading;
  const [p, sp, np] = [policyOf(reading, 'p'), policyOf(reading, 'sp'), policyOf(reading, 'np')];
  const rua = urisOf(reading, 'rua');
  const ruf = urisOf(reading, 'ruf');
  checkFailureOptions(reading);
  if (!tags.has('p')) {
    const note = { code: 'p_missing', text: 'the record has no policy (p=)' };
    // A record without a policy still asks for reports, as if it said p=none (4.7, 4.10.1).
    if (rua.length > 0) warnings.push(note);
    else errors.push(note);
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
    errors,
    warnings,
  };
}

function readTags(text: string): Reading {
  const reading: Reading = { tags: new Map(), errors: [], warnings: [] };
  for (const part of text.split(';').slice(1)) {
    const tag = part.replace(/^[ \t]+|[ \t]+$/g, '');
    if (tag !== '') readTag(reading, tag);
  }
  return reading;
}

function readTag({ tags, errors, warnings }: Reading, tag: string): void {
  const [, key = '', value = ''] = /^([a-z]+)[ \t]*=[ \t]*(.*)$/is.exec(tag) ?? [];
  const name = key.toLowerCase();
  const isWritten = /^[\x20-\x7e]+$/.test(value);
  if (name === '' || (!isWritten && !policyTags.includes(name)))
    warnings.push({ code: 'tag_malformed', text: `"${tag}" is no tag with a value and is ignored` });
  else if (tags.has(name) || name === 'v')
    errors.push({ code: `duplicate_tag:${name}`, text: `${name}= stands more than once` });
  else {
    tags.set(name, value);
    if (!knownTags.has(name)) warnings.push({ code: 'unknown_tag', text: `${name}= is unknown and ignored` });
    if (removedTags.includes(name))
      warnings.push({ code: `tag_removed:${name}`, text: `${name}= was removed from DMARC and is ignored (RFC 9989)` });
  }
}

function policyOf({ tags, errors }: Reading, name: 'p' | 'sp' | 'np'): DmarcPolicy | null {
  const value = tags.get(name)?.toLowerCase();
  if (value === undefined) return null;
  if (policies.has(value)) return value as DmarcPolicy;
  errors.push({ code: `${name}_invalid`, text: `${name}=${value} is not none, quarantine or reject` });
  return null;
}

function choiceOf<T extends string>({ tags, warnings }: Reading, name: string, choices: readonly T[], otherwise: T): T {
  const value = tags.get(name)?.toLowerCase();
  const choice = choices.find((allowed) => allowed === value);
  if (value !== undefined && choice === undefined)
    warnings.push({ code: `tag_invalid:${name}`, text: `${name}=${value} is not valid, ${name}=${otherwise} applies` });
  return choice ?? otherwise;
}

/** RFC 9989, 4.7: 0 and 1 exclude each other, d and s may be added. */
function checkFailureOptions({ tags, warnings }: Reading): void {
  const options = tags
    .get('fo')
    ?.toLowerCase()
    .split(/[ \t]*:[ \t]*/);
  if (options === undefined) return;
  const isRight =
    options.every((option) => /^[01ds]$/.test(option)) && !(options.includes('0') && options.includes('1'));
  if (!isRight) warnings.push({ code: 'tag_invalid:fo', text: `fo=${options.join(':')} is not valid` });
}

const uriForm = /^([a-z][a-z0-9+.-]*):([a-z0-9\-._~:/?#[\]@$&'()*+=%]+)$/i;

function urisOf({ tags, errors, warnings }: Reading, name: 'rua' | 'ruf'): ReportUri[] {
  const uris: ReportUri[] = [];
  for (const part of (tags.get(name) ?? '').split(',')) {
    const trimmed = part.trim();
    if (trimmed === '') continue;
    const uri = trimmed.replace(/!\d+[kmgt]?$/i, '');
    if (uri !== trimmed)
      warnings.push({ code: `${name}_size_obsolete`, text: `the size limit in ${trimmed} is ignored` });
    const read = readUri(uri);
    if (read === null) errors.push({ code: `${name}_invalid`, text: `${trimmed} is no address of the form mailto:` });
    else uris.push(read);
    if (read !== null && read.scheme !== 'mailto')
      warnings.push({ code: `${name}_not_mailto`, text: `${trimmed}: reports go to mailto: addresses only` });
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
