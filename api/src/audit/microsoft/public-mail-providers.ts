/**
 * Domains at which anybody can have an address: to let them in is to let everybody in. The services with the most mailboxes and their
 * national names, by the lists that address checks share (npm `free-email-domains`, after HubSpot's list of free mail domains).
 */
const domains = new Set(
  `gmail.com googlemail.com outlook.com outlook.de outlook.fr outlook.es outlook.it outlook.jp hotmail.com hotmail.co.uk hotmail.de
  hotmail.fr hotmail.it hotmail.es live.com live.co.uk live.de live.fr live.nl live.it msn.com passport.com yahoo.com yahoo.co.uk yahoo.de
  yahoo.fr yahoo.es yahoo.it yahoo.in yahoo.co.in yahoo.co.jp yahoo.com.br yahoo.ca yahoo.com.au ymail.com rocketmail.com aol.com
  aim.com icloud.com me.com mac.com proton.me protonmail.com protonmail.ch pm.me tutanota.com tutanota.de tutamail.com tuta.io tuta.com
  gmx.com gmx.de gmx.net gmx.at gmx.ch web.de freenet.de t-online.de mail.com mail.ru inbox.ru list.ru bk.ru yandex.com yandex.ru ya.ru
  rambler.ru zoho.com zohomail.com zohomail.eu fastmail.com fastmail.fm hushmail.com mailfence.com posteo.de mailbox.org runbox.com
  qq.com foxmail.com 163.com 126.com yeah.net sina.com sina.cn sohu.com aliyun.com naver.com daum.net hanmail.net orange.fr wanadoo.fr
  free.fr laposte.net sfr.fr libero.it virgilio.it tiscali.it alice.it tin.it wp.pl o2.pl onet.pl interia.pl seznam.cz centrum.cz
  bigpond.com comcast.net verizon.net att.net sbcglobal.net cox.net btinternet.com sky.com virginmedia.com talktalk.net ziggo.nl
  bluewin.ch telenet.be skynet.be uol.com.br bol.com.br terra.com.br rediffmail.com mailinator.com guerrillamail.com yopmail.com
  10minutemail.com tempmail.com trashmail.com`.split(/\s+/),
);

/** Of some names, those at which anybody can have an address, in lower case and each once. */
export function publicMailDomains(names: readonly string[]): string[] {
  const asked = names.map((name) =>
    name
      .trim()
      .toLowerCase()
      .replace(/^[@*.]+/, ''),
  );
  return [...new Set(asked)].filter((name) => domains.has(name));
}
