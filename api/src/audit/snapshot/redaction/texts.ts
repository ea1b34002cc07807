import { isMicrosoftApplication } from '../../microsoft/application-names.ts';
import { roleIdByName } from '../../microsoft/privileged-roles.ts';
import { networkPattern, networkStandIn } from './addresses.ts';
import { guidPattern } from './constant-ids.ts';
import { constantWords } from './constant-words.ts';
import { createHostNames, hostPattern } from './host-names.ts';
import { createNameIndex } from './name-index.ts';
import { createStandIns, type Originals, type StandIns } from './stand-ins.ts';

/** Replaces what a text says about a tenant. */
export interface Texts {
  readonly originals: Originals;
  readonly standIns: StandIns;
  /** Names of properties that were seen, in lower case: verdicts name settings by them. */
  readonly properties: Set<string>;
  id(id: string): string;
  /** An id, or a word that stands for all of something. */
  idOrWord(id: string): string;
  /** A role of Microsoft keeps its name. */
  roleName(name: string): string;
  host(name: string): string;
  /** An account's or somebody's address: also one of a guest, with #EXT#. */
  address(address: string): string;
  /** The name of a person, given by address, name or id. */
  person(name: string): string;
  /** An application of Microsoft keeps its name, as a role does. */
  name(kind: string, original: string): string;
  /**
   * A text of our own, in which originals stand: ids, addresses, hosts, networks and known names are replaced. A name that
   * our texts have too ("Admin") is not: it would take the word out of the sentence.
   */
  within(text: string): string;
  /** A part of a record that was replaced: verdicts quote it. */
  remember(part: string, standIn: string): void;
  /** The same with every name: for what a verdict quoted. */
  quoting(text: string): string;
  /** A text of Microsoft's or of the tenant: it stays only where it says nothing of a tenant. */
  unknown(text: string): string;
  /** Whether a text is the same in every tenant, or names nobody. */
  keeps(text: string): boolean;
  /** The account that an address or a name belongs to, so that all three get one number. */
  alias(of: string, id: string): void;
  own(domain: string): void;
}

const addressPattern = /[\p{L}\p{N}.!#$&'*+/=?^_`{|}~%-]+@(?:[\p{L}\p{N}_-]+\.)+[\p{L}\p{N}-]{2,}/giu;
/** Published for everybody: agencies of the United States have their DMARC reports sent there (BOD 18-01). */
const publishedAddresses = new Set(['reports@dmarc.cyber.dhs.gov']);
const wholly = (pattern: RegExp): RegExp => new RegExp(`^(?:${pattern.source})$`, pattern.flags.replace('g', ''));
const isAddress = wholly(addressPattern);
const isHost = wholly(hostPattern);
const isNetwork = wholly(networkPattern);
const isGuid = wholly(guidPattern);

/** Dates, times, durations, short numbers, versions: they name nobody. */
const harmless = [
  /^\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:\d{2})?)?$/,
  /^-?P(?=\d|T\d)(?:\d+[YMWD])*(?:T(?:\d+(?:\.\d+)?[HMS])+)?$/,
  /^(?:\d+\.)?\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?$/,
  /^-?\d{1,5}$/,
  /^\d\.\d$/,
  /^c\d{1,2}$/,
  /^#microsoft\.graph\.[A-Za-z0-9.]{1,120}$/,
];

/** One enumeration value, or several apart by commas. */
function isConstant(text: string): boolean {
  const words = text.split(',').map((word) => word.trim().toLowerCase());
  return constantWords.has(text.trim().toLowerCase()) || words.every((word) => constantWords.has(word));
}

const keeps = (text: string): boolean =>
  text === '' || isConstant(text) || harmless.some((pattern) => pattern.test(text));

/** Shorter names stand in words of any text. */
const nameLength = 4;

/** @param key random bytes, used for one audit and thrown away */
export function createTexts(key: Uint8Array): Texts {
  const standIns = createStandIns(key);
  const hosts = createHostNames(standIns);
  const aliases = new Map<string, string>();
  const names = createNameIndex();

  const personNumber = (text: string): number => {
    const lower = text.toLowerCase();
    return standIns.number('user', aliases.get(lower) ?? lower);
  };
  const remembered = (original: string, standIn: string): string => {
    if (original.length >= nameLength) names.add(original, standIn);
    return standIn;
  };
  const address = (text: string): string => {
    if (publishedAddresses.has(text.toLowerCase())) return text;
    const at = text.lastIndexOf('@');
    const local = text.slice(0, at);
    standIns.originals.addresses.add(text.toLowerCase());
    const host = hosts.host(text.slice(at + 1));
    const [, guest = '', mark = ''] = /^(.*)(#EXT#)$/i.exec(local) ?? [];
    if (mark === '') return `user-${personNumber(text)}@${host}`;
    const from = guest.lastIndexOf('_');
    const home = from < 0 ? '' : `_${hosts.host(guest.slice(from + 1))}`;
    if (from > 0) standIns.originals.addresses.add(`${guest.slice(0, from)}@${guest.slice(from + 1)}`.toLowerCase());
    return `user-${personNumber(text)}${home}${mark}@${host}`;
  };
  const tokens = new RegExp(
    [guidPattern, addressPattern, networkPattern, hostPattern].map(({ source }) => `(${source})`).join('|'),
    'giu',
  );
  const replaced = (text: string, ownToo: boolean): string => {
    let rest = 0;
    let found = '';
    for (const match of text.matchAll(tokens)) {
      const [whole, guid, mail, network] = match;
      found += names.replaceIn(text.slice(rest, match.index), ownToo);
      rest = match.index + whole.length;
      if (guid !== undefined) found += standIns.guid(whole);
      else if (mail !== undefined) found += address(whole);
      else if (network !== undefined) found += networkStandIn(whole, standIns) ?? '0.0.0.0';
      else found += hosts.host(whole);
    }
    return found + names.replaceIn(text.slice(rest), ownToo);
  };
  const texts: Texts = {
    originals: standIns.originals,
    standIns,
    properties: new Set(),
    id: standIns.id,
    idOrWord: (id) => (keeps(id) ? id : standIns.id(id)),
    roleName: (name) => (roleIdByName(name) === null ? texts.name('Role', name) : name),
    host: hosts.host,
    own: hosts.own,
    address,
    person(name) {
      if (name === '') return name;
      if (isGuid.test(name)) return standIns.guid(name);
      if (isAddress.test(name)) return address(name);
      standIns.originals.names.add(name);
      return remembered(name, `User ${personNumber(name)}`);
    },
    name: (kind, original) =>
      kind === 'Application' && isMicrosoftApplication(original)
        ? original
        : remembered(original, standIns.name(kind, original)),
    within: (text) => replaced(text, false),
    remember: (part, standIn) => void remembered(part, standIn),
    quoting: (text) => replaced(text, true),
    keeps,
    unknown(text) {
      if (keeps(text)) return text;
      if (isGuid.test(text)) return standIns.guid(text);
      if (isAddress.test(text)) return address(text);
      if (isNetwork.test(text)) return networkStandIn(text, standIns) ?? 'Text 0';
      if (isHost.test(text)) return hosts.host(text);
      return remembered(text, standIns.name('Text', text));
    },
    alias(of, id) {
      if (!aliases.has(of.toLowerCase())) aliases.set(of.toLowerCase(), id.toLowerCase());
    },
  };
  return texts;
}
