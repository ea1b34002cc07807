/**
 * Types of attachments that mail hardly ever needs and attackers like to send: those of CIS Microsoft 365, recommendation
 * 2.1.11 (as Maester's documentation of the benchmark lists them).
 */
export const riskyAttachmentTypes: readonly string[] = `
  7z a3x ace ade adp ani app appinstaller applescript application appref-ms appx appxbundle arj asd
  asx bas bat bgi bz2 cab chm cmd com cpl crt cs csh daa dbf dcr deb desktopthemepackfile dex diagcab
  dif dir dll dmg doc docm dot dotm elf eml exe fxp gadget gz hlp hta htc htm html hwpx ics img inf
  ins iqy iso isp jar jnlp js jse kext ksh lha lib library-ms lnk lzh macho mam mda mdb mde mdt mdw
  mdz mht mhtml mof msc msi msix msp msrcincident mst ocx odt ops oxps pcd pif plg pot potm ppa ppam
  ppkg pps ppsm ppt pptm prf prg ps1 ps11 ps11xml ps1xml ps2 ps2xml psc1 psc2 pub py pyc pyo pyw pyz
  pyzw rar reg rev rtf scf scpt scr sct searchconnector-ms service settingcontent-ms sh shb shs shtm
  shtml sldm slk so spl stm svg swf sys tar theme themepack timer uif url uue vb vbe vbs vhd vhdx vxd
  wbk website wim wiz ws wsc wsf wsh xla xlam xlc xll xlm xls xlsb xlsm xlt xltm xlw xml xnk xps xsl
  xz z
`
  .trim()
  .split(/\s+/);

/** The least that CISA asks to be blocked (MS.SECURITYSUITE.1.1). */
export const clickToRunTypes: readonly string[] = ['exe', 'cmd', 'vbe'];
