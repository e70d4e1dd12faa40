// Social networks and other services whose visitors come from several hosts, or from an app: through a redirect (`t.co`), on
// the mobile site, under a former name. They are counted under one host. Only hosts that are certain are listed.

/** The hosts of each network, without `www.`, after the one that stands for all. */
const networks = [
  ['bsky.app', 'go.bsky.app'],
  ['facebook.com', 'l.facebook.com', 'lm.facebook.com', 'm.facebook.com', 'mbasic.facebook.com', 'web.facebook.com'],
  ['instagram.com', 'l.instagram.com'],
  ['linkedin.com', 'lnkd.in'],
  ['messenger.com', 'l.messenger.com'],
  ['pinterest.com', 'pin.it'],
  ['reddit.com', 'm.reddit.com', 'new.reddit.com', 'old.reddit.com', 'out.reddit.com', 'redd.it', 'sh.reddit.com'],
  ['telegram.org', 't.me', 'web.telegram.org'],
  ['threads.com', 'l.threads.com', 'l.threads.net', 'threads.net'],
  ['tiktok.com', 'm.tiktok.com', 'vm.tiktok.com', 'vt.tiktok.com'],
  ['vk.com', 'away.vk.com', 'm.vk.com'],
  ['whatsapp.com', 'web.whatsapp.com'],
  ['x.com', 'mobile.twitter.com', 'mobile.x.com', 't.co', 'twitter.com'],
  ['youtube.com', 'm.youtube.com', 'youtu.be'],
] as const;

const hosts = new Map(networks.flatMap(([network, ...others]) => others.map((host) => [host as string, network])));

/** Android apps that send themselves as the referrer: `android-app://com.google.android.gm/`. */
export const androidApps = new Map<string, [app: string, network?: string]>([
  ['com.facebook.katana', ['Facebook', 'facebook.com']],
  ['com.facebook.orca', ['Messenger', 'messenger.com']],
  ['com.google.android.gm', ['Gmail', 'mail.google.com']],
  ['com.google.android.googlequicksearchbox', ['Google App', 'google.com']],
  ['com.google.android.youtube', ['YouTube', 'youtube.com']],
  ['com.instagram.android', ['Instagram', 'instagram.com']],
  ['com.linkedin.android', ['LinkedIn', 'linkedin.com']],
  ['com.pinterest', ['Pinterest', 'pinterest.com']],
  ['com.reddit.frontpage', ['Reddit', 'reddit.com']],
  ['com.slack', ['Slack']],
  ['com.snapchat.android', ['Snapchat', 'snapchat.com']],
  ['com.twitter.android', ['Twitter', 'x.com']],
  ['com.whatsapp', ['WhatsApp', 'whatsapp.com']],
  ['com.zhiliaoapp.musically', ['TikTok', 'tiktok.com']],
  ['org.telegram.messenger', ['Telegram', 'telegram.org']],
]);

/** The host that stands for a network, or the host itself. */
export function networkHost(host: string): string {
  return hosts.get(host) ?? host;
}
