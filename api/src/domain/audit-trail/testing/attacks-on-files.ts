import { type Attack, anchors, changeAnchor, december, newestAnchorFile, november, october } from './written-trail.ts';

/** What whoever can write files, too, may do. */
export const attacksOnFiles: Attack[] = [
  [
    'the newest anchor removed',
    async (system) => void system.files.delete(newestAnchorFile(system)),
    /^anchor trail-anchors/,
  ],
  [
    'the first anchor removed',
    async (system) => void system.files.delete(anchors(system)[0] ?? ''),
    /^anchor trail-anchors\/000000000001/,
  ],
  [
    'an anchor in between removed',
    async (system) => void system.files.delete(anchors(system)[4] ?? ''),
    /^anchor trail-anchors\/000000000005/,
  ],
  ['every anchor removed', async (system) => void system.files.clear(), /^anchor trail-anchors\/000000000001/],
  [
    'an anchor that was changed',
    async (system) => {
      const name = anchors(system)[3] ?? '';
      const anchor = JSON.parse(Buffer.from(system.files.get(name) ?? []).toString());
      system.files.set(name, Buffer.from(JSON.stringify({ ...anchor, sequence: 1 })));
    },
    /^anchor trail-anchors\/000000000004/,
  ],
  [
    'an anchor that is no JSON',
    async (system) => void system.files.set(anchors(system)[3] ?? '', Buffer.from('{')),
    /^anchor trail-anchors\/000000000004/,
  ],
  [
    'an anchor in the place of another',
    async (system) => {
      const [first = '', second = ''] = anchors(system);
      system.files.set(second, system.files.get(first) ?? Buffer.from(''));
    },
    /^anchor trail-anchors\/000000000002/,
  ],
  [
    'a file that is no anchor',
    async (system) => void system.files.set('trail-anchors/x.json', Buffer.from('{}')),
    /^anchor trail-anchors\/x.json/,
  ],
  [
    'a file numbered far beyond the newest anchor',
    async (system) => void system.files.set('trail-anchors/999999999999.json', Buffer.from('{}')),
    /^anchor trail-anchors\/999999999999.json/,
  ],
  [
    'a file numbered right after the newest anchor',
    async (system) => void system.files.set('trail-anchors/000000000011.json', Buffer.from('{}')),
    /^anchor trail-anchors\/000000000011.json/,
  ],
  [
    'a file named for a day that there is not',
    async (system) => void system.files.set('trail-anchors/2026-99-99.json', Buffer.from('{}')),
    /^anchor trail-anchors\/2026-99-99.json/,
  ],
  [
    'an anchor said to be of another version',
    async (system) => changeAnchor(system, 3, (text) => text.replace('"shapeVersion":2', '"shapeVersion":7')),
    /^anchor trail-anchors\/000000000004/,
  ],
  [
    'an anchor without its version',
    async (system) => changeAnchor(system, 3, (text) => text.replace(/,?"shapeVersion":2/, '')),
    /^anchor trail-anchors\/000000000004/,
  ],
  [
    'a field named __proto__, in an anchor',
    async (system) => changeAnchor(system, 3, (text) => text.replace('{', '{"__proto__":"x",')),
    /^anchor trail-anchors\/000000000004/,
  ],
  [
    'a field that is there twice, in an anchor',
    async (system) => changeAnchor(system, 3, (text) => text.replace('{', '{"sequence":1,')),
    /^anchor trail-anchors\/000000000004/,
  ],
  [
    "the vault's note of the newest anchor removed",
    async (system) => void system.secrets.delete('trail-newest-anchor'),
    /^anchor trail-newest-anchor in the vault/,
  ],
  [
    "the vault's note of the newest anchor removed, with the first anchors",
    async (system) => {
      system.secrets.delete('trail-newest-anchor');
      for (const name of anchors(system).slice(0, 4)) system.files.delete(name);
    },
    /^anchor trail-/,
  ],
  [
    'the tail cut off, with every anchor of it',
    async (system) => {
      for (const { id } of await system.all(december)) await system.raw(december).delete(id);
      for (const name of anchors(system).slice(-3)) system.files.delete(name);
    },
    /^(anchor|removed) /,
  ],
  [
    'records, anchors and the record of the key, all removed',
    async (system) => {
      for (const key of [october, november, december, 'keys']) {
        for (const { id } of await system.all(key)) await system.raw(key).delete(id);
      }
      system.files.clear();
    },
    /^(key|anchor|removed) /,
  ],
];
