// Names of browsers and operating systems. The parser returns parts of the user agent as they were sent, and clients
// can send anything. Only listed names become keys in statistics. Each list is followed by names that the parser spells
// differently.

const browsers = new Map([
  ...spelledAsListed(`
  Alipay, Amaya, Android Browser, Arora, Avant, Avast Secure Browser, AVG Secure Browser, Baidu, Basilisk, Blazer,
  Bolt, Bowser, Brave, Camino, Chimera, Chrome, Chrome Headless, Chrome WebView, Chromium, Cobalt, Coc Coc,
  Conkeror, Daum, Dillo, Dolphin, Doris, Dragon, DuckDuckGo, Edge, Electron, Epiphany, Facebook, Falkon, Fennec,
  Firebird, Firefox, Firefox Focus, Firefox Reality, Flock, Flow, Go Browser, Helio, HeyTap, Huawei Browser, iCab,
  ICE Browser, IceApe, IceCat, IceDragon, Iceweasel, IE, IEMobile, Instagram, Iridium, Iron, Jasmine, K-Meleon,
  KakaoStory, KakaoTalk, KHTML, Kindle, Klar, Klarna, Konqueror, Ladybird, LibreWolf, Line, LinkedIn, Links,
  Lunascape, Lynx, Maemo Browser, Maxthon, Midori, Minimo, MIUI Browser, Mobile Safari, Mosaic, Mozilla, Naver,
  NetFront, Netscape, NetSurf, Nokia Browser, Obigo, Oculus Browser, OmniWeb, Opera, Opera Coast, Opera GX,
  Opera Mini, Opera Tablet, Opera Touch, Pale Moon, PhantomJS, Phoenix, Pico Browser, Polaris, Puffin, QQ Browser,
  Quark, QupZilla, Rekonq, RockMelt, Safari, Sailfish Browser, Samsung Internet, SeaMonkey, Silk, Skyfire, Sleipnir,
  SlimBoat, SlimBrowser, Slimjet, Smart Lenovo Browser, Snapchat, Sogou Explorer, Sogou Mobile, Swiftfox, Tesla,
  TikTok, Tizen Browser, Twitter, UC Browser, UP.Browser, Vivaldi, Vivo Browser, w3m, Waterfox, WebKit, WeChat,
  Weibo, Whale, Wolvic, Yandex`),
  ['115', '115 Browser'],
  ['2345', '2345 Explorer'],
  ['360', '360 Browser'],
  ['gsa', 'Google App'],
  ['lbbrowser', 'LieBao Browser'],
  ['operamobi', 'Opera Mobile'],
  ['ovi', 'Ovi Browser'],
  ['qqbrowserlite', 'QQ Browser'],
]);

const systems = new Map([
  ...spelledAsListed(`
  AIX, AmigaOS, Android, Bada, BeOS, BlackBerry, BSD, CentOS, Chromecast, Contiki, Debian, Deepin, DragonFly,
  elementary OS, Fedora, Firefox OS, FreeBSD, Fuchsia, Gentoo, GhostBSD, GNU, Haiku, HarmonyOS, HP-UX, Hurd, iOS,
  Joli, KaiOS, Kubuntu, Linpus, Linspire, Linux, Lubuntu, Maemo, Mageia, Mandriva, Manjaro, MeeGo, Minix, MorphOS,
  NetBSD, NetRange, NetTV, Nintendo, OpenBSD, OpenHarmony, OpenSolaris, openSUSE, OpenVMS, OS/2, Palm, PC-BSD,
  PCLinuxOS, Plan 9, PlayStation, QNX, Raspbian, Red Hat, RIM Tablet OS, RISC OS, Sabayon, Sailfish, SerenityOS,
  Series40, Slackware, Solaris, SUSE, Symbian, Tizen, Ubuntu, Ubuntu Touch, UNIX, VectorLinux, Viera, watchOS,
  webOS, Windows, Windows IoT, Windows Mobile, Windows Phone, Xbox, Xubuntu, Zenwalk`),
  ['androidx86', 'Android'],
  ['arch', 'Arch Linux'],
  ['chromiumos', 'ChromeOS'],
  ['mint', 'Linux Mint'],
  ['macos', 'macOS'],
  ['windowsphoneos', 'Windows Phone'],
]);

export function knownBrowser(name: string | undefined): string {
  return browsers.get(plainSpelling(name)) ?? 'Unknown';
}

export function knownSystem(name: string | undefined): string {
  return systems.get(plainSpelling(name)) ?? 'Unknown';
}

function spelledAsListed(list: string): [string, string][] {
  return list.split(',').map((name) => [plainSpelling(name), name.trim()]);
}

function plainSpelling(name: string | undefined): string {
  return (name ?? '').toLowerCase().replace(/[^a-z0-9]/g, '');
}
